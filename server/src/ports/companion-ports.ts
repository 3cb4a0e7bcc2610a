import type { ExecutionPolicy } from '@atip/core';
import type { CallQuestion, ScanEvent, ToolMachine, ToolReading } from '@atip/node';
import type { ActiveCalls } from './active-calls.ts';
import type { ActiveDiscovery } from './active-discovery.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { Clock } from '../clock.ts';
import type { Allowed } from '../guard/guard.ts';
import type { ReadPage } from '../page/page-files.ts';
import type { ShareStore } from '../portable/share-store.ts';
import type { Session } from '../guard/session.ts';
import type { ToolCatalogue } from './tool-catalogue.ts';

/** What the companion reaches the machine through; a test passes its own where the real one would be in the way. */
export interface CompanionPorts {
  /** Of the companion itself, for `GET /health`. */
  readonly version: string;
  readonly clock: Clock;
  /** Ms since 1970, for what outlives this process; may jump, which `clock` never does. */
  readonly now: () => number;
  /** Whom the guard lets pass; asked at each request, because port 0 becomes a number only by listening. */
  readonly allowed: () => Allowed;
  readonly session: Session;
  readonly catalogue: ToolCatalogue;
  readonly calls: ActiveCalls;
  readonly discovery: ActiveDiscovery;
  /** Looks for tools on this machine; the programs that may describe themselves are asked. */
  readonly scan: (settings: { readonly refresh: boolean; readonly signal: AbortSignal }) => AsyncIterable<ScanEvent>;
  /** Asks a discovered tool's program for some of its commands. */
  readonly loadCommands: (name: string, commands: readonly string[]) => Promise<ToolReading>;
  /** What was decided and what ran. */
  readonly audit: AuditTrail;
  /** Answers a client of the Model Context Protocol. */
  readonly mcp: (request: Request) => Promise<Response>;
  /** Finds programs and runs them. */
  readonly machine: ToolMachine;
  /**
   * Asks in the companion's terminal whether a call may run; the answers of clients then do not count. Absent: the page asks.
   *
   * False: no, or no answer before the signal aborts.
   */
  readonly ask?: (question: CallQuestion, withdrawn: AbortSignal) => Promise<boolean>;
  /** What people stored to pass on. */
  readonly shares: ShareStore;
  readonly page: ReadPage;
  /** Directory in which calls run, absolute. */
  readonly cwd: string;
  /** Calls are held against it whatever the client says. */
  readonly policy: ExecutionPolicy;
  /** Gets what went wrong inside, which the client is not told. */
  readonly report: (error: unknown) => void;
}
