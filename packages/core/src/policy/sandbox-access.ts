import { getOwn, isRecord } from '../json/is-record.ts';
import type { SandboxAccess } from '../types/execution.ts';
import type { ExecutionPolicy, NetworkRule, SandboxMode } from '../types/policy.ts';
import type { AtipEffects, TrustSource, CommandMapping } from '../types/tool.ts';
import { isTrustedEnough } from '../effects/trust.ts';
import { type Change, changesOf, effectsOf, effectsWith, harmOfSource } from '../commands/effects-of.ts';
import { loadsFile, losingParameters, replacesFile } from '../commands/reduce-call-effects.ts';
import { isOutside } from '../effects/paths.ts';
import { isPath, valuesFor, readableParameters } from '../commands/parameters.ts';
import type { WritableDirectories } from '../types/validation.ts';

/**
 * The access that a sandbox gives a command by its document: unstated access is not given.
 *
 * Shape: `{ network: true, filesystem: { write: true, paths: ["build"] } }` → `{ network: true, changes: ["build"],
 * emptyHome: false, unstated: [] }`. A person may allow fewer changes than the document states.
 *
 * @see ATIP 0.3 §3.6
 */
export function sandboxAccess(effects: AtipEffects): SandboxAccess {
  // Any value but a record states nothing.
  const all = isRecord(effects) ? effects : {};
  const filesystem = getOwn(all, 'filesystem');
  const stated = (key: string): unknown => (isRecord(filesystem) ? getOwn(filesystem, key) : undefined);
  const network = getOwn(all, 'network');
  const changesFiles = stated('write') === true || stated('delete') === true;
  return {
    network: network === true,
    changes: changesFiles ? placesOf(stated('paths')) : 'nothing',
    emptyHome: stated('read') === false,
    unstated: [
      ...(network === undefined ? (['network'] as const) : []),
      ...(!changesFiles && stated('write') === undefined ? (['changes'] as const) : []),
    ],
  };
}

/** Without a list: the working directory. An empty list: nothing. */
function placesOf(paths: unknown): SandboxAccess['changes'] {
  if (!Array.isArray(paths)) return 'working-directory';
  const named = paths.filter((path) => typeof path === 'string');
  return named.length === 0 ? 'nothing' : named;
}

/**
 * The network access that several policies leave together: `none` wins, and two lists leave their common rules. An
 * invalid value counts as `none`. @returns undefined for full access
 */
export function networkLeftBy(
  policies: readonly Pick<ExecutionPolicy, 'network'>[],
): Exclude<NetworkRule, 'all'> | undefined {
  const rules = policies.flatMap(({ network = 'all' }) => (network === 'all' ? [] : [network]));
  const lists = rules.map((rule) => (isRecord(rule) && Array.isArray(rule['allow']) ? rule['allow'] : undefined));
  const [first, ...others] = lists;
  if (rules.length === 0) return undefined;
  if (first === undefined || others.includes(undefined)) return 'none';
  return { allow: first.filter((host) => others.every((list) => list?.includes(host))) };
}

/**
 * The sandbox mode for a tool of a trust source: the policy's, else `preferred`, and `required` for sources that are
 * trusted less than `org`. Anything else in the policy's field counts as `required`.
 */
export function sandboxModeFor({ sandbox }: Pick<ExecutionPolicy, 'sandbox'>, source: TrustSource): SandboxMode {
  if (sandbox === undefined) return isTrustedEnough(source, 'org') ? 'preferred' : 'required';
  return sandbox === 'preferred' || sandbox === 'off' ? sandbox : 'required';
}

/**
 * The paths outside the writable directories that a call writes: values of parameters of type `file` and `directory`,
 * and paths in its effects.
 *
 * Shape: `cp a /etc/b` → `["/etc/b"]`. A parameter whose `x-effects` state `"write": false`, as the source of `cp`
 * does, is only read. If the command itself writes nothing, only parameters that add writing count, such as `--output`.
 *
 * @param directories absent: relative paths below the current directory, and `/tmp`
 * @param effects of the call
 */
export function writesOutside(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>> = {},
  directories?: WritableDirectories,
  effects: AtipEffects = effectsOf(mapping, args),
): string[] {
  if (!writes(effects)) return [];
  const paths = [...(effects.filesystem?.paths ?? []), ...writtenPaths(mapping, args, effects)];
  return paths.filter((path) => isOutside(path, directories));
}

/** The values of a call's parameters for files and directories that may be written. */
export function writtenPaths(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>> = {},
  effects: AtipEffects = effectsOf(mapping, args),
): string[] {
  if (!writes(effects)) return [];
  const isWriting = writes(effectsWith(mapping.effects, modesOf(changesOf(mapping)), args));
  const parameters = readableParameters(mapping);
  const losing = losingParameters(mapping, args);
  const given = new Set(Object.keys(args).flatMap((key) => parameters.get(key) ?? []));
  return [...given].flatMap((parameter) => {
    const isLost = losing.has(parameter.source);
    const isNamed = (isPath(parameter.source) || replacesFile(parameter.source)) && !loadsFile(parameter.source);
    if (!isNamed && !isLost) return [];
    const isWritten =
      isLost ||
      (isWriting ? parameter.source['x-effects']?.filesystem?.write !== false : writes(harmOfSource(parameter.source)));
    const values = isWritten ? valuesFor(parameter, args).filter((one) => typeof one === 'string') : [];
    return mapping.tool.name === 'dd' ? values.flatMap((one) => /^of=(.*)$/s.exec(one)?.[1] ?? []) : values;
  });
}

const MODES = new WeakMap<readonly Change[], readonly Change[]>();

/** The changes without the harm that they add. */
function modesOf(changes: readonly Change[]): readonly Change[] {
  const known = MODES.get(changes);
  if (known) return known;
  const modes = changes.map(({ added: _added, values, ...change }) => ({
    ...change,
    values: values.map(({ added: _harm, ...one }) => one),
  }));
  MODES.set(changes, modes);
  return modes;
}

function writes({ filesystem }: AtipEffects): boolean {
  return filesystem?.write === true || filesystem?.delete === true;
}

/**
 * The arguments with each path in the project made relative: documents compare places by their text, and `./tests` and
 * `/home/u/proj/tests` are one place. A path with `..` stays as it is.
 *
 * Shape: root `/home/u/proj`: `/home/u/proj/tests` → `./tests`, `/home/u/proj` → `.`, `/home/u/proj2` stays.
 */
export function namedInside(
  args: Readonly<Record<string, unknown>>,
  directories: WritableDirectories | undefined,
): Readonly<Record<string, unknown>> {
  const root = directories?.root ?? directories?.cwd;
  if (root === undefined || !/^\/[^/]/.test(root) || !Object.values(args).some((value) => mayName(value, root)))
    return args;
  const inside = (value: unknown): unknown =>
    typeof value === 'string' && mayName(value, root) && !/(?:^|\/)\.\.(?:\/|$)/.test(value)
      ? value.split(root).reduce((before, behind) => {
          // Behind a sign as in `key=/path` too.
          const isPlace = /(?:^|[=:,@])$/.test(before) && /^(?:$|[/:,])/.test(behind);
          return `${before}${isPlace ? '.' : root}${behind}`;
        })
      : value;
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, Array.isArray(value) ? value.map(inside) : inside(value)]),
  );
}

function mayName(value: unknown, root: string): boolean {
  if (Array.isArray(value)) return value.some((one) => mayName(one, root));
  return typeof value === 'string' && value.includes(root);
}
