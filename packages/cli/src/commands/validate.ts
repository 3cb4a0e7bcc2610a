import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeUnseen } from '@atip/core/internal';
import type { AtipTool, Issue, Range } from '@atip/core';
import { Option } from 'commander';
import { type CliHost, type DefineCommand, CliError, EXIT, type ExitCode } from '../cli-host.ts';
import { countIssues, formatIssue } from '../documents/format-issue.ts';
import { findSignature } from '../documents/find-signature.ts';
import { documentIssues, readSource, type Source } from '../documents/read-source.ts';
import { columnsOf, createPaint } from '../terminal/style.ts';
import { toJson } from '../terminal/text.ts';
import { VERSION } from '../version.ts';

interface ValidateOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly json?: boolean;
}

interface Checked {
  /** The name on the command line. */
  readonly file: string;
  /** Absent: the document could not be read, and the only issue says why. */
  readonly source?: Source;
  /** Absent: the shape is wrong. */
  readonly tool?: AtipTool;
  readonly issues: readonly Issue[];
  readonly code: ExitCode;
}

export const defineValidate: DefineCommand = (command, { host, end }) => {
  command
    .argument('<file...>', 'documents; - reads standard input')
    .addOption(
      new Option('--format <format>', 'how issues are written').choices(['text', 'json', 'sarif']).default('text'),
    )
    // Like every other command that writes JSON.
    .option('--json', 'the same as --format json')
    .action(async (files: string[], { json, format: named }: ValidateOptions) => {
      if (json === true && named === 'sarif') {
        throw new CliError(EXIT.usage, '--json and --format sarif exclude each other; leave one out.');
      }
      const format = json === true ? 'json' : named;
      const documents: Checked[] = [];
      // Standard input can be read once, and a file's issues are needed once.
      for (const file of new Set(files)) documents.push(await checkDocument(file, host));
      if (format === 'json') host.stdout.write(`${toJson(documents.map(({ file, issues }) => ({ file, issues })))}\n`);
      if (format === 'sarif') host.stdout.write(`${toJson(sarifLog(documents, VERSION))}\n`);
      if (format === 'text') for (const document of documents) writeIssues(document, host);
      host.stderr.write(summary(documents));
      // The highest exit code wins: an unreadable document is worse than an invalid one.
      end(documents.reduce<ExitCode>((worst, { code }) => (code > worst ? code : worst), EXIT.ok));
    });
};

/** Reads a document and lists all its issues; an unreadable document is an issue too. */
async function checkDocument(file: string, host: CliHost): Promise<Checked> {
  try {
    const { text } = await readSource(file, host);
    const source = { name: file === '-' ? '<stdin>' : file, text };
    const { tool, issues: own } = documentIssues(text);
    const issues = [...own, ...(tool ? await signatureIssues(file, text, tool, host) : [])];
    const isValid = tool !== undefined && issues.every(({ severity }) => severity !== 'error');
    return { file, source, ...(tool && { tool }), issues, code: isValid ? EXIT.ok : EXIT.invalid };
  } catch (error) {
    if (!(error instanceof CliError) || host.signal.aborted) throw error;
    const issue: Issue = { code: 'unreadable', severity: 'error', message: error.message, path: '' };
    return { file, issues: [issue], code: error.exitCode };
  }
}

/** Names the signer of a signed document; a signature that does not count leaves the document valid. */
async function signatureIssues(file: string, text: string, tool: AtipTool, host: CliHost): Promise<readonly Issue[]> {
  const bundle = await findSignature(file, host);
  if (bundle === undefined) return [];
  const { checkSigners, describeSignature, loadSigners } = await import('@atip/node/internal');
  const checked =
    typeof bundle === 'object' ? bundle : await checkSigners(tool.name, { text, bundle }, await loadSigners(host.env));
  const message =
    'problem' in checked
      ? describeSignature({ state: 'refused', reason: checked.problem })
      : describeSignature({ state: 'verified', signedBy: checked.signer.name, ...checked.verified });
  const severity = 'problem' in checked ? 'warning' : 'info';
  return [{ code: 'signature', severity, message: capitalised(message), path: '' }];
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Writes the issues of a document with their lines. */
function writeIssues({ file, source = { name: file, text: '' }, issues }: Checked, { stdout, env }: CliHost): void {
  const look = { paint: createPaint(stdout, env), columns: columnsOf(stdout) ?? 80 };
  for (const issue of issues) stdout.write(formatIssue(source, issue, look));
}

/** Shape: `"a.json: 2 errors, 1 hint\n"`; of several documents those without issues are only counted. */
function summary(documents: readonly Checked[]): string {
  const [only] = documents;
  if (documents.length === 1 && only) {
    return `${escapeUnseen(only.source?.name ?? only.file)}: ${countIssues(only.issues)}\n`;
  }
  const bad = documents.filter(({ code }) => code !== EXIT.ok);
  const issues = documents.flatMap((document) => document.issues);
  return `${documents.length} documents, ${bad.length} with errors: ${countIssues(issues)}\n`;
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * Writes issues as a SARIF 2.1.0 log: one run, a rule for each code, a result for each issue with its JSON Pointer as logical
 * location.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifLog(documents: readonly Checked[], version: string): object {
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

/** Relative files stay relative: the reader of the log knows its own root. */
function toUri(file: string): string {
  if (file === '-') return 'stdin';
  return isAbsolute(file) ? pathToFileURL(file).href : file.split('/').map(encodeURIComponent).join('/');
}
