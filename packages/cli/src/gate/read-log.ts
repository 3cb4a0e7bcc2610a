import type { Decision } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import type { AuditEntry } from '@atip/node';
import { type GateEntry, isWholeLine, quoteWord, readGateRecord, readNewestEntries } from '@atip/node/internal';
import { plainLine } from '../terminal/text.ts';

/** The record of the gate, and that of calls. */
interface LogFiles {
  readonly gate: string;
  readonly audit: string;
}

/** The entries since a day, oldest first. */
export interface Log {
  readonly entries: readonly LogEntry[];
  /** Lines that cannot be read, of each record. */
  readonly damaged: Readonly<Record<keyof LogFiles, number>>;
  /** True: only the end of a long file was read. */
  readonly isPart: boolean;
}

type LogEntry = GateEntry | AuditEntry;

/**
 * Reads what the gate decided, and which calls were decided and ran.
 *
 * @param since a local day, `2026-11-30`. Absent: the newest on record
 */
export async function readLog(files: LogFiles, since?: string): Promise<Log> {
  const today = dayOf(new Date());
  const damaged = { gate: 0, audit: 0 };
  let [day, isPart] = [since ?? '', false];
  let entries: LogEntry[] = [];
  const records = { gate: readGateRecord(files.gate), audit: readNewestEntries(files.audit) };
  for (const record of ['gate', 'audit'] as const)
    for await (const entry of records[record]) {
      if (entry === 'damaged') damaged[record] += 1;
      else if (entry === 'left-out') isPart = true;
      else {
        const own = dayOf(entry.time);
        // A day to come, which a program may have written, does not hide the others.
        if (since === undefined && own > day && own <= today)
          [day, entries] = [own, entries.filter((one) => dayOf(one.time) >= own)];
        if (own !== '' && own >= day) entries.push(entry);
      }
    }
  return { entries: entries.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time))), damaged, isPart };
}

/** A time in the person's time zone: `2026-11-30 11:02`. Empty for a text that is not a time. */
export function localTime(time: string | Date): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
}

export function dayOf(time: string | Date): string {
  return localTime(time).slice(0, 10);
}

/** A decision about a line or a call, as a person reads it. */
export interface LogRow {
  readonly time: string;
  readonly what: 'gate' | 'run' | 'mcp' | 'companion';
  readonly decision: Decision;
  readonly line: string;
  /** Absent: unknown, or shortened or redacted, so that the line cannot be judged anew. */
  readonly place?:
    | {
        readonly cwd: string;
        readonly root?: string | undefined;
        readonly agent?: string | undefined;
        readonly session?: string | undefined;
      }
    | undefined;
  /** Why it asked or denied, and what a run did that its person should know. */
  readonly notes: readonly string[];
  readonly entry: LogEntry;
}

/** Makes a row of each decision among the entries; the notes of a call's row tell about its run, too. */
export function rowsOf(entries: readonly LogEntry[]): readonly LogRow[] {
  const ends = new Map(entries.flatMap((entry) => (entry.event === 'execution' ? [[entry.call, entry] as const] : [])));
  return entries.flatMap((entry): LogRow[] => {
    if (entry.event === 'gate') return [rowOfGate(entry)];
    return entry.event === 'decision' ? [rowOfCall(entry, ends.get(entry.call))] : [];
  });
}

function rowOfGate(entry: GateEntry): LogRow {
  const { time, decision, line, reasons = [], cwd, root, agent, session } = entry;
  const place = isWholeLine(line) ? { cwd, root, agent, session } : undefined;
  return { time, what: 'gate', decision, line, place, notes: reasons, entry };
}

type Recorded<Event> = Extract<AuditEntry, { readonly event: Event }>;

function rowOfCall(entry: Recorded<'decision'>, end: Recorded<'execution'> | undefined): LogRow {
  const { time, who, decision, argv, parts, cwd, reasons, problems = [], refused, approved } = entry;
  // A line is one argument of bash.
  const line = parts ? (argv.at(-1) ?? '') : argv.map(quoteWord).join(' ');
  const wentAhead = refused === undefined && (decision === 'allow' || approved === true);
  const said = approved === true ? ['approved'] : refused === undefined ? [] : [`refused: ${refused}`];
  const notes = decision === 'allow' && refused === undefined ? [] : [...reasons, ...problems, ...said];
  if (end) notes.push(...notesOf(end));
  else if (wentAhead) notes.push(NO_END);
  const what = who === 'companion' ? 'companion' : who.startsWith('mcp client') ? 'mcp' : 'run';
  const place = isWholeLine(line) && entry.argvBytes === undefined && cwd !== undefined ? { cwd } : undefined;
  return { time, what, decision, line, place, notes, entry };
}

const NO_END = 'no end is on record: it is still running, or its process was killed before it could record the end';

function notesOf({ exitCode, timedOut, truncated, error, sandbox, planted = [] }: Recorded<'execution'>): string[] {
  const code = exitCode === null ? 'was ended by a signal' : `exit code ${exitCode}`;
  const end = timedOut ? 'ran out of time' : truncated ? `${code}, output cut` : code;
  return [
    ...(error !== undefined ? [`did not run: ${plainLine(error)}`] : exitCode === 0 ? [] : [end]),
    ...(error === undefined && !sandbox.applied ? ['no sandbox'] : []),
    ...planted.map(({ path, movedTo, why }) =>
      escapeUnseen(`left ${path}${movedTo === undefined ? '' : `, moved to ${movedTo}`} (${why})`),
    ),
  ];
}
