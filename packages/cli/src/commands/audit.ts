import { resolve } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import { type AuditEntry, type AuditGone, type AuditVerification, verifyAuditLog } from '@atip/node';
import { AuditLogError, auditOf, quoteElement, readAuditLog } from '@atip/node/internal';
import { InvalidArgumentError } from 'commander';
import { readSettings } from '../tools/call-settings.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, type ExitCode, orFail, systemFailure } from '../cli-host.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';

const NO_END = 'The call is still running, or its process was killed before it could record the end.';

/** `atip audit verify`, `atip audit show` */
export const defineAudit: DefineCommand = (audit, { host, end }) => {
  audit
    .command('verify')
    .description('check that no entry of the record was changed or removed')
    .argument('[file]', 'the record; without it, that of `atip run`')
    .option('--json', 'write the findings as JSON')
    .action(async (file: string | undefined, { json }: { readonly json?: boolean }) => {
      end(await verify(file, json === true, host));
    });
  audit
    .command('show')
    .description('show the record, oldest first')
    .option('--after <number>', 'only entries after this one', readNumber)
    .option('--json', 'write each entry as one line of JSON')
    .action(async ({ after = 0, json }: { readonly after?: number; readonly json?: boolean }) => {
      try {
        const calls = createOpenCalls();
        for await (const entry of readAuditLog((await recordOf(host)).file, { after })) {
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
  const { file: own, list } = await recordOf(host);
  const file = named === undefined ? own : resolve(host.cwd, named);
  const found = await orFail(`The audit log ${file} cannot be read`, verifyAuditLog(file, { list }));
  const { ok, files } = found;
  // `show` needs a record to look at; for `list` a missing record is an answer.
  if (files === 0 && ok) throw new CliError(EXIT.missing, `There is no record at ${file}.`);
  if (json) host.stdout.write(`${toJson(found)}\n`);
  else for (const line of report(file, list, found)) host.stdout.write(`${escapeUnseen(line)}\n`);
  return ok ? EXIT.ok : EXIT.invalid;
}

async function recordOf(host: CliHost) {
  const { file, list = '' } = auditOf(await readSettings(undefined, host.cwd, host), host.env);
  return { file, list };
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
  const verdict = ok ? 'unchanged' : 'some of them changed or lost';
  return [
    ...found,
    ...(dropped ? [`${file}: ${describeDropped(dropped)}.`] : []),
    ...(unfinished > 0 ? [`The last line is not finished (${unfinished} bytes).`] : []),
    ...(listed === false && entries > 0
      ? [`${list} does not list this log, so a complete loss would go unnoticed.`]
      : []),
    `${file}: ${countOf(entries, 'entry', 'entries')}, ${verdict}.`,
  ];
}

function readNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number is expected.');
}

/** Sums up one line of the audit log for a person, on one line. */
export function describeEntry(entry: AuditEntry): string {
  return `${entry.seq}  ${entry.time}  ${describeEvent(entry)}`;
}

function describeEvent(entry: AuditEntry): string {
  if (entry.event === 'recovered') return `the log continued after a loss (${entry.reason})`;
  const argv = `[${entry.argv.map(quoteElement).join(',')}]`;
  const who = escapeUnseen(entry.who);
  if (entry.event === 'decision') {
    const said = entry.approved === true ? ', approved' : '';
    const rule = entry.rule === undefined ? '' : ` (${entry.rule})`;
    const why = [entry.refused ?? [], entry.problems ?? []].flat().map((text) => escapeUnseen(text));
    const refused = why.length === 0 ? '' : `, refused: ${why.join(': ')}`;
    const cut = entry.argvBytes === undefined ? '' : `  (cut, the whole has ${entry.argvBytes} bytes)`;
    const command = escapeUnseen([entry.tool.name, ...entry.command].join(' '));
    return `${who}  ${entry.decision}${rule}${said}${refused}  ${command}  ${argv}${cut}`;
  }
  const held = entry.sandbox.applied ? entry.sandbox.kind : 'no sandbox';
  const end = entry.error === undefined ? endOf(entry) : `did not run: ${plainLine(entry.error)}`;
  const planted = (entry.planted ?? []).map(({ path, movedTo, why }) =>
    escapeUnseen(`, left ${path}${movedTo === undefined ? '' : `, moved to ${movedTo}`} (${why})`),
  );
  return `${who}  ${end}, ${held}${planted.join('')}  ${argv}`;
}

/** Names the entries that rotation removed. */
function describeDropped({ first, count, from, to }: AuditGone): string {
  const when = to === undefined ? '' : from === undefined ? `, up to ${to}` : `, from ${from} to ${to}`;
  return `rotation removed ${countOf(count, 'entry', 'entries')} before entry ${first}${when}`;
}

function endOf({ exitCode, timedOut, truncated }: Extract<AuditEntry, { event: 'execution' }>): string {
  if (timedOut) return 'ran out of time';
  const end = exitCode === null ? 'was ended by a signal' : `exit code ${exitCode}`;
  return truncated ? `${end}, output cut` : end;
}

/** Finds the calls of a record that were allowed and have no recorded end. */
interface OpenCalls {
  /** Takes the next entry, the oldest first. */
  see(entry: AuditEntry): void;
  /** Numbers of the decisions without an end, in their order. */
  open(): readonly number[];
}

/** Takes memory for each open call, not for each entry. */
export function createOpenCalls(): OpenCalls {
  const open = new Map<string, number>();
  return {
    see(entry) {
      if (entry.event === 'execution') open.delete(entry.call);
      if (entry.event !== 'decision' || entry.refused !== undefined) return;
      if (entry.decision === 'allow' || entry.approved === true) open.set(entry.call, entry.seq);
    },
    open: () => [...open.values()],
  };
}
