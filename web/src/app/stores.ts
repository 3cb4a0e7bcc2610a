import type { SafeStorage } from '../state/safe-storage.ts';

/** The browser's two stores: for this browser, and for this tab. */
export interface Stores {
  readonly local: SafeStorage;
  readonly session: SafeStorage;
}
