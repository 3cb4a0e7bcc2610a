/** The application's ports to the machine. Tests pass their own. */
import type { ExecutionPolicy, PolicyRule, ResultFilterOptions } from '@atip/core';
import type { CallOutputs, ContextKeeper } from '@atip/core/internal';
import type { AuditEntry, AuditEvent, ScanEvent, ToolReading, ToolScan } from '@atip/node';
import type {
  CallQuestion,
  KeptRules,
  LineCall,
  LineCallSettings,
  Remembering,
  Slots,
  ToolMachine,
  LoadSettings,
} from '@atip/node/internal';
import type { OpenApiDocument } from './http/openapi.ts';
import type { ServerName } from './http/problem.ts';

export interface CompanionPorts {
  /** Of the companion itself, for `GET /health`. */
  readonly version: string;
  /** Whom the guard lets pass; asked at each request, because port 0 becomes a number only by listening. */
  readonly allowed: () => Allowed;
  readonly session: Session;
  readonly catalogue: ToolCatalogue;
  readonly calls: ActiveCalls;
  readonly discovery: ActiveDiscovery;
  readonly scan: (settings: { readonly refresh: boolean; readonly signal: AbortSignal }) => AsyncIterable<ScanEvent>;
  readonly loadCommands: (name: string, commands: readonly string[]) => Promise<ToolReading>;
  readonly audit: AuditTrail;
  readonly mcp: (request: Request) => Promise<Response>;
  readonly machine: ToolMachine;
  /** Judges a shell line by the documents of this machine; all policies hold. */
  readonly checkLine: (line: string, settings: Pick<LineCallSettings, 'id' | 'cwd' | 'policies'>) => Promise<LineCall>;
  /**
   * Asks in the companion's terminal whether a call may run; clients' answers then do not count. False: no, or no answer before
   * the signal aborts. Absent: the page asks.
   */
  readonly ask?: (question: CallQuestion, withdrawn: AbortSignal, remembering?: Remembering) => Promise<boolean>;
  readonly shares: ShareStore;
  readonly page: ReadPage;
  /** Address of the page that links are made for, in ASCII without quotes. Absent: the companion's own. */
  readonly publicPage?: string | undefined;
  /** Is told what ran, and tells others. */
  readonly context: ContextKeeper;
  /** Directory in which calls run, absolute. */
  readonly cwd: string;
  /** Directories that calls may write, absolute. Absent: `cwd` alone. */
  readonly writableRoots?: readonly string[];
  /** Calls are held against it whatever the client says. */
  readonly policy: ExecutionPolicy;
  /** In place of `policy`: answers may add rules to it. Absent: an answer is about one call. */
  readonly rules?: KeptRules;
  /** What is redacted besides secrets. */
  readonly output?: ResultFilterOptions;
  /** Gets what went wrong inside, which the client is not told. */
  readonly report: (error: unknown) => void;
}

/** Ports of the portable routes. */
export interface PortablePorts {
  readonly name: ServerName;
  readonly version: string;
  readonly shares: ShareStore;
  /** Runs changes of one share one after another. Absent at the edge, where many processes share the store. */
  readonly inTurn?: InTurn;
  /** For `GET /openapi.json`: every route that is served there, not only the portable ones. */
  readonly openApi: OpenApiDocument;
  readonly report: (error: unknown) => void;
}

/** Runs tasks that share a key one after another; a failed task does not block the next. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export type SharePorts = Pick<PortablePorts, 'shares' | 'inTurn' | 'report'>;

export interface StoredShare {
  readonly fragment: string;
  /** Ms since 1970, by the clock of whoever stored it; from then on nobody is given it. Absent: for ever. */
  readonly expiresAt?: number;
  /** base64url of the SHA-256 of the token that deletes it. Absent: it cannot be deleted. */
  readonly deletion?: string;
}

/**
 * Where shares are kept, by ids that say their content: two writers of one id never disagree about the fragment.
 * A store need not promise that a write is read at once. In KV two first writers each get a token, and that of the later write
 * counts; a deleted share may be read, and said to be there, for a minute or more.
 */
export interface ShareStore {
  /** @returns undefined when there is none of that id; one that has expired may still come. */
  get(id: string): Promise<StoredShare | undefined>;
  /** @param share undefined removes it; to remove what is not there is no error. */
  put(id: string, share: StoredShare | undefined): Promise<void>;
}

export interface Allowed {
  /** Values of `Host`, in lower case, with the port as browsers write it; the first is told to whoever is refused. */
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
  /** Ms until the next wrong try is answered. */
  readonly retryAfter: number;
}

/** Who may use the API: whoever was shown a link by the companion, and turned its code into the token. */
export interface Session {
  /** Makes a new code, which ends the one before. @param onSpent called once when it stops working, however. */
  issueCode(onSpent?: () => void): string;
  exchange(code: string): Exchange;
  authorise(authorization: string | undefined): Authorisation;
  /** True when `authorise` would take it. A wrong one does not count as a try. */
  isToken(authorization: string | undefined): boolean;
  /** From now on no code works, until another is issued; the token stays good. */
  revokeCode(): void;
}

/** A call from its acceptance to its end. */
export interface ActiveCall {
  readonly id: string;
  /** Aborts when the call is cancelled; its reason is then a ProblemError. */
  readonly signal: AbortSignal;
  cancel(): void;
  /**
   * Waits for a person to approve exactly this hash.
   * @param ask asks elsewhere than in the page, whose answers are then refused.
   * @param keep keeps a rule that the answer names; its error is the answer's
   * @throws ProblemError when the question lapsed or the call was cancelled; whatever `ask` fails with.
   */
  confirmation(
    hash: string,
    ask?: (withdrawn: AbortSignal) => Promise<boolean>,
    keep?: (remember: RememberedRule) => Promise<void>,
  ): Promise<boolean>;
  /** Has to be called once, at the end. */
  finish(): void;
}

/** A rule that a yes is to be remembered by: while this companion runs, or in the person's configuration. */
export interface RememberedRule {
  readonly scope: 'companion' | 'always';
  readonly rule: PolicyRule;
}

export interface CallDecision {
  readonly approve: boolean;
  readonly hash: string;
  /** One of the rules that were offered with the question. */
  readonly remember?: RememberedRule;
}

export interface ActiveCalls {
  /** @throws ProblemError 429 when too many calls are unfinished; 503 `shutting-down` once there has been a shutdown. */
  admit(): ActiveCall;
  /** @throws ProblemError 404 when there is no such call. */
  cancel(id: string): void;
  /**
   * Answers a waiting call's question.
   * @throws ProblemError 404 `no-question`; 409 `confirm-in-terminal`, `hash-mismatch`, `rule-not-kept`: the question then still
   * waits.
   */
  decide(id: string, decision: CallDecision): void | Promise<void>;
  readonly slots: Slots;
  /** Their outputs, for calls that read them. */
  readonly outputs: CallOutputs;
  /** Cancels every call; resolves when the last has ended. No other is admitted after. */
  shutdown(): Promise<void>;
}

export interface ActiveDiscovery {
  /** Begins a discovery. @throws ProblemError 409 `discovery-running` while another has not ended. */
  begin(): RunningDiscovery;
  /** Ends the discovery that runs; resolves when it has ended. No other begins after. */
  shutdown(): Promise<void>;
}

export interface RunningDiscovery {
  /** Aborts when the discovery is to end early; its reason is then a ProblemError. */
  readonly signal: AbortSignal;
  cancel(): void;
  finish(): void;
}

export interface AuditTrail {
  /** Puts an event on record; when it resolves, it is on the disk. @throws whatever keeps it from being written. */
  append(event: AuditEvent): Promise<void>;
  /** At most `limit` entries behind a number, the oldest first. @throws AuditLogError `AUDIT_DAMAGED`; the system's error. */
  read(after: number, limit: number): Promise<readonly AuditEntry[]>;
  /** Waits for what was appended before. */
  close(): Promise<void>;
}

export interface ToolCatalogue {
  /** Reads the registry and the directories again. @returns what was read, or what a later refresh has read meanwhile. */
  refresh(): Promise<ToolScan>;
  current(): ToolScan;
  /**
   * Has the tools that are known by their overview asked for what is wanted of them, each once; a program that gave no answer is asked
   * again when it has changed, or by `loadCommands`.
   */
  load(wanted: NonNullable<LoadSettings['wanted']>): Promise<ToolScan>;
  /** Is told of every scan that takes the place of another. */
  onChange(listener: (scan: ToolScan) => void): void;
}

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** True: its name changes with its content, so it may be kept for ever. */
  readonly immutable: boolean;
  /** How `body` is compressed; absent where it is as it was built. */
  readonly encoding?: 'br';
}

/** Reads one file of the built page by its URL path, with `brotli` as the build compressed it; null when there is none. */
export type ReadPage = (path: string, settings?: { readonly brotli: boolean }) => Promise<PageFile | null>;
