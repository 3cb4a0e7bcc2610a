import type { AtipEffects } from '../../types/effects.ts';
import type { AtipOption } from '../../types/parameter.ts';
import { isRecord } from '../../json/is-record.ts';
import { listOf, recordsOf, textOf, textsOf } from '../shared/fields.ts';
import { hasControl } from '../shared/has-control.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { FigCode } from './fig-losses.ts';
import { isDiscouraged, isProgram } from './marks.ts';
import { readValues } from './read-values.ts';

/** What is typed: a word with a sign in front. Some options of the corpus are plain words, positionals in truth. */
const SIGNED = /^[-+]/;

/** The options of a command, those apart that Fig hands down to every command below. */
export function readOptions(
  spec: Fields,
  lose: (code: FigCode) => void,
): { readonly own: AtipOption[]; readonly persistent: AtipOption[] } {
  const own: AtipOption[] = [];
  const persistent: AtipOption[] = [];
  for (const option of recordsOf(spec['options'])) {
    if (isWord(option)) continue;
    const flags = flagsOf(option);
    // With the first of its values alone it would take the next word of the command line for the second.
    if (recordsOf(option['args']).length > 1) lose('import-lost-values');
    else if (flags.length > 0)
      (option['isPersistent'] === true ? persistent : own).push(readOption(option, flags, lose));
    else if (!textsOf(option['name']).includes('--')) lose('import-lost-option');
  }
  return { own, persistent };
}

/** Whether what Fig calls an option is a word that has to stand there. */
export function isWord(option: Fields): boolean {
  const flags = flagsOf(option);
  return option['isRequired'] === true && !flags.some((flag) => SIGNED.test(flag));
}

/** Whether Fig lists `--` among the options: the program then ends options there. */
export function endsOptions(spec: Fields): boolean {
  return recordsOf(spec['options']).some((option) => textsOf(option['name']).includes('--'));
}

function readOption(option: Fields, flags: string[], lose: (code: FigCode) => void): AtipOption {
  const args = recordsOf(option['args']);
  const [arg] = args;
  const named = flags.find((flag) => flag.startsWith('--') && flag.length > 2) ?? flags[0] ?? '';
  const value = arg ? readValues(arg, lose) : { type: 'boolean' as const };
  const repeats = arg !== undefined && (option['isRepeatable'] !== undefined || arg['isVariadic'] === true);
  const separator = option['requiresSeparator'] ?? option['requiresEquals'];
  const effects = effectsOf(option, args);
  return {
    name: named.replace(/^[-+]+/, '') || named,
    flags,
    description: textOf(option['description']),
    ...value,
    ...(repeats && option['isRepeatable'] !== false && { type: 'array' as const }),
    ...(option['isRequired'] === true && { required: true }),
    ...((separator === true || separator === '=') && { 'x-value-style': 'equals' as const }),
    ...(Object.keys(effects).length > 0 && { 'x-effects': effects }),
    ...(isDiscouraged(option) && { 'x-deprecated': true }),
    ...listUnder('x-exclusive', option['exclusiveOn']),
    ...listUnder('x-depends', option['dependsOn']),
  };
}

/** What holds when the option is given. One dangerous value makes the option dangerous: which one is given is not known here. */
function effectsOf(option: Fields, args: readonly Fields[]): AtipEffects {
  const values = args.flatMap((arg) => listOf(arg['suggestions'])).filter(isRecord);
  const isDangerous = [option, ...args, ...values].some((node) => node['isDangerous'] === true);
  return { ...(isDangerous && { destructive: true }), ...(args.some(isProgram) && { subprocess: true }) };
}

function listUnder<Key extends string>(key: Key, value: unknown): Partial<Record<Key, string[]>> {
  const flags = textsOf(value);
  const field: Partial<Record<string, string[]>> = flags.length > 0 ? { [key]: flags } : {};
  // The only key there is the one that was handed over.
  return field as Partial<Record<Key, string[]>>;
}

/** Spellings that stand for themselves: `--name=` is the flag `--name`, `-o, --out` are two. */
function flagsOf(option: Fields): string[] {
  const flags = textsOf(option['name']).flatMap((flag) => flag.split(/,\s+/));
  return textsOf(flags.map((flag) => flag.replace(/=$/, ''))).filter((flag) => flag !== '--' && !hasControl(flag));
}
