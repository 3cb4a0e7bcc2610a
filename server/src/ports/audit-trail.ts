import type { AuditEntry, AuditEvent } from '@atip/node';

/** The record of what was decided and what ran. */
export interface AuditTrail {
  /**
   * Puts an event on record; when it resolves, it is on the disk.
   *
   * @throws whatever keeps it from being written.
   */
  append(event: AuditEvent): Promise<void>;
  /**
   * The entries behind a number, the oldest first.
   *
   * @param limit of entries, > 0.
   * @throws AuditLogError `AUDIT_DAMAGED`; the system's error.
   */
  read(after: number, limit: number): Promise<readonly AuditEntry[]>;
  /** Waits for what was appended before. */
  close(): Promise<void>;
}
