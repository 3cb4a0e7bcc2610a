import { AuditLogError } from '@atip/node';
import type { CompanionPorts } from '../ports/companion-ports.ts';
import type { AuditList } from '../contract/contract.ts';
import { ProblemError } from '../http/problem.ts';

/** Entries of one answer. */
const AUDIT_LIMIT = 500;

/**
 * What is on record behind a number, the oldest first.
 *
 * @param after number of the last entry that the client has; 0 for none.
 * @throws ProblemError 500 `audit-damaged` when a line is not as it was written.
 */
export async function listAudit(after: number, ports: CompanionPorts): Promise<AuditList> {
  try {
    const entries = await ports.audit.read(after, AUDIT_LIMIT + 1);
    return { entries: entries.slice(0, AUDIT_LIMIT), more: entries.length > AUDIT_LIMIT };
  } catch (cause) {
    if (!(cause instanceof AuditLogError)) throw cause;
    throw new ProblemError(500, 'audit-damaged', cause.message, { cause });
  }
}
