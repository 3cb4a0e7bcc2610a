import { resolve } from 'node:path';
import type { Decision } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import {
  type AuditGone,
  type AuditVerification,
  createLineJudge,
  type LineJudge,
  type LoadedConfiguration,
  verifyAuditLog,
  type XdgPaths,
  xdgPaths,
} from '@atip/node';
import { auditOf, quoteWord, whyUnwritable } from '@atip/node/internal';
import { InvalidArgumentError } from 'commander';
import {
  type CliHost,
  CliError,
  type CliOptions,
  type DefineCommand,
  EXIT,
  type ExitCode,
  orFail,
} from '../cli-host.ts';
import { findLastingRules } from '../gate/lasting-rules.ts';
import { dayOf, localTime, type Log, type LogRow, readLog, rowsOf } from '../gate/read-log.ts';
import { columnsOf, createPaint } from '../terminal/style.ts';
import { countOf, cutText, toJson, wrapText } from '../terminal/text.ts';
import { POLICY_OPTION, readSettings } from '../tools/call-settings.ts';

/** `atip log`, `atip log verify` */
export const defineLog: DefineCommand = (command, { host, end }) => {
  command
    .argument('[action]', 'verify: check that no entry of the record of calls was changed or removed')
    .argument('[file]', 'with verify: the record to check (default: that of `atip run`)')
    .option('--asked', 'only questions and denials')
    .option(
      '--since <day>',
      'from this day on, as 2026-11-30, today, or yesterday (default: the newest day on record)',
      readDay,
    )
    .option('--policy <file>', `list the decisions that would differ under ${POLICY_OPTION}`)
    .option('--json', 'write each entry as one line of JSON')
    .addHelpText('after', HELP)
    .action(async (action: string | undefined, file: string | undefined, options: LogOptions) => {
      if (action === 'verify') end(await verify(file, options.json === true, host));
      else if (action === undefined) end(await show(options, host));
      else throw new CliError(EXIT.usage, 'Usage: atip log, or atip log verify [FILE].');
    });
};

const HELP = `
The gate's decisions are in agent-tools/gate.jsonl below $XDG_STATE_HOME
(~/.local/state); one older file is kept. The calls are in audit.jsonl beside
it, or at audit.path of the configuration. Secrets are redacted in both.

verify checks each line of the calls, its place in the chain, and the end of the
chain. Exit code 1 when something was changed or removed, 6 when there never was
a record. The chain has no key: a program with your rights can rewrite it.`;

type LogOptions = Pick<CliOptions, 'policy' | 'json'> & { readonly asked?: boolean; readonly since?: string };

function readDay(text: string): string {
  const ago = ['today', 'yesterday'].indexOf(text);
  const date = ago < 0 ? new Date(`${text}T00:00`) : new Date();
  if (ago > 0) date.setDate(date.getDate() - ago);
  const day = dayOf(date);
  // Another month begins for the 30th of February.
  if (ago >= 0 || (day !== '' && day === text)) return day;
  throw new InvalidArgumentError('A day is expected, such as 2026-11-30, today or yesterday.');
}

async function show({ asked, since, policy, json }: LogOptions, host: CliHost): Promise<ExitCode> {
  const paths = xdgPaths(host.env);
  const audit = (await recordOf(host)).file;
  const log = await orFail('The record cannot be read', readLog({ gate: paths.gate, audit }, since));
  const all = rowsOf(log.entries);
  const rows = asked === true ? all.filter(({ decision }) => decision !== 'allow') : all;
  if (policy !== undefined) await compare(rows, policy, json === true, host);
  else if (json === true) {
    const shown = asked === true ? rows.map(({ entry }) => entry) : log.entries;
    for (const entry of shown) host.stdout.write(`${toJson(entry, 0)}\n`);
  } else {
    const judges = judgesAt(undefined, host);
    for (const row of rows) writeRow(row, row.decision, await howToAllow(row, judges, host), host);
    host.stdout.write(`${rows.length > 0 ? '\n' : ''}${sumOf(all)}\n`);
  }
  warn(log, paths, host);
  return EXIT.ok;
}

function warn({ damaged, isPart, entries }: Log, paths: XdgPaths, { stderr }: CliHost): void {
  const lost = entries.filter((entry) => entry.event === 'recovered');
  for (const { time, reason } of lost)
    stderr.write(
      `atip: A part of the record of calls was lost before ${localTime(time)} (${reason}); atip log verify says more.\n`,
    );
  if (damaged.gate > 0)
    stderr.write(`atip: ${countOf(damaged.gate, 'line')} of the gate's record ${paths.gate} cannot be read.\n`);
  if (damaged.audit > 0)
    stderr.write(
      `atip: ${countOf(damaged.audit, 'line')} of the record of calls cannot be read; atip log verify says which.\n`,
    );
  if (isPart) stderr.write('atip: Only the last 16 MiB of a long file were read.\n');
  const why = whyUnwritable(paths.gate, paths.home);
  if (why !== undefined) stderr.write(`atip: The gate cannot put its decisions on record: ${paths.gate} (${why}).\n`);
}

const WORDS: Readonly<Record<Decision, string>> = { allow: 'allow', confirm: 'ask', deny: 'deny' };
const STYLES = { allow: 'green', confirm: 'yellow', deny: 'red' } as const;
/** Columns of the longest `what`. */
const WHAT = 9;

/** One line, and below it what a person should know. @param decided a decision, or the change of one */
function writeRow(
  row: LogRow,
  decided: Decision | readonly [Decision, Decision],
  hint: string | undefined,
  host: CliHost,
): void {
  const columns = columnsOf(host.stdout) ?? 80;
  const [first, second] = typeof decided === 'string' ? [decided] : decided;
  const words = second === undefined ? WORDS[first].padEnd(5) : `${WORDS[first]} → ${WORDS[second]}`.padEnd(13);
  const start = `${localTime(row.time).slice(5)}  ${row.what.padEnd(WHAT)}  `;
  const painted = createPaint(host.stdout, host.env)(STYLES[second ?? first], words);
  const line = oneLine(row.line) || '(the question could not be read)';
  host.stdout.write(`${start}${painted}  ${cutText(line, Math.max(columns - start.length - words.length - 2, 20))}\n`);
  const notes = row.notes.flatMap((note) => wrapText(oneLine(note), columns - 2));
  for (const note of notes) host.stdout.write(`  ${note}\n`);
  // To copy it, whole.
  if (hint !== undefined) host.stdout.write(`  always: ${hint}\n`);
}

/** With all that nobody sees escaped: here it is looked for. */
function oneLine(text: string): string {
  return escapeUnseen(text.replace(/\s+/g, ' ').trim());
}

/** The command that writes the rules by which this runs without a question. Undefined: it was not asked, or no rule can allow it. */
async function howToAllow(row: LogRow, judges: JudgesAt, host: CliHost): Promise<string | undefined> {
  const { decision, place, line } = row;
  if (decision !== 'confirm' || place === undefined || oneLine(line) !== line) return undefined;
  const { cwd } = place;
  const { judge, configuration } = await judges({ cwd });
  const check = await judge(line);
  if (check.decision !== 'confirm') return undefined;
  const { rules } = await findLastingRules(line, check, { configuration, cwd, env: host.env });
  if (rules.length === 0) return undefined;
  return `atip gate --always ${cwd === host.cwd ? '' : `--cwd ${quoteWord(cwd)} `}${quoteWord(line)}`;
}

function sumOf(rows: readonly LogRow[]): string {
  const count = (wanted: Decision): number => rows.filter(({ decision }) => decision === wanted).length;
  const lines = rows.filter(({ what }) => what === 'gate').length;
  const calls = rows.length - lines;
  const what = [lines > 0 || calls === 0 ? countOf(lines, 'line') : [], calls > 0 ? countOf(calls, 'call') : []].flat();
  return `${what.join(' and ')}: ${count('allow')} allowed unasked, ${count('confirm')} asked, ${count('deny')} denied`;
}

type JudgesAt = (place: NonNullable<LogRow['place']>) => Promise<{
  readonly judge: LineJudge;
  readonly configuration: LoadedConfiguration;
}>;

/** Makes the judge of each place once: it reads each document once. */
function judgesAt(policy: string | undefined, host: CliHost): JudgesAt {
  const known = new Map<string, ReturnType<JudgesAt>>();
  const make: JudgesAt = async ({ agent, session: id, ...where }) => {
    const configuration = await readSettings(policy, where.cwd, host);
    const session = agent === undefined ? undefined : { agent, id };
    return { judge: createLineJudge({ env: host.env, ...where, session, configuration }), configuration };
  };
  return (place) => {
    const key = JSON.stringify(place);
    const found = known.get(key) ?? make(place);
    known.set(key, found);
    return found;
  };
}

/** Judges each line anew, under the policy in force and under another, because files may have changed since. */
async function compare(rows: readonly LogRow[], policy: string, json: boolean, host: CliHost): Promise<void> {
  const before = judgesAt(undefined, host);
  const after = judgesAt(policy, host);
  // A policy that cannot be read is an error even where nothing is on record.
  await after({ cwd: host.cwd });
  const changes: string[] = [];
  let unjudged = 0;
  for (const row of rows) {
    const { place, line } = row;
    if (place === undefined) {
      unjudged += 1;
      continue;
    }
    const one = await (await before(place)).judge(line);
    const other = await (await after(place)).judge(line);
    if (one.decision === other.decision) continue;
    changes.push(`${WORDS[one.decision]} → ${WORDS[other.decision]}`);
    if (json)
      host.stdout.write(
        `${toJson({ ...row.entry, decisions: [one.decision, other.decision], reasons: other.reasons }, 0)}\n`,
      );
    else writeRow({ ...row, notes: other.reasons }, [one.decision, other.decision], undefined, host);
  }
  if (json) return;
  const sums = [...new Set(changes)].map((change) => `${changes.filter((one) => one === change).length} ${change}`);
  const left = unjudged > 0 ? `; ${unjudged} not judged anew, because they were shortened or redacted` : '';
  host.stdout.write(`${sums.join(', ') || 'Nothing would change'}, of ${rows.length}${left}\n`);
}

async function verify(named: string | undefined, json: boolean, host: CliHost): Promise<ExitCode> {
  const { file: own, list } = await recordOf(host);
  const file = named === undefined ? own : resolve(host.cwd, named);
  const found = await orFail(`The audit log ${file} cannot be read`, verifyAuditLog(file, { list }));
  const { ok, files } = found;
  // Nothing to verify is no record in order.
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

/** Names the entries that rotation removed. */
function describeDropped({ first, count, from, to }: AuditGone): string {
  const when = to === undefined ? '' : from === undefined ? `, up to ${to}` : `, from ${from} to ${to}`;
  return `rotation removed ${countOf(count, 'entry', 'entries')} before entry ${first}${when}`;
}
