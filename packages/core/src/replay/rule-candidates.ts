import { effectsOf, harmOfSource, isGiven, kindsOf } from '../commands/effects-of.ts';
import { isPath, type Parameter, parametersOf, valuesFor } from '../commands/parameters.ts';
import { raiseEffects } from '../effects/raise-effects.ts';
import { isRecord } from '../json/is-record.ts';
import { sortedJson } from '../json/to-text.ts';
import type { PolicyRule } from '../types/policy.ts';
import type { AtipEffects, CommandMapping } from '../types/tool.ts';

/** `exact`: these arguments; `open`: one argument may differ; `command`: all harmless arguments may differ. */
export type RuleShape = 'exact' | 'open' | 'command';

export interface RuleCandidate {
  readonly shape: RuleShape;
  readonly rule: PolicyRule;
}

export interface AllowedCall {
  /** The command with its own effects, without those of the call. */
  readonly command: CommandMapping;
  /** Validated arguments, by compiled key. */
  readonly args: Readonly<Record<string, unknown>>;
  /** True: the question was about an unstated effect. */
  readonly isUnstated: boolean;
}

/** Facts about a call, and its parts that no rule may generalise. */
interface CallFacts extends AllowedCall {
  readonly parameters: readonly Parameter[];
  readonly given: readonly Parameter[];
  readonly kinds: readonly string[];
  readonly effects: AtipEffects;
  /** True if its words choose the code that runs, or its effects are unknown: any other word makes it another call. */
  readonly isCode: boolean;
}

/**
 * The rules that allow a call, from its exact arguments to its whole command.
 *
 * No rule allows a further harmful parameter, a harmful kind of value, another written or sent path, or another value
 * of a harmful parameter. Parameters that avoid harm (a mode, an `unless`) must be given. A call that destroys, runs a
 * program that it names, acts as root, or has unstated effects gets only the exact rule, without any other parameter.
 */
export function ruleCandidates(call: AllowedCall): RuleCandidate[] {
  const parameters = parametersOf(call.command);
  const given = parameters.filter((one) => isGiven(one, call.args));
  const kinds = given.flatMap((one) => kindsOf(one.source, valuesFor(one, call.args)));
  const effects = effectsOf(call.command, call.args);
  const isCode = call.isUnstated || effects['x-runs'] === 'call' || effects['x-privilege'] !== undefined;
  const facts = { ...call, parameters, given, kinds, effects, isCode };
  const absent = parameters.filter((one) => !given.includes(one));
  if (isCode || effects.destructive === true)
    return candidate(
      'exact',
      facts,
      [],
      absent.map((one) => nameOf(one, facts)),
    );
  const harm = absent.flatMap((one) => namesOfHarm(one, facts));
  const open = given.filter((one) => mayOpen(one, facts));
  return [
    ...candidate('exact', facts, [], harm),
    ...(given.length > 1 ? open.flatMap((one) => candidate('open', facts, [one], harm)) : []),
    ...candidate('command', facts, open, harm),
  ];
}

function candidate(
  shape: RuleShape,
  facts: CallFacts,
  open: readonly Parameter[],
  shutOut: readonly string[],
): RuleCandidate[] {
  const { command, args, given, isCode } = facts;
  const where: [string, string][] = [];
  for (const parameter of given) {
    const isOpen = open.includes(parameter);
    if (isOpen && shape === 'command' && !keepsHarmAway(parameter, facts)) continue;
    const pattern = isOpen ? '*' : patternFor(valuesFor(parameter, args), isCode);
    if (pattern === undefined) return [];
    where.push([parameter.key, pattern]);
  }
  const without = [...new Set([...shutOut, ...open.flatMap(({ source }) => valueKinds(source) ?? [])])].sort();
  return [
    {
      shape,
      rule: {
        run: runOf(command),
        ...(where.length > 0 && { where: Object.fromEntries(where) }),
        ...(without.length > 0 && { without }),
        decision: 'allow',
      },
    },
  ];
}

/** The words of a rule about one command, without its subcommands. */
export function runOf({ tool, path }: Pick<CommandMapping, 'tool' | 'path'>): string {
  return [tool.name, ...path.filter((word) => word !== '')].map((word) => escaped(word)).join(' ');
}

/** Longest value for a pattern, see `compileGlob`, with room for its escapes. */
const MAX_VALUE = 900;

/**
 * A glob that matches these values and nothing else; `undefined` if there is no such glob, and for a list whose order
 * counts.
 */
function patternFor(values: readonly unknown[], isCode: boolean): string | undefined {
  if (values.length === 0 || values.some((one) => isRecord(one) || Array.isArray(one))) return undefined;
  const texts = [...new Set(values.map(String))];
  if (texts.join('').length > MAX_VALUE || (isCode && values.length > 1)) return undefined;
  const [only = ''] = texts;
  return texts.length === 1 ? escaped(only) : `@(${texts.map((text) => escaped(text, true)).join('|')})`;
}

function escaped(text: string, inGroup = false): string {
  return text.replace(inGroup ? /[\\*?[()|]|[+@](?=\()/g : /[\\*?[]|[+@](?=\()/g, String.raw`\$&`);
}

/** True if another value of this given parameter adds no harm, or only harm that its kind can exclude. */
function mayOpen(parameter: Parameter, facts: CallFacts): boolean {
  const { source } = parameter;
  if (isTouchedPath(parameter, facts.effects) || source['x-mode'] !== undefined) return false;
  if (source['x-effects'] !== undefined && source.type !== 'boolean') return false;
  return valueKinds(source)?.every((kind) => !facts.kinds.includes(kind)) === true;
}

/** The kinds of a parameter's harmful values; `undefined` if one has no kind, or a value avoids harm. */
function valueKinds(source: Parameter['source']): readonly string[] | undefined {
  const listed: unknown = source['x-values'];
  if (listed === undefined) return [];
  if (!Array.isArray(listed)) return undefined;
  const kinds = listed.map((rule: unknown) => {
    if (!isRecord(rule) || rule['mode'] !== undefined) return undefined;
    return isRecord(rule['effects']) ? rule['effects']['x-kind'] : undefined;
  });
  return kinds.every((kind) => typeof kind === 'string') ? kinds : undefined;
}

/** The names for `without` that keep an absent parameter from adding harm; empty for a harmless one. */
function namesOfHarm(parameter: Parameter, facts: CallFacts): readonly string[] {
  const { source } = parameter;
  const isTouched = isTouchedPath(parameter, facts.effects);
  if (!isTouched && !harms(source)) return [];
  const stated = [source['x-effects'], source['x-mode']].filter((one) => one !== undefined);
  const own = stated.map((one: unknown) => (isRecord(one) ? one['x-kind'] : undefined));
  const kinds: readonly unknown[] = [...own, ...(valueKinds(source) ?? [undefined])];
  const areKinds = kinds.every((kind): kind is string => typeof kind === 'string' && !facts.kinds.includes(kind));
  return areKinds && !isTouched ? kinds : [nameOf(parameter, facts)];
}

/** If the call gives a parameter of this kind, such as `--force-with-lease` of kind `force`, the flag identifies it. */
function nameOf({ kind, source, key }: Parameter, { kinds }: CallFacts): string {
  return kinds.includes(key) && kind === 'option' ? (source.flags[0] ?? key) : key;
}

function harms(source: Parameter['source']): boolean {
  return Object.keys(harmOfSource(source)).length > 0;
}

/** True for a path that a call writes or sends: another path is another risk. */
function isTouchedPath({ source }: Parameter, { filesystem, ...effects }: AtipEffects): boolean {
  if (!isPath(source)) return false;
  const isWritten = filesystem?.write === true || filesystem?.delete === true;
  return effects['x-sends'] === 'given' || (isWritten && source['x-effects']?.filesystem?.write !== false);
}

/** True if removing the parameter changes more than its own effects. */
function keepsHarmAway({ key, narrowKey, source }: Parameter, { command, args, effects }: CallFacts): boolean {
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => name !== key && name !== narrowKey));
  const without = raiseEffects(effectsOf(command, rest), harmOfSource(source));
  return sortedJson(without) !== sortedJson(raiseEffects(effects, harmOfSource(source)));
}
