import type { AuditEntry } from './audit-event.ts';
import { parseLine } from './audit-line.ts';
import { AuditLogError } from './audit-log-error.ts';
import { openAuditFiles } from './open-audit-files.ts';
import { readLines } from './read-lines.ts';

/**
 * Reads a log's entries, the oldest first.
 *
 * Each line is held against its own hash; that none is missing is for `verifyAuditLog` to tell. A last line that is not finished
 * is left out. It takes no lock; a missing log has no entries.
 * @param options `after`: the number of the last entry that is not wanted; absent: all that are kept.
 * @throws AuditLogError `AUDIT_DAMAGED` at a line that is not as it was written; the system's error.
 */
export async function* readAuditLog(
  path: string,
  options: { readonly after?: number } = {},
): AsyncGenerator<AuditEntry, void, undefined> {
  const { after = 0 } = options;
  const files = await openAuditFiles(path);
  try {
    for (const { path: name, file } of files) {
      for await (const { number, bytes, finished } of readLines(file)) {
        if (!finished) continue;
        const entry = bytes === undefined ? undefined : parseLine(bytes);
        if (entry === undefined) {
          const place = `line ${number} of ${JSON.stringify(name)}`;
          throw new AuditLogError(
            'AUDIT_DAMAGED',
            `In the audit log, ${place} is not as it was written. Verify the log.`,
          );
        }
        if (entry.seq > after) yield entry;
      }
    }
  } finally {
    for (const { file } of files) await file.close();
  }
}
