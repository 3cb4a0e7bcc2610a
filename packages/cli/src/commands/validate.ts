import type { Issue } from '@atip/core';
import { Option } from 'commander';
import { escapeLine } from '@atip/node';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import type { CheckedDocument } from '../documents/checked-document.ts';
import { countIssues } from '../documents/count-issues.ts';
import { documentIssues } from '../documents/document-issues.ts';
import { formatIssue } from '../documents/format-issue.ts';
import { sarifLog } from '../documents/sarif-log.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readSource } from '../documents/read-source.ts';
import { columnsOf } from '../terminal/columns-of.ts';
import { createPaint } from '../terminal/create-paint.ts';
import { toJson } from '../terminal/to-json.ts';
import { VERSION } from '../version.ts';

interface ValidateOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly json?: boolean;
}

type Checked = CheckedDocument & { readonly code: ExitCode };

/** `atip validate FILE… [--format text|json|sarif] [--json]` */
export const addValidate: AddCommand = (program, { host, end }) => {
  program
    .command('validate')
    .description('check ATIP documents and say where they are wrong')
    .argument('<file...>', 'documents; - reads standard input')
    .addOption(
      new Option('--format <format>', 'how issues are written').choices(['text', 'json', 'sarif']).default('text'),
    )
    // As every other command that writes JSON has it.
    .option('--json', 'the same as --format json')
    .action(async (files: string[], { json, format: named }: ValidateOptions) => {
      if (json === true && named === 'sarif') {
        throw new CliError(EXIT.usage, '--json and --format sarif are two different things; leave one out.');
      }
      const format = json === true ? 'json' : named;
      const documents: Checked[] = [];
      // Standard input has one end, and a file's issues need not be said twice.
      for (const file of new Set(files)) documents.push(await check(file, host));
      if (format === 'json') host.stdout.write(`${toJson(documents.map(({ file, issues }) => ({ file, issues })))}\n`);
      if (format === 'sarif') host.stdout.write(`${toJson(sarifLog(documents, VERSION))}\n`);
      if (format === 'text') for (const document of documents) writeText(document, host);
      host.stderr.write(summary(documents));
      // What could not be read may be wrong as well, so that it counts more than what is known to be.
      end(documents.reduce<ExitCode>((worst, { code }) => (code > worst ? code : worst), EXIT.ok));
    });
};

async function check(file: string, host: CliHost): Promise<Checked> {
  try {
    const source = await readSource(file, host);
    const { tool, issues } = documentIssues(source.text);
    const isValid = tool !== undefined && issues.every(({ severity }) => severity !== 'error');
    return { file, source, issues, code: isValid ? EXIT.ok : EXIT.invalid };
  } catch (error) {
    if (!(error instanceof CliError) || host.signal.aborted) throw error;
    const issue: Issue = { code: 'unreadable', severity: 'error', message: error.message, path: '' };
    return { file, issues: [issue], code: error.exitCode };
  }
}

function writeText({ file, source = { name: file, text: '' }, issues }: Checked, { stdout, env }: CliHost): void {
  const look = { paint: createPaint(stdout, env), columns: columnsOf(stdout) ?? 80 };
  for (const issue of issues) stdout.write(formatIssue(source, issue, look));
}

/** Shape: `"a.json: 2 errors, 1 hint\n"`; of several documents those that are well are only counted. */
function summary(documents: readonly Checked[]): string {
  const [only] = documents;
  if (documents.length === 1 && only) {
    return `${escapeLine(only.source?.name ?? only.file)}: ${countIssues(only.issues)}\n`;
  }
  const bad = documents.filter(({ code }) => code !== EXIT.ok);
  const issues = documents.flatMap((document) => document.issues);
  return `${documents.length} documents, ${bad.length} with errors: ${countIssues(issues)}\n`;
}
