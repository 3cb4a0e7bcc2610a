import type { AtipPattern, CompileSettings, ExecutionPolicy } from '@atip/core';
import { type ContextKeeper, withTrustTable } from '@atip/core/internal';
import type { FoundTool, GivenDelegation, NodeExecutorConfig } from '@atip/node';
import type { CallQuestion, ConfiguredCalls, KeptRules, Remembering, ToolMachine } from '@atip/node/internal';
import type { McpCalls } from './create-mcp-calls.ts';

/**
 * Who says yes to a call that may do harm. `ask`: the client's person, by elicitation. `client`: the client itself, where its
 * tool was listed with `destructiveHint: true`, so that the client knew. `deny`: nobody, such a call is refused.
 */
export type McpConfirmation = 'ask' | 'client' | 'deny';

/** What a configuration says can be given as `settingsFor` has it. */
export interface McpSettings
  extends Pick<NodeExecutorConfig, 'env' | 'sandbox' | 'audit' | 'tmp'>,
    Partial<Omit<ConfiguredCalls, 'policy'>> {
  /** Finds and starts programs; what else is said of that then does not count. Absent: one of its own. */
  readonly machine?: ToolMachine;
  /** As discovered; a client sees their commands. */
  readonly found: readonly FoundTool[];
  /** `action`: a tool for each group of commands; `search`: three tools for any number of commands. Absent: `discrete`, a tool for each. */
  readonly strategy?: CompileSettings['strategy'];
  /** True: the descriptions of tools tell their examples too. */
  readonly examples?: boolean;
  /** True: shell lines too, by the tool `run_line`. */
  readonly line?: boolean;
  /** Workflows that are no tool's own, offered as prompts. */
  readonly patterns?: readonly AtipPattern[];
  /** Is told what ran, and tells the client. Absent: one of this server's own. */
  readonly context?: ContextKeeper;
  /** Of the program that offers them. */
  readonly version: string;
  /** Directory in which calls run, absolute. */
  readonly cwd: string;
  /**
   * The settings with which calls run in a directory that the client names as its root, inside of `cwd`. Absent: a client's roots
   * are not asked for.
   */
  readonly atRoot?: (directory: string) => Promise<Partial<Omit<McpSettings, 'found' | 'version'>>>;
  /** Absent: `ask`. */
  readonly confirm?: McpConfirmation;
  /** Asks somebody else than the client's person, for example at a terminal; true is a yes. Absent: as `confirm` says. */
  readonly ask?: (question: CallQuestion, withdrawn: AbortSignal, remembering?: Remembering) => Promise<boolean>;
  /** Absent: nobody keeps account, and every call runs at once. */
  readonly calls?: McpCalls;
  /** Gets what went wrong with us, which no model is told. */
  readonly report?: (error: unknown) => void;
  /** Over `EXECUTION_POLICY_DEFAULTS`. */
  readonly policy?: Omit<ExecutionPolicy, 'confirmationHandler'>;
  /** The delegation to the client: it narrows the policy and the list. @see ATIP 0.3 §10.2 */
  readonly delegation?: GivenDelegation;
  /** In place of `policy`: answers may add rules to it. Absent: an answer is about one call. */
  readonly rules?: KeptRules;
}

/** The policy as it is now. Where nobody named a preset, the trust table holds besides. */
export function policyOf({ rules, policy }: McpSettings): ExecutionPolicy {
  return withTrustTable({ ...(rules?.policy() ?? policy) });
}
