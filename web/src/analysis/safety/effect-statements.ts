/** The facts about a command that somebody decides by, and whether its metadata states them. */
import type { AtipEffects, ExecutionPolicy } from '@atip/core';

export interface EffectStatement {
  /** Path of the field below `effects`. */
  readonly field: string;
  /** What is left open while it is not stated. */
  readonly question: string;
  readonly isStated: (effects: AtipEffects) => boolean;
  /** A policy that restricts this and nothing else; absent where none can by silence. */
  readonly policy?: ExecutionPolicy;
  /** The hint that an MCP client takes the worst of. */
  readonly hint?: 'destructiveHint' | 'readOnlyHint' | 'openWorldHint' | 'idempotentHint';
  /** The access that a sandbox does not give. */
  readonly access?: 'network' | 'changes';
}

/** Gravest first; each counts as one fact. */
export const EFFECT_STATEMENTS: readonly EffectStatement[] = [
  {
    field: 'destructive',
    question: 'Does it destroy data for good?',
    isStated: ({ destructive }) => destructive !== undefined,
    policy: { allowDestructive: false },
    hint: 'destructiveHint',
  },
  {
    field: 'reversible',
    question: 'Can it be undone?',
    isStated: ({ reversible }) => reversible !== undefined,
    policy: { allowNonReversible: false },
  },
  {
    field: 'cost.billable',
    question: 'Can it cost money?',
    isStated: ({ cost }) => cost?.billable !== undefined,
    policy: { allowBillable: false },
  },
  {
    field: 'filesystem.delete',
    question: 'Does it delete files?',
    isStated: ({ filesystem }) => filesystem?.delete !== undefined,
    policy: { allowFilesystemDelete: false },
  },
  {
    field: 'filesystem.write',
    question: 'Does it write files?',
    isStated: ({ filesystem }) => filesystem?.write !== undefined,
    policy: { allowFilesystemWrite: false },
    hint: 'readOnlyHint',
    access: 'changes',
  },
  {
    field: 'network',
    question: 'Does it use the network?',
    isStated: ({ network }) => network !== undefined,
    policy: { allowNetwork: false },
    hint: 'openWorldHint',
    access: 'network',
  },
  {
    field: 'idempotent',
    question: 'Is running it twice the same as once?',
    isStated: ({ idempotent }) => idempotent !== undefined,
    hint: 'idempotentHint',
  },
  {
    field: 'interactive',
    question: 'Does it wait for a person?',
    isStated: ({ interactive }) =>
      interactive?.stdin !== undefined && interactive.prompts !== undefined && interactive.tty !== undefined,
    policy: { allowInteractive: false },
  },
];
