import type { AtipArgument, AtipOption, AtipParamType } from '@atip/core';
import { type Fields, isFields, listOf, recordsOf, textOf, textsOf } from './fig-fields.ts';

/** What is typed: a word with a sign in front. Some options of the corpus are plain words, positionals in truth. */
const SIGNED = /^[-+]/;

/** The positional arguments of a command, those included that Fig writes as required options without a dash. */
export function figArguments(spec: Fields): AtipArgument[] {
  const own = recordsOf(spec['args']).map((arg, index) => figArgument(arg, `argument${index + 1}`));
  const words = recordsOf(spec['options']).filter(isWord);
  const more = words.map((option): AtipArgument => {
    const [arg = {}] = recordsOf(option['args']);
    return {
      ...figArgument(arg, ''),
      name: textsOf(option['name'])[0] ?? '',
      description: textOf(option['description']),
    };
  });
  return [...own, ...more];
}

/** The options of a command. One without a usable name is none. */
export function figOptions(spec: Fields): AtipOption[] {
  return recordsOf(spec['options'])
    .filter((option) => flagsOf(option).length > 0 && !isWord(option))
    .map(figOption);
}

/** Options that Fig hands down to every command below. */
export function persistentOptions(spec: Fields): AtipOption[] {
  return recordsOf(spec['options'])
    .filter((option) => option['isPersistent'] === true && flagsOf(option).length > 0 && !isWord(option))
    .map(figOption);
}

function isWord(option: Fields): boolean {
  return option['isRequired'] === true && !flagsOf(option).some((flag) => SIGNED.test(flag));
}

function figArgument(arg: Fields, fallback: string): AtipArgument {
  return {
    name: textOf(arg['name']) || fallback,
    description: textOf(arg['description']),
    ...valueFields(arg),
    ...(arg['isOptional'] === true && { required: false }),
    ...(arg['isVariadic'] === true && { variadic: true }),
  };
}

function figOption(option: Fields): AtipOption {
  const flags = flagsOf(option);
  const [arg] = recordsOf(option['args']);
  const named = flags.find((flag) => flag.startsWith('--') && flag.length > 2) ?? flags[0] ?? '';
  const value = arg ? valueFields(arg) : { type: 'boolean' as const };
  const repeats = arg !== undefined && (option['isRepeatable'] !== undefined || arg['isVariadic'] === true);
  const separator = option['requiresSeparator'] ?? option['requiresEquals'];
  return {
    name: named.replace(/^[-+]+/, '') || named,
    flags,
    description: textOf(option['description']),
    ...value,
    ...(repeats && option['isRepeatable'] !== false && { type: 'array' as const }),
    ...(option['isRequired'] === true && { required: true }),
    ...((separator === true || separator === '=') && { 'x-value-style': 'equals' as const }),
  };
}

/** Spellings that stand for themselves: `--name=` is the flag `--name`, `-o, --out` are two. */
function flagsOf(option: Fields): string[] {
  const flags = textsOf(option['name']).flatMap((flag) => flag.split(/,\s+/));
  return textsOf(flags.map((flag) => flag.replace(/=$/, ''))).filter((flag) => flag !== '--');
}

/** Whether Fig lists `--` among the options: the program then ends options there. */
export function endsOptions(spec: Fields): boolean {
  return recordsOf(spec['options']).some((option) => textsOf(option['name']).includes('--'));
}

/** Type, default and allowed values of what takes one. Suggestions are all there is only where nothing else adds to them. */
function valueFields(arg: Fields): { type: AtipParamType; default?: string; enum?: string[] } {
  const templates = listOf(arg['template']);
  const preset = textOf(arg['default']);
  const shown = preset === '' ? {} : { default: preset };
  if (templates.includes('filepaths')) return { type: 'file', ...shown };
  if (templates.includes('folders')) return { type: 'directory', ...shown };
  const open = arg['generators'] !== undefined || templates.length > 0;
  const values = open ? [] : textsOf(listOf(arg['suggestions']).flatMap(namesOfSuggestion));
  return values.length > 0 ? { type: 'enum', ...shown, enum: values } : { type: 'string', ...shown };
}

function namesOfSuggestion(suggestion: unknown): readonly unknown[] {
  return isFields(suggestion) ? listOf(suggestion['name']).slice(0, 1) : [suggestion];
}
