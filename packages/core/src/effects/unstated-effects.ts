import type { AtipEffects } from '../types/tool.ts';

/**
 * Names the effects that a policy decides by and that nothing states of a command: `filesystem.write`, `filesystem.delete`,
 * `network`, `destructive`; of a command that changes something `reversible` too. Empty: its effects are complete.
 */
export function unstatedEffects(effects: AtipEffects): string[] {
  const { filesystem = {}, network, destructive, reversible } = effects;
  const changes = [filesystem.write, filesystem.delete, destructive].includes(true) || hasLists(effects);
  const stated: Readonly<Record<string, boolean | undefined>> = {
    'filesystem.write': filesystem.write,
    'filesystem.delete': filesystem.delete,
    network,
    destructive,
    ...(changes && { reversible }),
  };
  return Object.keys(stated).filter((name) => typeof stated[name] !== 'boolean');
}

function hasLists({ creates, modifies, deletes }: AtipEffects): boolean {
  return [creates, modifies, deletes].some((list) => list !== undefined && list.length > 0);
}
