import { resolve } from 'node:path';
import { AuditLogError, type AuditVerification, escapeLine, readAuditLog, verifyAuditLog, xdgPaths } from '@atip/node';
import { InvalidArgumentError } from 'commander';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { createOpenCalls } from '../machine/open-calls.ts';
import { describeDropped, describeEntry } from '../machine/describe-entry.ts';
import { systemFailure } from '../machine/system-failure.ts';
import { toJson } from '../terminal/to-json.ts';

const NO_END = 'The call runs still, or what ran it was killed before it could say how the call ended.';

/** `atip audit verify`, `atip audit show` */
export const addAudit: AddCommand = (program, { host, end }) => {
  const audit = program.command('audit').description('look at the record of what was decided and what ran');
  audit
    .command('verify')
    .description('check that nothing on record was changed or cut')
    .argument('[file]', 'the log; without it, that of `atip run`')
    .option('--json', 'write the findings as JSON')
    .action(async (file: string | undefined, { json }: { readonly json?: boolean }) => {
      end(await verify(file, json === true, host));
    });
  audit
    .command('show')
    .description('show what is on record, the oldest first')
    .option('--after <number>', 'only what comes after this entry', readNumber)
    .option('--json', 'write each entry as one line of JSON')
    .action(async ({ after = 0, json }: { readonly after?: number; readonly json?: boolean }) => {
      try {
        const calls = createOpenCalls();
        for await (const entry of readAuditLog(xdgPaths(host.env).audit, { after })) {
          calls.see(entry);
          host.stdout.write(`${json === true ? toJson(entry, 0) : describeEntry(entry)}\n`);
        }
        for (const seq of calls.open()) host.stderr.write(`Entry ${seq}: no end is on record. ${NO_END}\n`);
      } catch (error) {
        if (error instanceof AuditLogError) throw new CliError(EXIT.invalid, error.message, { cause: error });
        throw systemFailure(error, 'The audit log cannot be read');
      }
    });
};

async function verify(named: string | undefined, json: boolean, host: CliHost): Promise<ExitCode> {
  const { audit, auditLogs: list } = xdgPaths(host.env);
  const file = named === undefined ? audit : resolve(host.cwd, named);
  const found = await verifyAuditLog(file, { list }).catch((error: unknown) => {
    throw systemFailure(error, `The audit log ${file} cannot be read`);
  });
  const { ok, files } = found;
  // A log that was never begun is in order; one that a person names is to be there.
  if (named !== undefined && files === 0 && ok) throw new CliError(EXIT.io, `There is no audit log ${file}.`);
  if (json) host.stdout.write(`${toJson(found)}\n`);
  else for (const line of report(file, list, found)) host.stdout.write(`${escapeLine(line)}\n`);
  return ok ? EXIT.ok : EXIT.invalid;
}

function report(
  file: string,
  list: string,
  { ok, entries, problems, unfinished, dropped, listed }: AuditVerification,
): readonly string[] {
  const found = problems.map((problem) => {
    const place = problem.line === 0 ? problem.file : `${problem.file}:${problem.line}`;
    return `${place}: ${problem.code}: ${problem.message}`;
  });
  const verdict = ok ? 'as they were written' : 'not all as they were written';
  return [
    ...found,
    ...dropped.map((gone) => `${gone.file}: ${describeDropped(gone)}.`),
    ...(unfinished > 0 ? [`The last line is not finished (${unfinished} bytes).`] : []),
    ...(listed === false && entries > 0
      ? [`${list} does not name this log: were all of it gone, nothing would tell.`]
      : []),
    `${file}: ${entries} entries, ${verdict}.`,
  ];
}

function readNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number.');
}
