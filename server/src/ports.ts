import type { Host, ScanEvent, ToolReading } from '@atip/node';
import type { ActiveCalls } from './calls/active-calls.ts';
import type { AuditTrail } from './calls/audit-trail.ts';
import type { Allowed } from './guard/allowed-hosts.ts';
import type { Session } from './guard/session.ts';
import type { OpenApiDocument } from './http/openapi.ts';
import type { ServerName } from './http/problem.ts';
import type { ReadPage } from './page/page-files.ts';
import type { InTurn } from './shares/short-links.ts';
import type { ShareStore } from './shares/stored-share.ts';
import type { ActiveDiscovery, ToolCatalog } from './tools/tool-catalog.ts';

/** The parts of a companion; `startCompanion` makes them of this machine. */
export interface CompanionPorts {
  /** The companion's own, for `GET /health`. */
  readonly version: string;
  /** The guard's allow-list; read at each request, because port 0 gets its number only by listening. */
  readonly allowed: () => Allowed;
  readonly session: Session;
  readonly catalog: ToolCatalog;
  readonly calls: ActiveCalls;
  readonly discovery: ActiveDiscovery;
  readonly scan: (settings: { readonly refresh: boolean; readonly signal: AbortSignal }) => AsyncIterable<ScanEvent>;
  readonly loadCommands: (name: string, commands: readonly string[]) => Promise<ToolReading>;
  readonly audit: AuditTrail;
  readonly mcp: (request: Request) => Promise<Response>;
  /**
   * Decides about every call and runs it, whatever the client sends; a request has the tools of the catalog. Its `ask` asks in the
   * companion's terminal: then clients' answers do not count. Without one the page asks.
   */
  readonly host: Host;
  /** Asks in the terminal whether a document may be saved, where the host asks there. */
  readonly askToSave?: ((question: readonly string[], withdrawn: AbortSignal) => Promise<boolean>) | undefined;
  readonly shares: ShareStore;
  readonly page: ReadPage;
  /** Address of the page for links, in ASCII without quotes. Absent: the companion's own. */
  readonly publicPage?: string | undefined;
  /** Gets internal failures, which the client does not see. */
  readonly report: (error: unknown) => void;
}

/** The parts of the routes that every server has. */
export interface PortablePorts {
  readonly name: ServerName;
  readonly version: string;
  readonly shares: ShareStore;
  /** Runs changes of one share one after another. Absent at the edge, where many processes share the store. */
  readonly inTurn?: InTurn;
  /** For `GET /openapi.json`: all routes served there, not only the portable ones. */
  readonly openApi: OpenApiDocument;
  readonly report: (error: unknown) => void;
}

export interface CompanionEnv {
  Bindings: CompanionPorts;
}

export interface PortableEnv {
  Bindings: PortablePorts;
}
