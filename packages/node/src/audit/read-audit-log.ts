import { resolve } from 'node:path';
import { type AuditEntry, AuditLogError, type AuditPart } from './audit-event.ts';
import {
  AUDIT_PARTS,
  type AuditFile,
  closeFiles,
  openAuditFiles,
  partPath,
  readLines,
  type FileLine,
} from './audit-files.ts';
import { readHeads, type AuditHead, type AuditHeads, type AuditRemoved, headPath, whenBegun } from './audit-head.ts';
import { FIRST_PREV } from './audit-line.ts';

/**
 * Reads a log's entries, of both chains, in the order of their numbers.
 * Rotation leaves gaps in the numbers; `verifyAuditLog` finds other gaps. An unfinished last line is skipped. Takes no
 * lock; a missing log has no entries; reading on `after` the last number misses nothing.
 * @param options `after`: skips entries up to this number; absent: returns all.
 * @throws AuditLogError `AUDIT_DAMAGED` at a changed line; the system's error.
 */
export async function* readAuditLog(
  path: string,
  options: { readonly after?: number } = {},
): AsyncGenerator<AuditEntry, void, undefined> {
  const { after = 0 } = options;
  const heads = await readHeads(path);
  // All lines up to this number were on the disk before the first file was opened.
  let known = typeof heads === 'object' ? Math.max(heads.main.seq, heads.refused.seq) : Number.POSITIVE_INFINITY;
  const files: AuditFile[] = [];
  try {
    const streams = [];
    for (const part of AUDIT_PARTS) {
      const opened = await openAuditFiles(partPath(path, part));
      files.push(...opened);
      streams.push(entriesOf(opened));
    }
    for await (const entry of inOrder(streams)) {
      // A number missing here may be in the file that was opened first, written since.
      if (entry.seq > known + 1) return;
      known = Math.max(known, entry.seq);
      if (entry.seq > after) yield entry;
    }
  } finally {
    await closeFiles(files);
  }
}

async function* entriesOf(files: readonly AuditFile[]): AsyncGenerator<AuditEntry, void, undefined> {
  for (const { path, file } of files) {
    for await (const { number, entry, unfinished } of readLines(file)) {
      if (unfinished !== undefined) continue;
      if (entry === undefined) {
        const place = `line ${number} of ${JSON.stringify(path)}`;
        throw new AuditLogError(
          'AUDIT_DAMAGED',
          `In the audit log, ${place} is not as it was written. Verify the log.`,
        );
      }
      yield entry;
    }
  }
}

/** Merges streams whose entries are sorted by number. */
async function* inOrder(
  streams: readonly AsyncGenerator<AuditEntry, void, undefined>[],
): AsyncGenerator<AuditEntry, void, undefined> {
  const waiting: { readonly entry: AuditEntry; readonly stream: AsyncGenerator<AuditEntry, void, undefined> }[] = [];
  const take = async (stream: AsyncGenerator<AuditEntry, void, undefined>): Promise<void> => {
    const next = await stream.next();
    if (next.done !== true) waiting.push({ entry: next.value, stream });
  };
  for (const stream of streams) await take(stream);
  for (;;) {
    const [first] = waiting.sort((a, b) => a.entry.seq - b.entry.seq);
    if (first === undefined) return;
    waiting.shift();
    yield first.entry;
    await take(first.stream);
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
export interface AuditProblem {
  /** Absolute, or relative if the log's path was. */
  readonly file: string;
  /** From 1; 0 for the whole file. */
  readonly line: number;
  readonly code: AuditProblemCode;
  readonly message: string;
}

/** The entries that rotation removed from one of a log's two chains. */
export interface AuditGone extends AuditRemoved {
  /** The chain's newest file. */
  readonly file: string;
  /** Number of the first kept line. */
  readonly first: number;
}

export interface AuditVerification {
  /** True without problems. */
  readonly ok: boolean;
  /** Unchanged lines, refused calls included. */
  readonly entries: number;
  readonly files: number;
  /** At most the first 1,000. */
  readonly problems: readonly AuditProblem[];
  /** Bytes after the last newline: a line being written, or left by a crash; the next writer sets it aside. */
  readonly unfinished: number;
  /** One for each chain that rotation shortened; this is normal. */
  readonly dropped: readonly AuditGone[];
  /** True: the list of logs contains this one. Absent without a list. */
  readonly listed?: boolean;
}

export interface VerifyAuditSettings {
  /** The list given to the log's writer. Absent: the loss of a whole log is not detected. */
  readonly list?: string;
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
  readonly gone: readonly AuditGone[];
  readonly problems: AuditProblem[];
}

/**
 * Checks a whole log: each line's hash, its place in its chain over all files, and the ends of both chains against the
 * head.
 *
 * It takes no lock, changes nothing, and may run while others append: the head is read first, and the log may have
 * grown since. The beginning of a chain is read again after its files are open, because rotation may have removed older
 * ones. A missing log counts as empty, unless the list has it. Limits: the chains have no key. An attacker who can
 * write the log can rewrite all of it, with the head, or remove both and the log's line in the list.
 * @throws the system's error when a file cannot be read: a check that cannot run is no pass.
 * @see ATIP 0.3 §11
 * @example
 * import { verifyAuditLog, xdgPaths } from '@atip/node';
 *
 * const { audit, auditLogs } = xdgPaths(process.env);
 * const { ok, problems } = await verifyAuditLog(audit, { list: auditLogs });
 */
export async function verifyAuditLog(path: string, { list }: VerifyAuditSettings = {}): Promise<AuditVerification> {
  const heads = await readHeads(path);
  const walks: Walk[] = [];
  for (const part of AUDIT_PARTS) walks.push(await walkPart(path, part, heads));
  const sum = (key: 'entries' | 'files' | 'unfinished'): number => walks.reduce((all, walk) => all + walk[key], 0);
  const begun = list === undefined ? undefined : await whenBegun(list, resolve(path));
  const found = walks.flatMap(({ problems }) => problems);
  const isThere = found.length > 0 || sum('entries') > 0 || sum('unfinished') > 0;
  const problems = [...found, ...headProblems(path, heads, isThere, begun, list)];
  return {
    ok: problems.length === 0,
    entries: sum('entries'),
    files: sum('files'),
    problems: problems.slice(0, MAX_PROBLEMS),
    unfinished: sum('unfinished'),
    dropped: walks.flatMap(({ gone }) => gone),
    ...(list !== undefined && { listed: begun !== undefined }),
  };
}

async function walkPart(path: string, part: AuditPart, heads: AuditHeads | 'broken' | undefined): Promise<Walk> {
  const own = partPath(path, part);
  const files = await openAuditFiles(own);
  const known = await withLatestStart(path, part, heads);
  const walk: Walk = {
    files: files.length,
    entries: 0,
    unfinished: 0,
    last: undefined,
    atHead: undefined,
    problems: [],
    gone: [],
  };
  try {
    for (const { path: name, file } of files) {
      const written = file === files.at(-1)?.file;
      for await (const line of readLines(file)) checkLine(walk, name, line, { head: known, written });
    }
  } finally {
    await closeFiles(files);
  }
  if (known === undefined) return walk;
  checkEnd(walk, own, known);
  const { first, removed } = known;
  return { ...walk, gone: removed.count > 0 ? [{ file: own, first, ...removed }] : [] };
}

/** Reads the beginning of a chain again after its files are open, because rotation may have removed older ones. */
async function withLatestStart(
  path: string,
  part: AuditPart,
  heads: AuditHeads | 'broken' | undefined,
): Promise<AuditHead | undefined> {
  if (typeof heads !== 'object') return undefined;
  const later = await readHeads(path);
  if (typeof later !== 'object') return heads[part];
  const { first, removed } = later[part];
  return { ...heads[part], first, removed };
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
    report('changed', 'This line is not as it was written.');
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
    // Numbers in between belong to the other chain.
    if (entry.seq > last.seq && entry.prev === last.hash) return;
    report('out-of-order', `Line ${entry.seq} does not follow line ${last.seq}: lines were removed, moved or put in.`);
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
  heads: AuditHeads | 'broken' | undefined,
  isThere: boolean,
  begun: string | undefined,
  list: string | undefined,
): AuditProblem[] {
  const problem = { file: headPath(path), line: 0 };
  if (heads === 'broken') {
    const message = 'The head file is not as it was written: nothing tells whether the last lines are gone.';
    return [{ ...problem, code: 'head-changed', message }];
  }
  if (heads === undefined && isThere) {
    const message = 'The head file is gone: nothing tells whether the last lines are gone as well.';
    return [{ ...problem, code: 'head-missing', message }];
  }
  if (heads !== undefined || begun === undefined) return [];
  const message = `A log was begun here at ${begun}, as ${JSON.stringify(list)} says, and all of it is gone.`;
  return [{ file: path, line: 0, code: 'log-missing', message }];
}
