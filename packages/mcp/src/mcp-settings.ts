import type { AtipPattern, ExecutionPolicy } from '@atip/core';
import { withPolicyDefaults } from '@atip/core/internal';
import type { FoundTool, GivenDelegation, NodeExecutorConfig } from '@atip/node';
import type { CallQuestion, ConfiguredCalls, KeptRules, Remembering, ToolMachine } from '@atip/node/internal';
import type { McpCalls } from './create-mcp-calls.ts';

/**
 * Decides who approves a call that may do harm. `ask`: the client's person, by elicitation. `client`: the client itself, if its
 * list called the tool destructive (`destructiveHint: true`). `deny`: the server refuses such a call.
 */
export type McpConfirmation = 'ask' | 'client' | 'deny';

/** Fields that a configuration states come from `settingsFor`. */
export interface McpSettings
  extends Pick<NodeExecutorConfig, 'env' | 'sandbox' | 'audit' | 'tmp'>,
    Partial<Omit<ConfiguredCalls, 'policy'>> {
  /** Finds and starts programs, and overrides the other settings about that. Absent: one of its own. */
  readonly machine?: ToolMachine;
  /** From discovery; a client sees their commands. */
  readonly found: readonly FoundTool[];
  /** `search`: three tools for any number of commands. Absent: `discrete`, a tool for each command. */
  readonly strategy?: 'discrete' | 'search';
  /** True: the descriptions of tools include their examples. */
  readonly examples?: boolean;
  /** True: offers the tool `run_line` for shell lines. */
  readonly line?: boolean;
  /** Workflows outside of any document, told in the instructions. */
  readonly patterns?: readonly AtipPattern[];
  /** Of the program that serves. */
  readonly version: string;
  /** Working directory of calls, absolute. */
  readonly cwd: string;
  /**
   * The settings of calls in a directory that the client names as its root, inside of `cwd`. Absent: the server ignores a client's
   * roots.
   */
  readonly atRoot?: (directory: string) => Promise<Partial<Omit<McpSettings, 'found' | 'version'>>>;
  /** Absent: `ask`. */
  readonly confirm?: McpConfirmation;
  /** Asks a person in another way, for example at a terminal; true approves. Absent: as `confirm` says. */
  readonly ask?: (question: CallQuestion, withdrawn: AbortSignal, remembering?: Remembering) => Promise<boolean>;
  /** Absent: calls are not limited, and each runs at once. */
  readonly calls?: McpCalls;
  /** Gets our own failures, which no model is told. */
  readonly report?: (error: unknown) => void;
  /** Over its preset, or `standard`. */
  readonly policy?: Omit<ExecutionPolicy, 'confirmationHandler'>;
  /** The delegation to the client: it narrows the policy and the list. @see ATIP 0.3 §10.2 */
  readonly delegation?: GivenDelegation;
  /** Replaces `policy`: answers may add rules to it. Absent: an answer is for one call. */
  readonly rules?: KeptRules;
}

/** The current policy, complete. */
export function policyOf({ rules, policy }: McpSettings): ExecutionPolicy {
  return withPolicyDefaults(rules?.policy() ?? policy);
}
