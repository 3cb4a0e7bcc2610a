import type { AtipCommand } from '../../types/tool.ts';
import type { Budget } from './create-budget.ts';

/**
 * The command as far as it fits: itself, or without options for which there is no room left.
 *
 * `undefined` when that would leave out something without which it cannot be called rightly.
 */
export function fitCommand(command: AtipCommand, budget: Budget): AtipCommand | undefined {
  if (budget.take(command)) return command;
  const { options = [], ...rest } = command;
  if (!budget.take(rest)) return undefined;
  const fitting = options.filter((option) => option.required === true && budget.take(option));
  if (fitting.length < options.filter(({ required }) => required === true).length) return undefined;
  const kept = new Set(fitting);
  for (const option of options) {
    if (option.required === true) continue;
    if (!budget.take(option)) break;
    kept.add(option);
  }
  return { ...rest, options: options.filter((option) => kept.has(option)) };
}
