import { type AuditEntry, type AuditEvent, type AuditLog, createAuditLog, verifyAuditLog } from '@atip/node';
import { type auditOf, readAuditLog, readLastEntries } from '@atip/node/internal';

/**
 * Keeps the record in a file that is opened with the first event, so that a companion without calls leaves no file behind.
 * If the file cannot be opened, the next event tries again.
 */
export function createAuditTrail({ file: path, ...settings }: ReturnType<typeof auditOf>) {
  let opening: Promise<AuditLog> | undefined;
  const open = (): Promise<AuditLog> => {
    opening ??= createAuditLog(path, settings).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    /** Puts an event on record; when it resolves, the event is on the disk. @throws the error of a failed write. */
    async append(event: AuditEvent): Promise<void> {
      await (await open()).append(event);
    },
    /** At most `limit` entries after a number, the oldest first. @throws AuditLogError `AUDIT_DAMAGED`; the system's error. */
    async read(after: number, limit: number): Promise<readonly AuditEntry[]> {
      const entries: AuditEntry[] = [];
      for await (const entry of readAuditLog(path, { after })) {
        entries.push(entry);
        if (entries.length === limit) break;
      }
      return entries;
    },
    /** The newest entries, the oldest first. @throws as `read` */
    last: (count: number) => readLastEntries(path, count),
    /** Checks the chain of hashes over all files. @throws the system's error */
    verify: () => verifyAuditLog(path, settings),
    /** Waits for all earlier appends. */
    async close(): Promise<void> {
      // A log that could not be opened has nothing to wait for; the append reported the failure.
      const log = await opening?.catch(() => undefined);
      await log?.close();
    },
  };
}

export type AuditTrail = ReturnType<typeof createAuditTrail>;
