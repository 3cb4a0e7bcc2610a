import type { Health } from '../contract/contract.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import type { InTurn } from './in-turn.ts';
import type { ShareStore } from './share-store.ts';

/** What the portable routes get from whoever serves them. */
export interface PortablePorts {
  readonly name: Health['name'];
  readonly version: string;
  readonly shares: ShareStore;
  /**
   * Does what reads a share and then changes it one after the other. Absent, as at the edge: nothing can promise that of a store which
   * many processes have, and the store drops by itself what has expired.
   */
  readonly inTurn?: InTurn;
  /** Ms since 1970; may jump. */
  readonly now: () => number;
  /** For `GET /openapi.json`: every route that is served there, not only the portable ones. */
  readonly openApi: OpenApiDocument;
  /** Gets what went wrong inside, which the client is not told. */
  readonly report: (error: unknown) => void;
}
