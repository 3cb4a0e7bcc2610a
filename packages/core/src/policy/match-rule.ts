import { programOf } from '../commands/name-command.ts';
import { kindsOf } from '../commands/effects-of.ts';
import { isAbsent, type Parameter, parametersOf, valuesFor, isGiven } from '../commands/parameters.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { didYouMean, nearestName } from '../json/near-names.ts';
import { compileGlob } from '../document/match-glob.ts';
import type { ExecutionPolicy, PolicyRule } from '../types/policy.ts';
import type { AtipTool, CommandMapping } from '../types/tool.ts';

/**
 * A call as rules see it. Without arguments, such as a command in a table, only rules about the whole command match.
 */
export interface RuledCall {
  readonly command: Pick<CommandMapping, 'metadata' | 'tool' | 'path'>;
  /** In the order of the command line. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /**
   * The directory in which it starts, absolute and without links; undefined if unknown. Called only for rules with a
   * `project`.
   */
  readonly directory?: () => string | undefined;
}

interface FoundRule {
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
    if (!runs(rule.run, call.command) || !isThere(rule, call) || !fits(rule, call.arguments ?? {}, parameters))
      continue;
    // A command in a table is not one exact call.
    if (rule.exact === true && !(call.arguments && isExactly(rule, call.arguments, parameters()))) continue;
    if (rule.decision === 'deny') return { index, rule };
    found = { index, rule };
  }
  return found;
}

/** True if a rule's words name a command. A final `*` matches any number of words, even zero. */
function runs(run: string, { tool, path }: RuledCall['command']): boolean {
  const [program = '', ...words] = run === '*' ? ['*', '*'] : run.split(' ');
  if (!fitsProgram(program, tool)) return false;
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

function fitsProgram(program: string, tool: AtipTool): boolean {
  return fitsWord(program, [programOf(tool), ...othersOf(tool.commands?.[''])]);
}

function othersOf(command: unknown): readonly string[] {
  const others = isRecord(command) ? command['x-aliases'] : undefined;
  return Array.isArray(others) ? others.filter((one) => typeof one === 'string') : [];
}

function fitsWord(word: string, names: readonly string[]): boolean {
  const matches = compileGlob(word);
  return names.some((name) => matches?.(name) === true);
}

/** A call from an unknown directory may be the one that a rule denies, but not the one that a rule allows. */
function isThere({ project, decision }: PolicyRule, call: RuledCall): boolean {
  if (project === undefined) return true;
  const directory = call.directory?.();
  return project === directory || (directory === undefined && decision !== 'allow');
}

/** True if a call has the parameters of `where` in their order and no others: `find . -delete -name x` deletes more. */
function isExactly(
  { where = {} }: PolicyRule,
  args: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
): boolean {
  const names = Object.keys(where);
  const given = Object.entries(args)
    .map(([key, value]) => ({ value, parameter: parameters.find((one) => one.key === key || one.narrowKey === key) }))
    .filter(({ value, parameter }) => !isAbsent(value) && !isOff(value, parameter));
  return (
    given.length === names.length &&
    given.every(({ value, parameter }, at) => {
      const name = names[at] ?? '';
      const isOne = !Array.isArray(value) || value.length === 1 || Array.isArray(where[name]);
      return isOne && parameter !== undefined && isNamed(parameter, name);
    })
  );
}

/** A model may write `false` for an option that it does not give. */
function isOff(value: unknown, parameter: Parameter | undefined): boolean {
  return (
    value === false && parameter?.kind === 'option' && !parameter.source.flags.some((flag) => flag.startsWith('--no-'))
  );
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
    if (typeof pattern !== 'string')
      return values.length === pattern.length && values.every((value, at) => fitsGlob(value, pattern[at] ?? ''));
    const isMatch = (value: unknown): boolean => fitsGlob(value, pattern);
    // To allow, every value must match; to ask or deny, one match is enough.
    return decision === 'allow' ? values.length > 0 && values.every(isMatch) : values.some(isMatch);
  });
}

function fitsGlob(value: unknown, pattern: string): boolean {
  return !isRecord(value) && compileGlob(pattern)?.(String(value)) === true;
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
  const byTool = new Map(tools.map((tool) => [tool, flattenCommands(tool)]));
  let all: readonly string[] | undefined;
  const namesOf = (): readonly string[] =>
    (all ??= [
      ...[...byTool.values()].flat().map(({ tool, path }) => [programOf(tool), ...path].join(' ').trim()),
      ...tools.map(({ name }) => name),
    ]);
  return rules.flatMap(({ run, given = [], without = [], where = {}, exact }, index) => {
    const say = (message: string) => [{ index, message: `Rule ${index + 1}, ${JSON.stringify(run)}, ${message}` }];
    const own = tools.filter((tool) => fitsProgram(run.split(' ', 1)[0] ?? '', tool));
    const meant = own.flatMap((tool) => byTool.get(tool)?.filter((command) => runs(run, command)) ?? []);
    // "Always" wrote it about a program that nobody describes, by its words.
    if (exact && !tools.some(({ name }) => run.split(' ')[0] === name)) return [];
    if (meant.length === 0) {
      const near = nearestName(run.replace(/ \*$/, ''), namesOf());
      return say(`fits no command that is known.${didYouMean(near && `${near}${run.endsWith(' *') ? ' *' : ''}`)}`);
    }
    const parameters = meant.flatMap((command) => parametersOf(command));
    const isKnown = (name: string): boolean =>
      parameters.some((one) => isNamed(one, name) || kindsOf(one.source).includes(name));
    const stranger = [...given, ...without, ...Object.keys(where)].find((name) => !isKnown(name));
    if (stranger === undefined) return [];
    const near = nearestName(
      stranger,
      parameters.map(({ source }) => source.name),
    );
    return say(`names ${JSON.stringify(stranger)}, which its commands do not have.${didYouMean(near)}`);
  });
}
