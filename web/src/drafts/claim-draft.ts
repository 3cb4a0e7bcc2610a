import type { WorkingCopy } from '../state/working-copy.ts';
import type { StoredDraft } from './draft-database.ts';

/** What claiming needs of the browser. */
export interface ClaimPorts {
  /** Newest first. */
  readonly drafts: readonly StoredDraft[];
  /** The id that this browser tab had before a reload, or that a duplicated tab brought along. */
  readonly tabId: string | undefined;
  readonly newId: () => string;
  /** Takes a draft for as long as this page lives; false while another living page has it, also after `patience` ms. */
  readonly lock: (id: string, patience: number) => Promise<boolean>;
}

export interface ClaimedDraft {
  /** Of the draft that this page, and no other living one, writes. */
  readonly id: string;
  /** What it starts with. Absent: nothing was kept. */
  readonly copy?: WorkingCopy;
  /** True: another tab has the draft open, and this is a copy of it. */
  readonly copied: boolean;
}

/** Ms that a reloaded page waits for the one before it to be gone. */
const PATIENCE = 500;

/**
 * Which draft a page goes on with, so that no two pages ever write one draft: its own from before a reload; else the newest;
 * and where a living page has that, a copy of it under a new id.
 */
export async function claimDraft({ drafts, tabId, newId, lock }: ClaimPorts): Promise<ClaimedDraft> {
  // A tab id whose draft another page holds came with a duplicated tab: that draft is then the one to copy.
  const own = drafts.find(({ id }) => id === tabId);
  const found = own ?? drafts[0];
  if (found !== undefined && (await lock(found.id, own === undefined ? 0 : PATIENCE))) {
    return { id: found.id, copy: found.copy, copied: false };
  }
  const id = newId();
  await lock(id, 0);
  return found === undefined ? { id, copied: false } : { id, copy: found.copy, copied: true };
}
