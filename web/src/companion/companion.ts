import type { CompanionState } from './companion-state.ts';
import type { CompanionClient } from './client.ts';

/** The companion as the page's parts are handed it. */
export interface Companion {
  readonly client: CompanionClient;
  readonly state: CompanionState;
  /** For every tab of this browser at this address; `undefined` until a session is open. */
  readonly token: string | undefined;
  /** The page comes from the public host: there is no companion at its address, but short links are taken there. */
  readonly isHosted: boolean;
  /** Looks again; resolves once `state` says what there is. */
  readonly refresh: () => Promise<void>;
}
