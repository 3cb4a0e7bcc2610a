import type { AuditEntry } from '@atip/node';

/** Finds the calls of an audit log that were let go ahead and whose end is not on record. */
export interface OpenCalls {
  /** Takes the next entry, the oldest first. */
  see(entry: AuditEntry): void;
  /** Numbers of the decisions that nothing followed, in their order. */
  open(): readonly number[];
}

/** Memory: one number for each call that is open, and not one for each entry. */
export function createOpenCalls(): OpenCalls {
  const open = new Map<string, number>();
  return {
    see(entry) {
      if (entry.event === 'execution') open.delete(entry.call);
      if (entry.event !== 'decision' || entry.refused !== undefined) return;
      if (entry.decision === 'allow' || entry.approved === true) open.set(entry.call, entry.seq);
    },
    open: () => [...open.values()],
  };
}
