import { type AuditEntry, AuditLogError } from './audit-event.ts';
import { AUDIT_PARTS, type AuditFile, closeFiles, openAuditFiles, partPath, readLines } from './audit-files.ts';
import { readHeads } from './audit-head.ts';

/**
 * Reads a log's entries, what went ahead and what was refused in one order, that of their numbers.
 *
 * Numbers are missing where rotation removed what had them. Each line is held against its own hash; that none is missing is for
 * `verifyAuditLog` to tell. A last line that is not finished is left out. It takes no lock; a missing log has no entries. Whoever
 * goes on after the last number that was read misses nothing.
 * @param options `after`: the number of the last entry that is not wanted; absent: all that are kept.
 * @throws AuditLogError `AUDIT_DAMAGED` at a line that is not as it was written; the system's error.
 */
export async function* readAuditLog(
  path: string,
  options: { readonly after?: number } = {},
): AsyncGenerator<AuditEntry, void, undefined> {
  const { after = 0 } = options;
  const heads = await readHeads(path);
  // Up to here all lines were on the disk before the first file was opened.
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
      // A number that is missing here may stand in the file that was opened first: it was written since.
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

/** Merges streams that are each in the order of their numbers. */
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
