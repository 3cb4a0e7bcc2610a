import { type AuditEvent, AuditLogError, type AuditReceipt, type AuditRotation } from './audit-event.ts';
import { dirname, resolve } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { withFileLock } from '../files/file-lock.ts';
import { appendEvent } from './append-event.ts';
import { partOf } from './audit-files.ts';
import { noteBegun, whenBegun } from './audit-head.ts';
import { type Redact, redactText } from './mask-arguments.ts';
import { recordEvent } from './record-event.ts';

/** A record of what was decided and what ran. */
export interface AuditLog {
  /**
   * Puts an event on record; when it resolves, the line is on the disk.
   *
   * @throws TypeError for what is no event; AuditLogError `AUDIT_CLOSED`, `AUDIT_DAMAGED`; LockTimeoutError; the system's
   * error, such as `ENOSPC`. The event is then not in the log.
   */
  append(event: AuditEvent): Promise<AuditReceipt>;
  /** Waits for what was appended before; nothing can be appended after. */
  close(): Promise<void>;
}

export interface AuditLogSettings {
  /** Absent: the system's. */
  readonly clock?: () => Date;
  /** Bytes of a file before the next is begun, ≥ 1. Absent: 8 MiB. A file holds one line at least. */
  readonly maxBytes?: number;
  /** Older files that are kept, 1 to 999. Absent: 8. */
  readonly keep?: number;
  /** The same for the files of refused calls. Absent: 2 MiB, and 4. */
  readonly refused?: Partial<AuditRotation>;
  /**
   * Absolute path of a list, apart from the log, that names logs that were begun: `xdgPaths(env).auditLogs`. Absent: the log is
   * not listed, and its loss as a whole does not show.
   */
  readonly list?: string;
  /** Takes the secrets out of a text. Absent: what `findSecrets` finds is masked. Options for secrets always are. */
  readonly redact?: Redact;
}

const MAIN: AuditRotation = { maxBytes: 8_388_608, keep: 8 };
const REFUSED: AuditRotation = { maxBytes: 2_097_152, keep: 4 };
/**
 * Opens an audit log: one line of JSON for each event, each with the hash of the one before.
 *
 * Refused calls stand in a chain of their own with a rotation of its own, so that no number of them pushes out what happened;
 * of their argv 1 KiB is kept. Both chains share their numbers, and so have one order.
 *
 * Several processes may append to one log. A line that a crash left unfinished is set aside and a `recovered` line says so;
 * nothing else is ever rewritten. Beside `audit.jsonl` stand `audit.jsonl.1` and older files, `audit.jsonl.head`, which
 * tells where both chains begin and end and what rotation removed, and `audit.jsonl.lock`; `audit.jsonl.refused` is the second
 * chain's newest file.
 * Limits: the chain shows edits and cuts to `verifyAuditLog` as long as not everything after them is written anew, head
 * included; whoever needs more keeps the receipts elsewhere. Masking is best effort.
 * @throws RangeError for settings out of range; the system's error when the directory cannot be made.
 * @see ATIP 0.3 §11
 * @example
 * import { createAuditLog, createExecutor, xdgPaths } from '@atip/node';
 *
 * const paths = xdgPaths(process.env);
 * const log = await createAuditLog(paths.audit, { list: paths.auditLogs });
 * const executor = createExecutor({ tools: [], audit: { log, who: 'ada' } });
 */
export async function createAuditLog(path: string, settings: AuditLogSettings = {}): Promise<AuditLog> {
  const { clock = () => new Date(), redact = redactText, list } = settings;
  const rotation = { main: rotationOf(settings, MAIN), refused: rotationOf(settings.refused ?? {}, REFUSED) };
  const file = resolve(path);
  await ensureDirectory(dirname(file));
  const begun = async (): Promise<string | undefined> => list && whenBegun(list, file);
  let isListed = list === undefined;
  let closed = false;
  let end: Promise<unknown> = Promise.resolve();
  return {
    async append(event) {
      if (closed) throw new AuditLogError('AUDIT_CLOSED', 'The audit log was closed; open it again to append to it.');
      const recorded = recordEvent(event, redact);
      // Callers of this process get the lock in the order in which they came.
      const written = withFileLock(`${file}.lock`, async () => {
        const receipt = await appendEvent(file, partOf(event), recorded, { clock, begun, rotation });
        if (!isListed && list !== undefined) await noteBegun(list, file, clock());
        isListed = true;
        return receipt;
      });
      // Without the results: each would be held by the next for as long as the log is open.
      end = Promise.allSettled([end, written]).then(() => undefined);
      return written;
    },
    async close() {
      closed = true;
      await end;
    },
  };
}

function rotationOf(
  { maxBytes, keep }: { readonly maxBytes?: number; readonly keep?: number },
  standard: AuditRotation,
): AuditRotation {
  const rotation = { maxBytes: maxBytes ?? standard.maxBytes, keep: keep ?? standard.keep };
  checkRange('maxBytes', rotation.maxBytes, Number.MAX_SAFE_INTEGER);
  checkRange('keep', rotation.keep, 999);
  return rotation;
}

function checkRange(name: string, value: number, highest: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= highest) return;
  throw new RangeError(`${name} is a whole number from 1 to ${highest}, not ${value}.`);
}
