import type { AtipEffects } from '../types/effects.ts';
import type { ToolChange } from '../types/tool-diff.ts';

/** An effect as something that can be worse or better: 0 harmless, 1 not known, 2 harmful; more where there are degrees. */
type Rank = (effects: AtipEffects) => number;

const harm =
  (read: (effects: AtipEffects) => boolean | undefined): Rank =>
  (effects) => {
    const value = read(effects);
    return value === undefined ? 1 : value ? 2 : 0;
  };
const good =
  (read: (effects: AtipEffects) => boolean | undefined): Rank =>
  (effects) => {
    const value = read(effects);
    return value === undefined ? 1 : value ? 0 : 2;
  };
const degrees =
  (order: readonly unknown[], read: (effects: AtipEffects) => unknown): Rank =>
  (effects) => {
    const place = order.indexOf(read(effects));
    // What is not known is worse than all but the worst that is.
    return place < 0 ? order.length - 1.5 : place;
  };

const EFFECTS: Readonly<Record<string, Rank>> = {
  'filesystem.read': harm(({ filesystem }) => filesystem?.read),
  'filesystem.write': harm(({ filesystem }) => filesystem?.write),
  'filesystem.delete': harm(({ filesystem }) => filesystem?.delete),
  network: harm(({ network }) => network),
  subprocess: harm(({ subprocess }) => subprocess),
  destructive: harm(({ destructive }) => destructive),
  reversible: good(({ reversible }) => reversible),
  idempotent: good(({ idempotent }) => idempotent),
  'cost.billable': harm(({ cost }) => cost?.billable),
  'cost.estimate': degrees(['free', 'low', 'medium', 'high'], ({ cost }) => cost?.estimate),
  'interactive.prompts': harm(({ interactive }) => interactive?.prompts),
  'interactive.tty': harm(({ interactive }) => interactive?.tty),
  'interactive.stdin': degrees(['none', 'optional', 'required', 'password'], ({ interactive }) => interactive?.stdin),
};

/** Says which effects a command states for the worse or the better; an effect that is no longer stated is not harmless. */
export function diffEffects(path: readonly string[], before: AtipEffects, after: AtipEffects): ToolChange[] {
  return Object.entries(EFFECTS).flatMap(([name, rank]): ToolChange[] => {
    const [was, is] = [rank(before), rank(after)];
    if (was === is) return [];
    const raised = is > was;
    const message = raised
      ? `${name} is stated for the worse, or no longer ruled out.`
      : `${name} is stated for the better.`;
    return [{ kind: 'safety', code: raised ? 'effect-raised' : 'effect-lowered', path, name, message }];
  });
}
