import { dirname, resolve } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { withFileLock } from '../files/file-lock.ts';
import { type AppendSettings, appendLines } from './append-lines.ts';
import type { AuditEvent, AuditReceipt } from './audit-event.ts';
import { AuditLogError } from './audit-log-error.ts';
import type { RecordedEvent } from './continue-chain.ts';
import { recordEvent } from './record-event.ts';
import { type Redact, redactText } from './redact-text.ts';

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
  /** Bytes of a file before the next is begun, ≥ 1. Absent: 8 MiB. A file holds one line or one batch at least. */
  readonly maxBytes?: number;
  /** Older files that are kept, 1 to 999. Absent: 8. */
  readonly keep?: number;
  /** Takes the secrets out of a text. Absent: what `findSecrets` finds is masked. Options for secrets always are. */
  readonly redact?: Redact;
}

const MAX_BYTES = 8_388_608;
const KEEP = 8;
/** Events that are written together; those of one batch share the wait for the disk. */
const BATCH = 32;

interface Pending {
  readonly event: RecordedEvent;
  resolve(receipt: AuditReceipt): void;
  reject(error: unknown): void;
}

/**
 * Opens an audit log: one line of JSON for each event, each with the hash of the one before.
 *
 * Several processes may append to one log. A line that a crash left unfinished is set aside and a `recovered` line says so;
 * nothing else is ever rewritten. Beside `audit.jsonl` stand `audit.jsonl.1` and older files, `audit.jsonl.head`, which
 * tells where the log ends, and `audit.jsonl.lock`.
 * Limits: the chain shows edits and cuts to `verifyAuditLog` as long as not everything after them is written anew, head
 * included; whoever needs more keeps the receipts elsewhere. Masking is best effort.
 * @throws RangeError for settings out of range; the system's error when the directory cannot be made.
 * @see ATIP 0.3 §11
 */
export async function createAuditLog(path: string, settings: AuditLogSettings = {}): Promise<AuditLog> {
  const { clock = () => new Date(), maxBytes = MAX_BYTES, keep = KEEP, redact = redactText } = settings;
  checkRange('maxBytes', maxBytes, Number.MAX_SAFE_INTEGER);
  checkRange('keep', keep, 999);
  const file = resolve(path);
  await ensureDirectory(dirname(file));
  const write = createBatchWriter(file, { clock, maxBytes, keep });
  let closed = false;
  let end: Promise<unknown> = Promise.resolve();
  return {
    async append(event) {
      if (closed) throw new AuditLogError('AUDIT_CLOSED', 'The audit log was closed; open it again to append to it.');
      const written = write(recordEvent(event, redact));
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

function checkRange(name: string, value: number, highest: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= highest) return;
  throw new RangeError(`${name} is a whole number from 1 to ${highest}, not ${value}.`);
}

/** Makes a function that writes events in order, those that come while others are written together. */
function createBatchWriter(path: string, settings: AppendSettings): (event: RecordedEvent) => Promise<AuditReceipt> {
  const waiting: Pending[] = [];
  let running = false;
  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) await writeBatch(path, waiting.splice(0, BATCH), settings);
    running = false;
  }
  return (event) =>
    new Promise((resolve, reject) => {
      waiting.push({ event, resolve, reject });
      if (!running) run().catch(reject);
    });
}

async function writeBatch(path: string, batch: readonly Pending[], settings: AppendSettings): Promise<void> {
  try {
    const events = batch.map(({ event }) => event);
    const receipts = await withFileLock(`${path}.lock`, () => appendLines(path, events, settings));
    batch.forEach(({ resolve, reject }, at) => {
      const receipt = receipts[at];
      if (receipt === undefined) reject(new Error('The audit log gave no receipt.'));
      else resolve(receipt);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
