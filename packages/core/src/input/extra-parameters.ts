import { closestNames } from '../commands/closest-names.ts';
import type { Parameter } from '../commands/parameters.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { ArgumentProblem } from '../types/validation.ts';

/** Calls are a model's: one that makes up thousands is not answered at length. */
const MAX_PROBLEMS = 8;
const MAX_NAMES = 24;

/**
 * Says of parameters which a command has not that it has not, which are near, and once which there are.
 *
 * Shape: `["dry-run-only"]` → `"dry-run-only" is no parameter of "git clean". Did you mean "dry-run"? There are "force", "dry-run".`
 * Limits: 8 are named, then their number; 24 that there are; 80 characters of each.
 */
export function extraParameters(
  extra: readonly string[],
  parameters: readonly Parameter[],
  { command }: CommandMapping,
): ArgumentProblem<'EXTRA_PARAMETER'>[] {
  const keys = parameters.map(({ key }) => key);
  const owner = quote(command.join(' '));
  const problems = extra.slice(0, MAX_PROBLEMS).map((parameter, index) => {
    const near = closestNames(parameter, keys).map(quote);
    const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
    const all = index === 0 ? ` ${existing(keys)}` : '';
    const message = `${quote(parameter)} is no parameter of ${owner}.${hint}${all}`;
    return { code: 'EXTRA_PARAMETER', message, parameter } as const;
  });
  const more = extra.length - problems.length;
  if (more <= 0) return problems;
  const message = more === 1 ? 'Nor is another one.' : `Nor are ${more} others.`;
  return [...problems, { code: 'EXTRA_PARAMETER', message, parameter: '' }];
}

function existing(keys: readonly string[]): string {
  if (keys.length === 0) return 'It has none.';
  const more = keys.length - MAX_NAMES;
  return `There are ${keys.slice(0, MAX_NAMES).map(quote).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
