import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import { applyRepairs } from './apply-repairs.ts';
import { checkCommands } from './check-commands.ts';
import { checkNames } from './check-names.ts';
import { checkParameters } from './check-parameters.ts';
import { checkText, wellFormed } from './check-text.ts';
import { checkVersion } from './check-version.ts';
import type { Finding } from './finding.ts';
import { listIssues } from './list-issues.ts';
import { shapeFindings } from './shape-findings.ts';
import { readSource, type SourceDocument } from './source-document.ts';

/** A document after reading: `tool` is there when, and only when, no issue is an error. */
export interface ParsedTool {
  readonly tool?: AtipTool;
  /** Every issue at once, in the order of the text. */
  readonly issues: Issue[];
}

/**
 * Reads an ATIP document from text, or checks one that was handed over as a value.
 *
 * Both `"atip": "0.3"` and `{ "version": "0.4" }` are read. A newer minor version is read as far as it is understood, with
 * warnings. Unknown fields are an info, `x-…` fields pass silently. A missing `description` below the root is a warning
 * and read as `''`; so is half a surrogate pair, read as U+FFFD. A character that people cannot see is an error
 * (`hidden-characters`), wherever it stands: models read it. The tool is a fresh value: the input is never changed,
 * nor referred to.
 *
 * Limits: 4 MiB of UTF-16 units, 100 levels, 500,000 values, 2,048 units in the keys that lead to a value; at most 1,000
 * issues are listed. Never throws.
 * @see ATIP 0.3 §3
 */
export function parseTool(source: unknown): ParsedTool {
  const { document, issues } = readSource(source);
  if (document === undefined) {
    return { issues: [...issues] };
  }
  const findings = findAll(document);
  const all = listIssues(document, findings, issues);
  if (all.some(({ severity }) => severity === 'error')) {
    return { issues: all };
  }
  applyRepairs(
    document.value,
    findings.flatMap(({ repair }) => (repair === undefined ? [] : [repair])),
  );
  const value = findings.some(({ code }) => code === 'lone-surrogate') ? wellFormed(document.value) : document.value;
  // The schema has just been checked, and what deviated from it has been repaired.
  return { tool: value as AtipTool, issues: all };
}

function findAll(document: SourceDocument): Finding[] {
  const version = checkVersion(document.value);
  return [
    ...version.findings,
    ...shapeFindings(document, version.newer),
    ...checkNames(document.value),
    ...checkText(document),
    ...checkCommands(document.value),
    ...checkParameters(document),
  ];
}
