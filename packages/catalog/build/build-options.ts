import type { Fail } from './sources.ts';
import type { AtipOption } from '@atip/core';

/** See `aboutOptions`. */
const ABOUT = new Set(['--help', '--version', '-help', '-version', '--usage', '-?', '-h/--help']);

/** Settings for building the options of a shim. */
export interface OptionChanges {
  readonly omit?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, Partial<AtipOption>>> | undefined;
  readonly first?: readonly string[] | undefined;
}

/**
 * The options of a command for its shim: with fields set by hand, without useless ones, each flag once. @param lists of
 * the sources; the first wins if two have a flag @param at names the command, for messages @param fail called for a
 * change to a missing option
 */
export function buildOptions(
  lists: readonly (readonly AtipOption[])[],
  { omit = [], only, options = {}, first = [] }: OptionChanges,
  at: string,
  fail: Fail,
): AtipOption[] {
  const merged = withoutRepeats(lists.flat());
  const left = new Map(Object.entries(options));
  const changed = merged.map((option) => {
    let patched = option;
    for (const flag of option.flags) {
      // The help combines several options: the other flags may be options of their own.
      if (!patched.flags.includes(flag)) continue;
      patched = change(patched, left.get(flag));
      left.delete(flag);
    }
    return patched;
  });
  const added = [...left].flatMap(([flag, option]) => newOption(flag, option, at, fail));
  // One that is stated by hand stays: `gem install --version 2.4` does not ask for gem's version.
  const isAbout = (flag: string): boolean => ABOUT.has(flag) && !Object.hasOwn(options, flag);
  const all = [...added, ...changed].filter(({ flags }) => !flags.some(isAbout));
  if (only) {
    return only.flatMap((flag) => {
      const found = all.find(({ flags }) => flags.includes(flag));
      if (found === undefined) fail(`${at} has no option ${flag}`);
      return found ?? [];
    });
  }
  const omitted = new Set(omit);
  const kept = all.filter(({ flags }) => !flags.some((flag) => omitted.has(flag)));
  const place = ({ flags }: AtipOption): number => {
    const found = first.findIndex((flag) => flags.includes(flag));
    return found < 0 ? first.length : found;
  };
  return kept.sort((a, b) => place(a) - place(b));
}

/** The source's values are removed with their type: a text for curl's `--cookie` is not "data" or "filename". */
function change(option: AtipOption, fields: Partial<AtipOption> = {}): AtipOption {
  const { enum: _values, ...rest } = option;
  return { ...(fields.type === undefined || fields.type === 'enum' ? option : rest), ...fields };
}

function newOption(
  flag: string,
  { flags = [flag], ...given }: Partial<AtipOption>,
  at: string,
  fail: Fail,
): AtipOption[] {
  const { name = (flags.at(-1) ?? flag).replace(/^-+/, ''), type, description } = given;
  if (type !== undefined && description !== undefined) return [{ ...given, name, flags, type, description }];
  fail(`${at} has no option ${flag} to change`);
  return [];
}

function withoutRepeats(options: readonly AtipOption[]): AtipOption[] {
  const [flags, names] = [new Set<string>(), new Set<string>()];
  return options.flatMap((option) => {
    const own = option.flags.filter((flag) => !flags.has(flag));
    if (own.length < option.flags.length || names.has(option.name)) return [];
    for (const flag of own) flags.add(flag);
    names.add(option.name);
    return [option];
  });
}
