import type { ExecutionPolicy } from '@atip/core';
import type { FoundTool, NodeExecutorConfig } from '@atip/node';

export interface McpSettings extends Pick<NodeExecutorConfig, 'env' | 'sandbox' | 'audit' | 'writableRoots'> {
  /** As discovered; a client sees their commands. */
  readonly found: readonly FoundTool[];
  /** Of the program that offers them. */
  readonly version: string;
  /** Directory in which calls run, absolute. */
  readonly cwd: string;
  /** Over `EXECUTION_POLICY_DEFAULTS`; whom to ask is the client's person. */
  readonly policy?: Omit<ExecutionPolicy, 'confirmationHandler'>;
}
