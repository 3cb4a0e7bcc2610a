import type { AtipEffects } from '@atip/core';
import type { PolicyKey } from './policy-edit.ts';

type IsStated = (effects: AtipEffects) => boolean;

/** The facts that commands may leave open, gravest first, each with the policy field that takes silence for the worst. */
const FACTS: readonly (readonly [field: string, question: string, isStated: IsStated, rule?: PolicyKey])[] = [
  ['destructive', 'Does it destroy data?', (it) => it.destructive !== undefined, 'allowDestructive'],
  ['reversible', 'Can it be undone?', (it) => it.reversible !== undefined, 'allowNonReversible'],
  ['cost.billable', 'Can it cost money?', (it) => it.cost?.billable !== undefined, 'allowBillable'],
  ['filesystem.delete', 'Does it delete files?', (it) => it.filesystem?.delete !== undefined, 'allowFilesystemDelete'],
  ['filesystem.write', 'Does it write files?', (it) => it.filesystem?.write !== undefined, 'allowFilesystemWrite'],
  ['network', 'Does it use the network?', (it) => it.network !== undefined, 'allowNetwork'],
  ['idempotent', 'Is running it twice the same as once?', (it) => it.idempotent !== undefined],
  ['interactive', 'Does it wait for a person?', saysWhetherItWaits],
];

export const UNSTATED = FACTS.map(([field, question, isStated, rule]) => ({ field, question, isStated, rule }));

function saysWhetherItWaits({ interactive }: AtipEffects): boolean {
  return interactive?.stdin !== undefined && interactive.prompts !== undefined && interactive.tty !== undefined;
}
