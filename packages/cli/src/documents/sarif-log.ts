import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Issue, Range } from '@atip/core';
import type { CheckedDocument } from './checked-document.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * Writes issues as a SARIF 2.1.0 log, which code hosts and editors read.
 *
 * Shape: one run; a rule for each code, in the order they are met; a result for each issue, with the JSON Pointer as its
 * logical location. Columns are UTF-16 units.
 * @param version of this program
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifLog(documents: readonly CheckedDocument[], version: string): object {
  const ids = [...new Set(documents.flatMap(({ issues }) => issues.map(({ code }) => code)))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'atip', version, rules: ids.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: documents.flatMap(({ file, issues }) =>
          issues.map((issue) => toResult(file, issue, ids.indexOf(issue.code))),
        ),
      },
    ],
  };
}

function toResult(file: string, { code, severity, message, path, range }: Issue, ruleIndex: number): object {
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: toUri(file) }, ...(range && { region: toRegion(range) }) },
        logicalLocations: [{ fullyQualifiedName: path }],
      },
    ],
  };
}

function toRegion({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Relative files stay relative: what reads the log knows its own root. */
function toUri(file: string): string {
  if (file === '-') return 'stdin';
  return isAbsolute(file) ? pathToFileURL(file).href : file.split('/').map(encodeURIComponent).join('/');
}
