import { type AuditEntry, type AuditLog, createAuditLog } from '@atip/node';
import { type auditOf, readAuditLog } from '@atip/node/internal';
import type { AuditTrail } from '../ports.ts';

/**
 * Keeps the record in a file that is opened with the first event, so that a companion without calls leaves no file behind.
 * If the file cannot be opened, the next event tries again.
 */
export function createAuditTrail({ file: path, ...settings }: ReturnType<typeof auditOf>): AuditTrail {
  let opening: Promise<AuditLog> | undefined;
  const open = (): Promise<AuditLog> => {
    opening ??= createAuditLog(path, settings).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    async append(event) {
      await (await open()).append(event);
    },
    async read(after, limit) {
      const entries: AuditEntry[] = [];
      for await (const entry of readAuditLog(path, { after })) {
        entries.push(entry);
        if (entries.length === limit) break;
      }
      return entries;
    },
    async close() {
      // A log that could not be opened has nothing to wait for; the append reported the failure.
      const log = await opening?.catch(() => undefined);
      await log?.close();
    },
  };
}
