import type { AtipPattern } from '@atip/core';
import type { Host } from '@atip/node';
import type { McpCalls } from './create-mcp-calls.ts';
import type { ToolOffer } from './tool-offer.ts';

/**
 * Decides who approves a call that may do harm. `ask`: the client's person, by elicitation. `client`: the client itself, if its
 * list called the tool destructive (`destructiveHint: true`). `deny`: the server refuses such a call.
 */
export type McpConfirmation = 'ask' | 'client' | 'deny';

export interface McpSettings {
  /**
   * Decides about calls and runs them; of `createHost`. The client sees the commands of its `found`; with `strategy: 'search'`
   * three tools for any number of commands. Its `ask` asks a person elsewhere, for example at a terminal; without one `confirm`
   * decides.
   */
  readonly host: Host;
  /** Of the program that serves. */
  readonly version: string;
  /** True: the descriptions of tools include their examples. */
  readonly examples?: boolean | undefined;
  /** True: offers the tool `run_line` for shell lines. */
  readonly line?: boolean | undefined;
  /** Workflows outside of any document, told in the instructions. */
  readonly patterns?: readonly AtipPattern[] | undefined;
  /**
   * The host for calls in a directory that the client names as its root, inside of the host's `cwd`. Absent: the server ignores a
   * client's roots.
   */
  readonly atRoot?: ((directory: string) => Promise<Host>) | undefined;
  /** Absent: `ask`. */
  readonly confirm?: McpConfirmation | undefined;
  /** Counts calls, and waits for them. Absent: they are not limited. */
  readonly calls?: McpCalls | undefined;
  /** Gets our own failures, which no model is told. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** A server at one moment: clients change its directory, and documents change its tools. */
export interface ServerState {
  readonly settings: McpSettings;
  readonly offer: ToolOffer;
}
