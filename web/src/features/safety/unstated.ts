import type { AtipEffects } from '@atip/core';
import type { PolicyKey } from './policy-edit.ts';

interface Statement {
  readonly field: string;
  readonly question: string;
  readonly isStated: (effects: AtipEffects) => boolean;
  /** The policy field that takes silence for the worst; absent where none does. */
  readonly rule?: PolicyKey;
}

/** The facts that commands may leave open, gravest first. */
export const UNSTATED: readonly Statement[] = [
  {
    field: 'destructive',
    question: 'Does it destroy data?',
    isStated: ({ destructive }) => destructive !== undefined,
    rule: 'allowDestructive',
  },
  {
    field: 'reversible',
    question: 'Can it be undone?',
    isStated: ({ reversible }) => reversible !== undefined,
    rule: 'allowNonReversible',
  },
  {
    field: 'cost.billable',
    question: 'Can it cost money?',
    isStated: ({ cost }) => cost?.billable !== undefined,
    rule: 'allowBillable',
  },
  {
    field: 'filesystem.delete',
    question: 'Does it delete files?',
    isStated: ({ filesystem }) => filesystem?.delete !== undefined,
    rule: 'allowFilesystemDelete',
  },
  {
    field: 'filesystem.write',
    question: 'Does it write files?',
    isStated: ({ filesystem }) => filesystem?.write !== undefined,
    rule: 'allowFilesystemWrite',
  },
  {
    field: 'network',
    question: 'Does it use the network?',
    isStated: ({ network }) => network !== undefined,
    rule: 'allowNetwork',
  },
  {
    field: 'idempotent',
    question: 'Is running it twice the same as once?',
    isStated: ({ idempotent }) => idempotent !== undefined,
  },
  {
    field: 'interactive',
    question: 'Does it wait for a person?',
    isStated: ({ interactive }) =>
      interactive?.stdin !== undefined && interactive.prompts !== undefined && interactive.tty !== undefined,
  },
];
