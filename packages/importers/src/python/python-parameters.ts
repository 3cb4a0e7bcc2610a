import { type AtipArgument, type AtipOption, type AtipParamType, findSecrets } from '@atip/core';
import {
  CODE,
  hasControl,
  isTyped,
  listOf,
  type LossTexts,
  relationsOf,
  scalarOf,
  textOf,
  wordsOf,
} from '../document/foreign-data.ts';

/** Losses of click's and argparse's facts that have no place in ATIP, or stay open. */
export type PythonCode = 'import-lost-command' | 'import-lost-option' | 'import-lost-default' | 'import-lost-values';

export type LosePython = (code: PythonCode, path?: string) => void;

export const PYTHON_LOSSES: LossTexts<PythonCode> = {
  'import-lost-command': ['warning', 'a command that cannot be typed, or stands behind an argument, is left out.'],
  'import-lost-option': [
    'warning',
    'an option is left out: it has no spelling of one or two dashes, or belongs to a group below the first level.',
  ],
  'import-lost-default': ['info', 'a preset value that is computed, looks private or is no plain value is left out.'],
  'import-lost-values': ['info', 'an option that can stand alone, or take many words, is written with one value.'],
};

export interface PythonParameter {
  /** For an option: its spellings, and those that turn it off. Empty: a positional argument. */
  readonly flags: readonly string[];
  readonly off: readonly string[];
  /** The name of its value in the program. */
  readonly dest: string;
  readonly help: string;
  readonly kind: 'flag' | 'count' | 'value' | 'list';
  readonly type: AtipParamType;
  readonly choices: readonly (string | number)[] | undefined;
  readonly preset: unknown;
  readonly required: boolean;
  /** Fields that only one framework has. */
  readonly more: Partial<AtipOption>;
}

/** Makes the names of options unique; returns the options of one command. */
export function readOptions(parameters: readonly PythonParameter[], lose: LosePython): AtipOption[] {
  const taken = new Set<string>();
  return parameters.flatMap((parameter) => {
    const flags = parameter.flags.filter(isTyped);
    if (flags.length === 0) {
      lose('import-lost-option');
      return [];
    }
    const fields = fieldsOf(parameter, lose);
    const required = parameter.required && { required: true };
    const nameOf = (own: readonly string[], dest: string): string => {
      const name = [...(longOf(own).startsWith('--') ? [] : [dest]), bare(longOf(own)), ...own.map(bare)].find(
        (one) => one !== '' && !taken.has(one),
      );
      const free = name ?? `${bare(longOf(own))}-${taken.size}`;
      taken.add(free);
      return free;
    };
    const off = parameter.off.filter(isTyped);
    const negations = off.filter((flag) => flag.startsWith('--no-') && flags.includes(`--${flag.slice(5)}`));
    const option = { name: nameOf(flags, parameter.dest), flags: [...flags, ...negations], ...fields, ...required };
    if (off.length === 0 || negations.length > 0) return [option];
    // Two exclusive words: no value tells which is the default.
    const { default: _, ...both } = option;
    const description = `The opposite of ${longOf(flags)}`;
    return [
      { ...both, ...relationsOf([longOf(off)], []) },
      { ...both, name: nameOf(off, ''), flags: off, description, ...relationsOf([longOf(flags)], []) },
    ];
  });
}

/** A positional argument; one with several words becomes several arguments. @param words absent: any number */
export function readArgument(parameter: PythonParameter, words: number | undefined, lose: LosePython): AtipArgument[] {
  const { 'x-words': _words, ...fields } = fieldsOf(parameter, lose);
  const optional = !parameter.required && { required: false };
  const name = parameter.dest || 'argument';
  if (words === undefined || words <= 1)
    return [{ name, ...fields, ...optional, ...(words === undefined && { variadic: true }) }];
  return Array.from({ length: Math.min(words, MAX_WORDS) }, (_, at) => ({
    name: `${name}-${at + 1}`,
    ...fields,
    ...optional,
  }));
}

/** No program takes more words for one value. */
export const MAX_WORDS = 20;

function fieldsOf(parameter: PythonParameter, lose: LosePython): Omit<AtipOption, 'name' | 'flags'> {
  const { kind, choices, help, more } = parameter;
  if (kind === 'count') return { type: 'integer', description: help, 'x-count': true, ...more };
  if (kind === 'flag') {
    // The default of a one-way switch is the value that it changes.
    const isBoth = parameter.off.length > 0 && typeof parameter.preset === 'boolean';
    return { type: 'boolean', description: help, ...(isBoth && { default: parameter.preset }), ...more };
  }
  const enumOf = choices !== undefined && { enum: [...choices] };
  const type =
    kind === 'list' ? 'array' : choices?.some((choice) => typeof choice === 'string') ? 'enum' : parameter.type;
  return { type, description: help, ...enumOf, ...presetOf(parameter, lose), ...more };
}

function presetOf(
  { preset, kind, choices, type, dest, flags }: PythonParameter,
  lose: LosePython,
): { default?: unknown } {
  if (preset === undefined || preset === null || preset === '==SUPPRESS==') return {};
  const fits = (value: unknown): string | number | undefined => {
    const scalar = value === CODE ? undefined : scalarOf(value);
    if (scalar === undefined || typeof scalar === 'boolean' || isPrivate(String(scalar), [dest, ...flags]))
      return undefined;
    if (choices !== undefined) return choices.find((choice) => String(choice) === String(scalar));
    if (type !== 'integer' && type !== 'number') return String(scalar);
    const number = Number(scalar);
    return Number.isFinite(number) && (type === 'number' || Number.isSafeInteger(number)) ? number : undefined;
  };
  const values = kind === 'list' ? listOf(preset).map(fits) : [fits(preset)];
  if (values.length === 0) return {};
  if (values.every((value) => value !== undefined)) return { default: kind === 'list' ? values : values[0] };
  lose('import-lost-default');
  return {};
}

const HOME = /(?:^|[^\w.-])(?:\/home\/[^/\s]|\/Users\/[^/\s]|\/root(?:\/|$)|[A-Za-z]:[\\/]Users[\\/])/;
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|\bpwd\b|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|\bauth\b/i;

/** True for a default that looks like a secret, or is a place on the author's machine. */
function isPrivate(value: string, names: readonly string[]): boolean {
  return value !== '' && (HOME.test(value) || SECRET_NAME.test(names.join(' ')) || findSecrets(value).length > 0);
}

/** Values that can be typed; undefined without any, or with too many to be complete. */
export function choicesOf(value: unknown): string[] | undefined {
  const choices = [...new Set(wordsOf(value))].filter((choice) => !hasControl(choice));
  return choices.length > 0 && choices.length === new Set(listOf(value)).size && choices.length <= MAX_CHOICES
    ? choices
    : undefined;
}

const MAX_CHOICES = 200;

/** The options of first-level groups, as options of the tool that come after the group's word; eight at most. */
export function behindGroups(
  groups: readonly { readonly key: string; readonly options: readonly AtipOption[] }[],
  lose: LosePython,
): AtipOption[] {
  const all = groups.flatMap(({ key, options }) => options.map((option) => ({ key, option })));
  for (const _ of all.slice(MAX_BEHIND)) lose('import-lost-option');
  return all.slice(0, MAX_BEHIND).map(({ key, option: { required: _, ...option } }) => ({
    ...option,
    description: `${option.description} (for ${key})`.trim(),
    'x-behind': key,
  }));
}

/** Every command of a document repeats them. */
const MAX_BEHIND = 8;

/** The first paragraph, on one line. */
export function summaryOf(value: unknown): string {
  return (
    textOf(value)
      .split(/\n[ \t]*\n|\f/, 1)[0]
      ?.replace(/[\s\b]+/g, ' ')
      .trim() ?? ''
  );
}

export function longOf(flags: readonly string[]): string {
  return flags.find((flag) => flag.startsWith('--')) ?? flags[0] ?? '';
}

function bare(flag: string): string {
  return flag.replace(/^[-+]+/, '');
}
