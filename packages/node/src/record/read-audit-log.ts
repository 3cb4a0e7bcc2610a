import { stated } from '@atip/core/internal';
import { resolve } from 'node:path';
import { type AuditEntry, AuditLogError } from './audit-event.ts';
import {
  type AuditFile,
  type AuditHead,
  type AuditRemoved,
  FIRST_PREV,
  type FileLine,
  closeFiles,
  headPath,
  type FoundEntry,
  openAuditFiles,
  parseLine,
  readHead,
  readLines,
  readNewest,
  whenBegun,
} from './audit-files.ts';

/**
 * Reads a log's entries, in the order of their numbers. An unfinished last line is skipped. Takes no lock; a missing log
 * has no entries; reading on `after` the last number misses nothing.
 * @param options `after`: skips entries up to this number; absent: returns all.
 * @throws AuditLogError `AUDIT_DAMAGED` at a changed line; the system's error.
 */
export async function* readAuditLog(
  path: string,
  options: { readonly after?: number } = {},
): AsyncGenerator<AuditEntry, void, undefined> {
  const { after = 0 } = options;
  const files = await openAuditFiles(path);
  try {
    for (const file of files) for await (const entry of entriesOf(file)) if (entry.seq > after) yield entry;
  } finally {
    await closeFiles(files);
  }
}

/** Reads the newest entries, the oldest of them first. Older files are read only where the newer have too few. @throws as `readAuditLog` */
export async function readLastEntries(path: string, count: number): Promise<readonly AuditEntry[]> {
  const files = await openAuditFiles(path);
  try {
    let newest: AuditEntry[] = [];
    for (const file of files.toReversed()) {
      if (newest.length >= count) break;
      const entries: AuditEntry[] = [];
      for await (const entry of entriesOf(file)) {
        entries.push(entry);
        if (entries.length > count) entries.shift();
      }
      newest = [...entries, ...newest].slice(-count);
    }
    return newest;
  } finally {
    await closeFiles(files);
  }
}

/** Reads what a person may want to see: the end of each file, past damaged lines. @throws the system's error */
export function readNewestEntries(path: string): AsyncGenerator<FoundEntry<AuditEntry>> {
  return readNewest(path, parseLine);
}

async function* entriesOf({ path, file }: AuditFile): AsyncGenerator<AuditEntry, void, undefined> {
  for await (const { number, entry, unfinished } of readLines(file)) {
    if (unfinished !== undefined) continue;
    if (entry === undefined) {
      const place = `line ${number} of ${JSON.stringify(path)}`;
      throw new AuditLogError('AUDIT_DAMAGED', `In the audit log, ${place} was changed. Verify the log.`);
    }
    yield entry;
  }
}

/**
 * `changed`: a line was edited; `out-of-order`: lines before it were removed, moved or inserted; `start-missing`,
 * `end-missing`: first or last lines are missing; `end-changed`: the last confirmed line was rewritten; `head-missing`,
 * `head-changed`: missing last lines cannot be detected; `head-lost`: that was so when the log continued here;
 * `log-missing`: a log was begun here and is missing; `log-lost`: that was so when a new one was begun.
 */
export type AuditProblemCode =
  | 'changed'
  | 'out-of-order'
  | 'start-missing'
  | 'end-missing'
  | 'end-changed'
  | 'head-missing'
  | 'head-changed'
  | 'head-lost'
  | 'log-missing'
  | 'log-lost';

/** A problem that no writer who only appends can cause. */
interface AuditProblem {
  /** Absolute, or relative if the log's path was. */
  readonly file: string;
  /** From 1; 0 for the whole file. */
  readonly line: number;
  readonly code: AuditProblemCode;
  readonly message: string;
}

/** The entries that rotation removed. */
export interface AuditGone extends AuditRemoved {
  /** Number of the first kept line. */
  readonly first: number;
}

export interface AuditVerification {
  /** True without problems. */
  readonly ok: boolean;
  /** Unchanged lines. */
  readonly entries: number;
  readonly files: number;
  /** At most the first 1,000. */
  readonly problems: readonly AuditProblem[];
  /** Bytes after the last newline: a line being written, or left by a crash; the next writer sets it aside. */
  readonly unfinished: number;
  /** Absent: rotation has removed nothing yet. */
  readonly dropped?: AuditGone | undefined;
  /** True: the list of logs contains this one. Absent without a list. */
  readonly listed?: boolean;
}

const MAX_PROBLEMS = 1000;

const LOST = {
  'head-lost': 'The head file was lost before this line: lines before it may be gone.',
  'log-lost': 'A log was begun here before this line, and all of it was gone.',
} as const;

interface Walk {
  readonly files: number;
  entries: number;
  unfinished: number;
  /** The last line, changed or not. */
  last: { readonly seq: number; readonly hash: string } | undefined;
  /** The hash of the line with the head's number. */
  atHead: string | undefined;
  readonly gone?: AuditGone | undefined;
  readonly problems: AuditProblem[];
}

/**
 * Checks a whole log: each line's hash, its place in the chain over all files, and the chain's end against the head.
 *
 * It takes no lock, changes nothing, and may run while others append: the head is read first, and the log may have
 * grown since. The beginning is read again after the files are open, because rotation may have removed older ones. A
 * missing log counts as empty, unless the list has it. Limits: the chain has no key. An attacker who can write the log
 * can rewrite all of it, with the head, or remove both and the log's line in the list.
 * @param options `list`: the one given to the log's writer; without it the loss of a whole log is not detected
 * @throws the system's error when a file cannot be read: a check that cannot run is no pass.
 * @see ATIP 0.3 §11
 * @example
 * import { verifyAuditLog, xdgPaths } from '@atip/node';
 *
 * const { audit, auditLogs } = xdgPaths(process.env);
 * const { ok, problems } = await verifyAuditLog(audit, { list: auditLogs });
 */
export async function verifyAuditLog(
  path: string,
  { list }: { readonly list?: string } = {},
): Promise<AuditVerification> {
  const head = await readHead(path);
  const { files, entries, unfinished, problems: found, gone } = await walk(path, head);
  const begun = list === undefined ? undefined : await whenBegun(list, resolve(path));
  const isThere = found.length > 0 || entries > 0 || unfinished > 0;
  const problems = [...found, ...headProblems(path, head, isThere, begun, list)];
  return stated({
    ok: problems.length === 0,
    entries,
    files,
    problems: problems.slice(0, MAX_PROBLEMS),
    unfinished,
    dropped: gone,
    listed: list === undefined ? undefined : begun !== undefined,
  });
}

async function walk(path: string, head: AuditHead | 'broken' | undefined): Promise<Walk> {
  const files = await openAuditFiles(path);
  const known = typeof head === 'object' ? await withLatestStart(path, head) : undefined;
  const result: Walk = {
    files: files.length,
    entries: 0,
    unfinished: 0,
    last: undefined,
    atHead: undefined,
    problems: [],
  };
  try {
    for (const { path: name, file } of files) {
      const written = file === files.at(-1)?.file;
      for await (const line of readLines(file)) checkLine(result, name, line, { head: known, written });
    }
  } finally {
    await closeFiles(files);
  }
  if (known === undefined) return result;
  checkEnd(result, path, known);
  const { first, removed } = known;
  return { ...result, gone: removed.count > 0 ? { first, ...removed } : undefined };
}

/** Reads the beginning again after the files are open, because rotation may have removed older ones. */
async function withLatestStart(path: string, head: AuditHead): Promise<AuditHead> {
  const later = await readHead(path);
  if (typeof later !== 'object') return head;
  const { first, removed } = later;
  return { ...head, first, removed };
}

function checkLine(
  walk: Walk,
  file: string,
  line: FileLine,
  { head, written }: { readonly head: AuditHead | undefined; readonly written: boolean },
): void {
  const report = (code: AuditProblemCode, message: string): void => {
    // Bounds memory for a damaged file with many lines.
    if (walk.problems.length <= MAX_PROBLEMS) walk.problems.push({ file, line: line.number, code, message });
  };
  const { entry, unfinished } = line;
  if (unfinished !== undefined && written) {
    walk.unfinished += unfinished;
    return;
  }
  if (entry === undefined) {
    report('changed', 'This line was changed.');
    return;
  }
  checkPlace(walk, entry, head, report);
  if (entry.event === 'recovered' && entry.reason !== 'torn-line') report(entry.reason, LOST[entry.reason]);
  if (entry.seq === head?.seq) walk.atHead = entry.hash;
  walk.entries += 1;
  walk.last = entry;
}

function checkPlace(
  walk: Walk,
  entry: AuditEntry,
  head: AuditHead | undefined,
  report: (code: AuditProblemCode, message: string) => void,
): void {
  const { last } = walk;
  if (last !== undefined) {
    if (entry.seq === last.seq + 1 && entry.prev === last.hash) return;
    report(
      'out-of-order',
      `Line ${entry.seq} does not follow line ${last.seq}: lines were removed, moved or inserted.`,
    );
  } else if (entry.prev === FIRST_PREV) {
    return;
  } else if (entry.seq === 1) {
    report('out-of-order', 'The first line names one before it.');
  } else if (head !== undefined && entry.seq > head.first) {
    report('start-missing', `The lines before line ${entry.seq}, from ${head.first} on, are gone.`);
  }
}

/** A head that ends before the chain now begins was read before rotation removed its line. */
function checkEnd({ problems, last, atHead }: Walk, file: string, head: AuditHead): void {
  const reached = last?.seq ?? 0;
  if (reached < head.seq) {
    const message = `The lines after line ${reached}, up to ${head.seq}, are gone.`;
    problems.push({ file, line: 0, code: 'end-missing', message });
  } else if (head.seq >= head.first && atHead !== head.hash) {
    const message = `Line ${head.seq} is not the one that was confirmed.`;
    problems.push({ file, line: 0, code: 'end-changed', message });
  }
}

function headProblems(
  path: string,
  head: AuditHead | 'broken' | undefined,
  isThere: boolean,
  begun: string | undefined,
  list: string | undefined,
): AuditProblem[] {
  const problem = { file: headPath(path), line: 0 };
  if (head === 'broken') {
    const message = 'The head file was changed: the last lines may be missing, and nothing shows it.';
    return [{ ...problem, code: 'head-changed', message }];
  }
  if (head === undefined && isThere) {
    const message = 'The head file is gone: the last lines may be missing too, and nothing shows it.';
    return [{ ...problem, code: 'head-missing', message }];
  }
  if (head !== undefined || begun === undefined) return [];
  const message = `A log was begun here at ${begun}, as ${JSON.stringify(list)} says, and all of it is gone.`;
  return [{ file: path, line: 0, code: 'log-missing', message }];
}
