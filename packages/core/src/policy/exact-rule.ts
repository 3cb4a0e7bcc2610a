import { programOf } from '../commands/name-command.ts';
import { effectsOf, harmOfSource, kindsOf } from '../commands/effects-of.ts';
import { isPath, type Parameter, parametersOf, valuesFor, isGiven } from '../commands/parameters.ts';
import { isRecord } from '../json/is-record.ts';
import type { PolicyRule } from '../types/policy.ts';
import type { AtipEffects, CommandMapping } from '../types/tool.ts';

interface AllowedCall {
  /** The command with its own effects, without those of the call. */
  readonly command: CommandMapping;
  /** Validated arguments, by compiled key. */
  readonly args: Readonly<Record<string, unknown>>;
  /** True: the question was about an unstated effect. */
  readonly isUnstated: boolean;
}

/**
 * The rule that allows a call with exactly these arguments; `undefined` if a value is a list or an object.
 *
 * It allows no further parameter that may do harm. A call that destroys, runs a program that it names, acts as root, or
 * has unstated effects is allowed without any other parameter.
 */
export function exactRule({ command, args, isUnstated }: AllowedCall): PolicyRule | undefined {
  const parameters = parametersOf(command);
  const given = parameters.filter((one) => isGiven(one, args));
  const absent = parameters.filter((one) => !given.includes(one));
  const kinds = given.flatMap((one) => kindsOf(one.source, valuesFor(one, args)));
  const effects = effectsOf(command, args);
  const where: [string, string][] = [];
  for (const parameter of given) {
    const [value, ...more] = valuesFor(parameter, args);
    if (more.length > 0 || typeof value === 'object') return undefined;
    where.push([parameter.key, escaped(String(value))]);
  }
  // Its words choose the code that runs, or its effects are unknown: any other word makes it another call.
  const isCode = isUnstated || effects['x-runs'] === 'call' || effects['x-privilege'] !== undefined;
  const isWhole = isCode || effects.destructive === true || effects['x-ends'] === 'processes';
  const without = absent.flatMap((one) => (isWhole ? nameOf(one, kinds) : namesOfHarm(one, kinds, effects)));
  return {
    run: runOf(command),
    ...(where.length > 0 && { where: Object.fromEntries(where) }),
    ...(without.length > 0 && { without: [...new Set(without)].sort() }),
    decision: 'allow',
  };
}

/** The words of a rule about one command, without its subcommands. */
export function runOf({ tool, path }: Pick<CommandMapping, 'tool' | 'path'>): string {
  return [programOf(tool), ...path.filter((word) => word !== '')].map(escaped).join(' ');
}

function escaped(text: string): string {
  return text.replace(/[\\*?[]|[+@](?=\()/g, String.raw`\$&`);
}

/** The names for `without` that keep an absent parameter from adding harm; empty for a harmless one. */
function namesOfHarm(parameter: Parameter, kinds: readonly string[], effects: AtipEffects): readonly string[] {
  const { source } = parameter;
  const isTouched = isTouchedPath(parameter, effects);
  if (!isTouched && Object.keys(harmOfSource(source)).length === 0) return [];
  const listed: unknown = source['x-values'];
  const values = listed === undefined ? [] : Array.isArray(listed) ? listed.map(valueKind) : [undefined];
  const stated = [source['x-effects'], source['x-mode']].filter((one) => one !== undefined);
  const own = [...stated.map((one) => (isRecord(one) ? one['x-kind'] : undefined)), ...values];
  const areKinds = own.every((kind): kind is string => typeof kind === 'string' && !kinds.includes(kind));
  return areKinds && !isTouched ? own : [nameOf(parameter, kinds)];
}

/** The kind of a harmful value; `undefined` if it has none, or avoids harm. */
function valueKind(rule: unknown): unknown {
  if (!isRecord(rule) || rule['mode'] !== undefined) return undefined;
  return isRecord(rule['effects']) ? rule['effects']['x-kind'] : undefined;
}

/** If the call gives a parameter of this kind, such as `--force-with-lease` of kind `force`, the flag identifies it. */
function nameOf({ kind, source, key }: Parameter, kinds: readonly string[]): string {
  return kinds.includes(key) && kind === 'option' ? (source.flags[0] ?? key) : key;
}

/** True for a path that a call writes or sends: another path is another risk. */
function isTouchedPath({ source }: Parameter, { filesystem, ...effects }: AtipEffects): boolean {
  if (!isPath(source)) return false;
  const isWritten = filesystem?.write === true || filesystem?.delete === true;
  return effects['x-sends'] === 'given' || (isWritten && source['x-effects']?.filesystem?.write !== false);
}
