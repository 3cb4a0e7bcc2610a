import type { Health } from '../contract/contract.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import type { ShareStore } from './share-store.ts';

/** What the portable routes get from whoever serves them. */
export interface PortablePorts {
  readonly name: Health['name'];
  readonly version: string;
  readonly shares: ShareStore;
  /** For `GET /openapi.json`: every route that is served there, not only the portable ones. */
  readonly openApi: OpenApiDocument;
  /** Gets what went wrong inside, which the client is not told. */
  readonly report: (error: unknown) => void;
}
