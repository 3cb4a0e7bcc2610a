import type { AuditEntry } from './audit-event.ts';
import { type AuditHead, headPath, readHead } from './audit-head.ts';
import { FIRST_PREV, parseLine } from './audit-line.ts';
import { openAuditFiles } from './open-audit-files.ts';
import { type FileLine, readLines } from './read-lines.ts';

/**
 * `changed`: a line is not as it was written; `out-of-order`: it does not follow the line before, so that lines between were
 * removed, moved or put in; `start-missing`: the first lines are gone; `end-missing`: lines that the head names are gone;
 * `end-changed`: the line that the head names was written anew; `head-missing`, `head-changed`: nothing tells whether the
 * last lines are gone; `head-lost`: so it was when the log went on here.
 */
export type AuditProblemCode =
  | 'changed'
  | 'out-of-order'
  | 'start-missing'
  | 'end-missing'
  | 'end-changed'
  | 'head-missing'
  | 'head-changed'
  | 'head-lost';

/** Something that nobody who only appends to a log can cause. */
export interface AuditProblem {
  /** Absolute, or as the log's path was given. */
  readonly file: string;
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  readonly code: AuditProblemCode;
  /** For a person. */
  readonly message: string;
}

export interface AuditVerification {
  /** No problems, and nothing was left out. */
  readonly ok: boolean;
  /** Lines that are as they were written. */
  readonly entries: number;
  readonly files: number;
  /** The first 1,000. */
  readonly problems: readonly AuditProblem[];
  /** Bytes after the last newline: a line that is being written, or that a crash left; the next writer sets it aside. */
  readonly unfinished: number;
}

const MAX_PROBLEMS = 1000;

interface Walk {
  entries: number;
  unfinished: number;
  /** The last line, changed or not. */
  last: { readonly seq: number; readonly hash: string } | undefined;
  /** The hash that the line of the head's number has. */
  atHead: string | undefined;
  readonly problems: AuditProblem[];
}

/**
 * Checks a whole log: each line's hash, its place in the chain over all files, and its end against the head.
 *
 * It takes no lock, changes nothing, and may run while others append: the head is read first, and a log that has grown since
 * is further than it. Where the log begins is read once its files are open, since older ones may have been removed meanwhile. A missing log is one without entries.
 * Limits: the chain has no key. Who can write the log can write all of it anew, with the head, or remove both.
 * @throws the system's error when a file cannot be read: a check that cannot run is no pass.
 * @see ATIP 0.3 §11
 */
export async function verifyAuditLog(path: string): Promise<AuditVerification> {
  const head = await readHead(path);
  const files = await openAuditFiles(path);
  const walk: Walk = { entries: 0, unfinished: 0, last: undefined, atHead: undefined, problems: [] };
  try {
    const known = await withLatestStart(path, head);
    for (const { path: name, file } of files) {
      const written = file === files.at(-1)?.file;
      for await (const line of readLines(file)) checkLine(walk, name, line, { head: known, written });
    }
  } finally {
    for (const { file } of files) await file.close();
  }
  checkEnd(walk, path, head);
  const { entries, unfinished, problems } = walk;
  const listed = problems.slice(0, MAX_PROBLEMS);
  return { ok: problems.length === 0, entries, files: files.length, problems: listed, unfinished };
}

async function withLatestStart(path: string, head: AuditHead | 'broken' | undefined): Promise<AuditHead | undefined> {
  if (typeof head !== 'object') return undefined;
  const later = await readHead(path);
  return typeof later === 'object' ? { ...head, first: later.first } : head;
}

function checkLine(
  walk: Walk,
  file: string,
  line: FileLine,
  { head, written }: { readonly head: AuditHead | undefined; readonly written: boolean },
): void {
  const report = (code: AuditProblemCode, message: string): void => {
    // A damaged file of many lines must not take all memory.
    if (walk.problems.length <= MAX_PROBLEMS) walk.problems.push({ file, line: line.number, code, message });
  };
  if (!line.finished && written) {
    walk.unfinished += line.bytes?.length ?? 0;
    return;
  }
  const entry = line.bytes === undefined || !line.finished ? undefined : parseLine(line.bytes);
  if (entry === undefined) {
    report('changed', 'This line is not as it was written.');
    return;
  }
  checkPlace(walk, entry, head, report);
  if (entry.event === 'recovered' && entry.reason === 'head-lost') {
    report('head-lost', 'The head file was lost before this line: lines before it may be gone.');
  }
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
    report('out-of-order', `Line ${entry.seq} does not follow line ${last.seq}: lines were removed, moved or put in.`);
  } else if (entry.seq === 1) {
    if (entry.prev !== FIRST_PREV) report('out-of-order', 'The first line names one before it.');
  } else if (head !== undefined && entry.seq > head.first) {
    report('start-missing', `Lines ${head.first} to ${entry.seq - 1} are gone.`);
  }
}

function checkEnd(walk: Walk, path: string, head: AuditHead | 'broken' | undefined): void {
  const report = (code: AuditProblemCode, message: string): void => {
    walk.problems.push({ file: headPath(path), line: 0, code, message });
  };
  const last = walk.last?.seq ?? 0;
  if (head === 'broken') {
    report('head-changed', 'The head file is not as it was written: nothing tells whether the last lines are gone.');
  } else if (head === undefined) {
    if (last > 0 || walk.problems.length > 0 || walk.unfinished > 0) {
      report('head-missing', 'The head file is gone: nothing tells whether the last lines are gone as well.');
    }
  } else if (last < head.seq) {
    report('end-missing', `Lines ${last + 1} to ${head.seq} are gone.`);
  } else if (head.seq > 0 && walk.atHead !== head.hash) {
    report('end-changed', `Line ${head.seq} is not the one that was confirmed.`);
  }
}
