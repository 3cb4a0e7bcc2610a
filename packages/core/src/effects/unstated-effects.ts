import type { AtipEffects } from '../types/tool.ts';

/**
 * Names the unstated effects that make a policy ask a person: for every command `filesystem.write` and `network`;
 * unless it does neither, also `filesystem.delete`, `destructive` and `reversible`; with the network `cost.billable`.
 * Empty: its effects are complete.
 */
export function unstatedEffects({ filesystem = {}, network, destructive, reversible, cost }: AtipEffects): string[] {
  const changes = filesystem.delete === true || destructive === true;
  const isHarmless = filesystem.write === false && network === false && !changes;
  const facts: Readonly<Record<string, unknown>> = {
    'filesystem.write': filesystem.write,
    network,
    ...(!isHarmless && { 'filesystem.delete': filesystem.delete, destructive, reversible }),
    ...(network === true && { 'cost.billable': cost?.billable }),
  };
  return Object.keys(facts).filter((name) => facts[name] === undefined);
}
