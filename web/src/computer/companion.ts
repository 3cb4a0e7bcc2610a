import type { CompanionState } from './companion-state.ts';
import type { CompanionClient } from './client.ts';

export interface Companion {
  readonly client: CompanionClient;
  readonly state: CompanionState;
  /** For every tab of this browser at this address; `undefined` until a session is open. */
  readonly token: string | undefined;
  /** The page comes from the public host: its address has no companion but stores short links. */
  readonly isHosted: boolean;
  /** Looks again; resolves when `state` is up to date. */
  readonly refresh: () => Promise<void>;
}
