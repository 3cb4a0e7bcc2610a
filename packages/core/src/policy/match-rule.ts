import { isGiven, kindsOf } from '../commands/effects-of.ts';
import { type Parameter, parametersOf, valuesFor } from '../commands/parameters.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { nearestValue } from '../metadata/describe-value.ts';
import { compileGlob } from '../metadata/match-glob.ts';
import type { ExecutionPolicy, PolicyRule } from '../types/policy.ts';
import type { AtipTool, CommandMapping } from '../types/tool.ts';

/**
 * A call as rules see it. Without arguments, such as a command in a table, only rules about the whole command match.
 */
export interface RuledCall {
  readonly command: Pick<CommandMapping, 'metadata' | 'tool' | 'path'>;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

export interface FoundRule {
  readonly index: number;
  readonly rule: PolicyRule;
}

/**
 * The rule that decides about a call: the first that denies it, else the first that matches; `undefined` without a
 * match.
 *
 * Rules match meaning, not text: `{ run: "git push", given: ["force"] }` matches `git push -f`, a unique prefix such as
 * `--forc`, and every option or value of that kind (`x-kind`), such as `--force-with-lease` or `+main`.
 *
 * @param which `tightening`: only rules that ask about otherwise allowed calls (`tightens`); `deciding`: all others
 */
export function findRule(
  { rules = [] }: ExecutionPolicy,
  call: RuledCall | undefined,
  which: 'deciding' | 'tightening' = 'deciding',
): FoundRule | undefined {
  if (rules.length === 0 || call === undefined) return undefined;
  let known: readonly Parameter[] | undefined;
  const parameters = (): readonly Parameter[] => (known ??= parametersOf(call.command));
  let found: FoundRule | undefined;
  for (const [index, rule] of rules.entries()) {
    const isTightening = rule.tightens === true && rule.decision !== 'deny';
    if ((found && rule.decision !== 'deny') || isTightening !== (which === 'tightening')) continue;
    if (!runs(rule.run, call.command) || !fits(rule, call.arguments ?? {}, parameters)) continue;
    if (rule.decision === 'deny') return { index, rule };
    found = { index, rule };
  }
  return found;
}

/** True if a rule's words name a command. A final `*` matches any number of words, even zero. */
function runs(run: string, { tool, path }: RuledCall['command']): boolean {
  const [program = '', ...words] = run === '*' ? ['*', '*'] : run.split(' ');
  if (!fitsWord(program, [tool.name, ...othersOf(tool.commands?.[''])])) return false;
  const isOpen = words.at(-1) === '*';
  const fixed = isOpen ? words.slice(0, -1) : words;
  const own = path.filter((word) => word !== '');
  if (isOpen ? own.length < fixed.length : own.length !== fixed.length) return false;
  let level = tool.commands ?? {};
  return fixed.every((word, index) => {
    const name = own[index] ?? '';
    const command = getOwn(level, name);
    const names = [name, ...othersOf(command)];
    level = isRecord(command) && isRecord(command['commands']) ? (command['commands'] as typeof level) : {};
    return fitsWord(word, names);
  });
}

function othersOf(command: unknown): readonly string[] {
  const others = isRecord(command) ? command['x-aliases'] : undefined;
  return Array.isArray(others) ? others.filter((one) => typeof one === 'string') : [];
}

function fitsWord(word: string, names: readonly string[]): boolean {
  const matches = compileGlob(word);
  return names.some((name) => matches?.(name) === true);
}

function fits(
  { given, without = [], where = {}, decision }: PolicyRule,
  args: Readonly<Record<string, unknown>>,
  parameters: () => readonly Parameter[],
): boolean {
  const isThere = (name: string): boolean => parameters().some((one) => isGivenAs(one, name, args));
  if (given && !given.some(isThere)) return false;
  if (without.some(isThere)) return false;
  return Object.entries(where).every(([name, pattern]) => {
    const parameter = parameters().find((one) => isNamed(one, name));
    if (!parameter || !isGiven(parameter, args)) return false;
    const values = valuesFor(parameter, args);
    const matches = compileGlob(pattern);
    const isMatch = (value: unknown): boolean => !isRecord(value) && matches?.(String(value)) === true;
    // To allow, every value must match; to ask or deny, one match is enough.
    return decision === 'allow' ? values.length > 0 && values.every(isMatch) : values.some(isMatch);
  });
}

function isGivenAs(parameter: Parameter, name: string, args: Readonly<Record<string, unknown>>): boolean {
  if (!isGiven(parameter, args)) return false;
  return isNamed(parameter, name) || kindsOf(parameter.source, valuesFor(parameter, args)).includes(name);
}

function isNamed({ kind, source, key, narrowKey }: Parameter, name: string): boolean {
  return [source.name, key, narrowKey].includes(name) || (kind === 'option' && source.flags.includes(name));
}

/**
 * The rules that match no possible call of some tools: a program is missing, a command misspelt, or no command has such
 * a parameter.
 *
 * @returns a sentence for each, with its place in the list and the nearest name
 */
export function idleRules(
  rules: readonly PolicyRule[],
  tools: readonly AtipTool[],
): { readonly index: number; readonly message: string }[] {
  const commands = tools.flatMap((tool) => flattenCommands(tool));
  return rules.flatMap(({ run, given = [], without = [], where = {} }, index) => {
    const say = (message: string) => [{ index, message: `Rule ${index + 1}, ${JSON.stringify(run)}, ${message}` }];
    const meant = commands.filter((command) => runs(run, command));
    if (meant.length === 0) {
      const names = commands.map(({ tool, path }) => [tool.name, ...path].join(' ').trim());
      const near = nearestValue(run.replace(/ \*$/, ''), [...names, ...tools.map(({ name }) => name)]);
      return say(`fits no command that is known.${hint(near && `${near}${run.endsWith(' *') ? ' *' : ''}`)}`);
    }
    const parameters = meant.flatMap((command) => parametersOf(command));
    const isKnown = (name: string): boolean =>
      parameters.some((one) => isNamed(one, name) || kindsOf(one.source).includes(name));
    const stranger = [...given, ...without, ...Object.keys(where)].find((name) => !isKnown(name));
    if (stranger === undefined) return [];
    const near = nearestValue(
      stranger,
      parameters.map(({ source }) => source.name),
    );
    return say(`names ${JSON.stringify(stranger)}, which its commands do not have.${hint(near)}`);
  });
}

function hint(near: string | undefined): string {
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}
