import type { Drafts } from '../drafts/drafts.ts';
import type { SafeStorage } from '../state/safe-storage.ts';

/** What the browser keeps: for all of its tabs, for this tab, and the draft that is this tab's to write. */
export interface Stores {
  readonly local: SafeStorage;
  readonly session: SafeStorage;
  readonly drafts: Drafts;
}
