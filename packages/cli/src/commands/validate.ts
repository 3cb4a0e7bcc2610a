import { escapeUnseen } from '@atip/core/internal';
import type { AtipTool, Issue } from '@atip/core';
import { type CliHost, type DefineCommand, CliError, EXIT, type ExitCode } from '../cli-host.ts';
import { countIssues, formatIssue } from '../documents/format-issue.ts';
import { findSignature } from '../documents/find-signature.ts';
import { documentIssues, readSource, type InputFile } from '../documents/read-source.ts';
import { columnsOf, createPaint } from '../terminal/style.ts';
import { toJson } from '../terminal/text.ts';

interface Checked {
  /** The name on the command line. */
  readonly file: string;
  /** Absent: the document could not be read, and the only issue says why. */
  readonly source?: InputFile;
  /** Absent: the shape is wrong. */
  readonly tool?: AtipTool | undefined;
  readonly issues: readonly Issue[];
  readonly code: ExitCode;
}

export const defineValidate: DefineCommand = (command, { host, end }) => {
  command
    .argument('<file...>', 'documents; - reads standard input')
    .option('--json', 'write the findings as JSON')
    .action(async (files: string[], { json }: { readonly json?: boolean }) => {
      const documents: Checked[] = [];
      // Standard input can be read once, and a file's issues are needed once.
      for (const file of new Set(files)) documents.push(await checkDocument(file, host));
      if (json === true) host.stdout.write(`${toJson(documents.map(({ file, issues }) => ({ file, issues })))}\n`);
      else for (const document of documents) writeIssues(document, host);
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
    return { file, source, tool, issues, code: isValid ? EXIT.ok : EXIT.invalid };
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
