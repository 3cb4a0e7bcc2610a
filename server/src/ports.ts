/** The application's ports to the machine. Tests pass their own. */
import type { PolicyRule } from '@atip/core';
import type { AuditEntry, AuditEvent, Host, ScanEvent, ToolReading, ToolScan } from '@atip/node';
import type { LoadSettings } from '@atip/node/internal';
import type { OpenApiDocument } from './http/openapi.ts';
import type { ServerName } from './http/problem.ts';

export interface CompanionPorts {
  /** The companion's own, for `GET /health`. */
  readonly version: string;
  /** The guard's allow-list; read at each request, because port 0 gets its number only by listening. */
  readonly allowed: () => Allowed;
  readonly session: Session;
  readonly catalogue: ToolCatalogue;
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
  readonly shares: ShareStore;
  readonly page: ReadPage;
  /** Address of the page for links, in ASCII without quotes. Absent: the companion's own. */
  readonly publicPage?: string | undefined;
  /** Gets internal failures, which the client does not see. */
  readonly report: (error: unknown) => void;
}

/** Ports of the portable routes. */
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

/** Runs tasks that share a key one after another; a failed task does not block the next. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export type SharePorts = Pick<PortablePorts, 'shares' | 'inTurn' | 'report'>;

export interface StoredShare {
  readonly fragment: string;
  /** Ms since 1970 by the writer's clock; from then on the share is gone. Absent: for ever. */
  readonly expiresAt?: number;
}

/**
 * Storage for shares. An id is a digest of its content, so two writers of one id always agree about the fragment.
 * A store need not make a write readable at once: in KV that takes up to a minute elsewhere.
 */
export interface ShareStore {
  /** @returns undefined for an unknown id; an expired share may still come. */
  get(id: string): Promise<StoredShare | undefined>;
  /** @param share undefined removes it; removing an unknown id is no error. */
  put(id: string, share: StoredShare | undefined): Promise<void>;
}

export interface Allowed {
  /** Values of `Host`, in lower case, with the port as browsers write it; a refusal names the first one. */
  readonly hosts: readonly string[];
  /** Origins of pages that may use the API, besides the companion's own. */
  readonly origins: readonly string[];
}

export type Exchange =
  | { readonly kind: 'opened'; readonly token: string }
  | { readonly kind: 'refused' }
  /** Refused, and too soon after three others. */
  | Throttled;

export type Authorisation =
  | { readonly kind: 'authorised' }
  | { readonly kind: 'refused' }
  /** Refused, and too soon after twenty others. */
  | Throttled;

export interface Throttled {
  readonly kind: 'throttled';
  /** Ms until the next wrong try gets an answer. */
  readonly retryAfter: number;
}

/** Decides who may use the API: a person to whom the companion showed a link, and who exchanged its code for the token. */
export interface Session {
  /** Makes a new code, which ends the previous one. @param onSpent called once when the code stops working, for any reason. */
  issueCode(onSpent?: () => void): string;
  exchange(code: string): Exchange;
  authorise(authorization: string | undefined): Authorisation;
  /** True when `authorise` would accept it. A wrong one does not count as a try. */
  isToken(authorization: string | undefined): boolean;
  /** From now on no code works until the next one is issued; the token stays valid. */
  revokeCode(): void;
}

/** A call from its acceptance to its end. */
export interface ActiveCall {
  readonly id: string;
  /** Aborts when the call is cancelled, with a ProblemError as its reason. */
  readonly signal: AbortSignal;
  cancel(): void;
  /**
   * Waits for a person to approve exactly this hash.
   * @param ask asks outside of the page, whose answers are then refused.
   * @param keep saves a rule that the answer names; its error is the answer's
   * @throws ProblemError when the question lapsed or the call was cancelled; any error of `ask`.
   */
  confirmation(
    hash: string,
    ask?: (withdrawn: AbortSignal) => Promise<boolean>,
    keep?: (remember: RememberedRule) => Promise<void>,
  ): Promise<boolean>;
  /** Must be called once, at the end. */
  finish(): void;
}

/** A rule that remembers an approval: while this companion runs, or in the person's configuration. */
export interface RememberedRule {
  readonly scope: 'companion' | 'always';
  readonly rule: PolicyRule;
}

export interface CallDecision {
  readonly approve: boolean;
  readonly hash: string;
  /** One of the rules offered with the question. */
  readonly remember?: RememberedRule;
}

export interface ActiveCalls {
  /** @throws ProblemError 429 when too many calls are unfinished; 503 `shutting-down` after a shutdown. */
  admit(): ActiveCall;
  /** @throws ProblemError 404 for an unknown call. */
  cancel(id: string): void;
  /**
   * Answers a waiting call's question.
   * @throws ProblemError 404 `no-question`; 409 `confirm-in-terminal`, `hash-mismatch`, `rule-not-kept`: then the question still
   * waits.
   */
  decide(id: string, decision: CallDecision): void | Promise<void>;
  /** Cancels every call and admits no more; resolves when the last has ended. */
  shutdown(): Promise<void>;
}

export interface ActiveDiscovery {
  /** Begins a discovery. @throws ProblemError 409 `discovery-running` while another one runs. */
  begin(): RunningDiscovery;
  /** Ends the running discovery and starts no more; resolves when it has ended. */
  shutdown(): Promise<void>;
}

export interface RunningDiscovery {
  /** Aborts when the discovery has to end early, with a ProblemError as its reason. */
  readonly signal: AbortSignal;
  cancel(): void;
  finish(): void;
}

export interface AuditTrail {
  /** Puts an event on record; when it resolves, the event is on the disk. @throws the error of a failed write. */
  append(event: AuditEvent): Promise<void>;
  /** At most `limit` entries after a number, the oldest first. @throws AuditLogError `AUDIT_DAMAGED`; the system's error. */
  read(after: number, limit: number): Promise<readonly AuditEntry[]>;
  /** Waits for all earlier appends. */
  close(): Promise<void>;
}

export interface ToolCatalogue {
  /** Reads the registry and the directories again. @returns the result, or that of a later refresh. */
  refresh(): Promise<ToolScan>;
  current(): ToolScan;
  /**
   * Asks tools that are known by their overview for the wanted commands, each tool once. A program that gave no answer is asked
   * again after it changed, or by `loadCommands`.
   */
  load(wanted: NonNullable<LoadSettings['wanted']>): Promise<ToolScan>;
  /** Runs on every scan that replaces an earlier one. */
  onChange(listener: (scan: ToolScan) => void): void;
}

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** True: its name changes with its content, so caches may keep it for ever. */
  readonly immutable: boolean;
  /** Compression of `body`. Absent: none. */
  readonly encoding?: 'br';
}

/** Reads one file of the built page by its URL path, with `brotli` in the compressed form; null for an unknown path. */
export type ReadPage = (path: string, settings?: { readonly brotli: boolean }) => Promise<PageFile | null>;
