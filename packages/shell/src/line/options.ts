import { isListed } from './listings.ts';
import { isNumbered, knownStart } from './patterns.ts';
import type { LineIssueCode, OpenWord, Word } from './types.ts';

export interface WrapIssue {
  readonly code: LineIssueCode;
  /** A sentence. */
  readonly message: string;
  /** True: it is about the code that the program reads from its standard input. */
  readonly isInput?: boolean | undefined;
}

export interface GivenOption {
  /** Without dashes. */
  readonly name: string;
  readonly value?: Word | undefined;
}

export interface Walked {
  readonly options: readonly GivenOption[];
  /** The first word that is neither an option nor an option's value, and all words after it. */
  readonly rest: readonly Word[];
  /** True: `--` ended the options. */
  readonly isEnded?: true | undefined;
  /** Why the walk stopped: `options` and `rest` end there. */
  readonly issue?: WrapIssue | undefined;
}

interface OptionSpec {
  readonly short: ReadonlyMap<string, Arity>;
  readonly long: ReadonlyMap<string, Arity>;
  readonly numeric: boolean;
}

type Arity = 'none' | 'value' | 'attached';

const specs = new Map<string, OptionSpec>();

/**
 * Reads options up to the first argument, like POSIX.
 *
 * `spec` lists what the program takes: `E` a flag, `u=` a letter with a value, `user=` a long option with a value,
 * `i=?` a value that only counts when it is attached, `#` numbers such as `-5`. Long options may be abbreviated. An
 * option that is not listed and a word that may become one end the walk with an issue.
 */
export function walkOptions(program: string, words: readonly Word[], spec: string): Walked {
  return walk(program, words, spec, false);
}

/** Reads options anywhere among arguments, like GNU programs; `rest` has the arguments. */
export function walkAll(program: string, words: readonly Word[], spec: string): Walked {
  return walk(program, words, spec, true);
}

function walk(program: string, words: readonly Word[], spec: string, isMixed: boolean): Walked {
  const known = readSpec(spec);
  const options: GivenOption[] = [];
  const operands: Word[] = [];
  let index = 0;
  while (index < words.length) {
    const word = words[index];
    if (!word) break;
    if (!word.unknown && word.text === '--')
      return { options, rest: [...operands, ...words.slice(index + 1)], isEnded: true };
    if (isOperand(word) || (isMixed && isOfOperands(word))) {
      if (!isMixed) return { options, rest: words.slice(index) };
      operands.push(word);
      index += 1;
      continue;
    }
    const read = readOption(program, word, words[index + 1], known);
    if ('code' in read) return { options, rest: operands, issue: read };
    options.push(...read.options);
    index += read.took;
  }
  return { options, rest: operands };
}

/** True for one word that is no option. */
export function isOperand(word: Word): boolean {
  if (!word.unknown) return word.text === '-' || !word.text.startsWith('-');
  return (!word.many || isListed(word)) && beginsKnown(word);
}

/** True for a glob such as `src/*.ts`, whose words are no options, and for a number with text behind it. */
function isOfOperands(word: Word): boolean {
  return word.unknown === true && ((word.reason === 'glob' && beginsKnown(word)) || isNumbered(word));
}

/** True: no word that it may become begins with a dash. */
export function beginsKnown(word: Word): boolean {
  if (!word.unknown) return !word.text.startsWith('-');
  if (isListed(word)) return word.among.every((text) => text !== '' && !text.startsWith('-'));
  return word.prefix === '' ? word.reason === 'tilde' : !word.prefix.startsWith('-');
}

function readOption(
  program: string,
  word: Word,
  next: Word | undefined,
  spec: OptionSpec,
): { options: readonly GivenOption[]; took: number } | WrapIssue {
  const text = knownStart(word);
  if (!text.startsWith('-') || (word.unknown && (word.many || text.length < 2))) return unknownWord(program, word);
  if (!word.unknown && spec.numeric && /^-[-+]?\d+$/.test(text))
    return { options: [{ name: '#', value: word }], took: 1 };
  return text.startsWith('--')
    ? readLong(program, word, text, next, spec)
    : readCluster(program, word, text, next, spec);
}

function readLong(program: string, word: Word, text: string, next: Word | undefined, spec: OptionSpec) {
  const equals = text.indexOf('=');
  if (word.unknown && equals < 0) return unknownWord(program, word);
  const typed = text.slice(2, equals < 0 ? undefined : equals);
  const fits = spec.long.has(typed) ? [typed] : [...spec.long.keys()].filter((one) => one.startsWith(typed));
  const [name] = fits;
  const arity = name === undefined || fits.length > 1 ? undefined : spec.long.get(name);
  if (name === undefined || !arity) return unread(program, `--${typed}`);
  if (equals >= 0) {
    return arity === 'none' ? unread(program, text) : { options: [{ name, value: behind(word, equals + 1) }], took: 1 };
  }
  return arity === 'value' ? withNext(program, [], name, next) : { options: [{ name }], took: 1 };
}

function readCluster(program: string, word: Word, text: string, next: Word | undefined, spec: OptionSpec) {
  const options: GivenOption[] = [];
  for (let at = 1; at < text.length; at++) {
    const name = text.charAt(at);
    const arity = spec.short.get(name);
    if (!arity) return unread(program, `-${name}`);
    const isLast = at === text.length - 1 && !word.unknown;
    if (arity !== 'none' && !isLast) return { options: [...options, { name, value: behind(word, at + 1) }], took: 1 };
    if (arity === 'value') return withNext(program, options, name, next);
    options.push({ name });
  }
  return word.unknown ? unknownWord(program, word) : { options, took: 1 };
}

function withNext(program: string, before: readonly GivenOption[], name: string, next: Word | undefined) {
  if (next?.unknown && next.many) return unknownWord(program, next);
  return { options: [...before, next ? { name, value: next } : { name }], took: 2 };
}

/** The word without its first letters. */
function behind(word: Word, length: number): Word {
  const text = word.text.slice(word.unknown && !word.text.startsWith(word.prefix) ? 0 : length);
  return word.unknown ? withPrefix({ ...word, text }, word.prefix.slice(length)) : { ...word, text };
}

/** The word with another beginning. */
export function withPrefix(word: OpenWord, prefix: string): OpenWord {
  const {
    among: _among,
    number: _number,
    patterns: _patterns,
    spelled: _spelled,
    ends: _ends,
    plain: _plain,
    made: _made,
    signs: _signs,
    ...rest
  } = word;
  return { ...rest, prefix };
}

function unread(program: string, option: string): WrapIssue {
  return {
    code: 'UNREAD',
    message: `The option ${option} of ${program} is not known, so its command cannot be found.`,
  };
}

export function unknownWord(program: string, word: Word): WrapIssue {
  return {
    code: 'UNKNOWN_PROGRAM',
    message: `${word.text} may become an option or the command of ${program}: the program to start is not known.`,
  };
}

function readSpec(text: string): OptionSpec {
  const cached = specs.get(text);
  if (cached) return cached;
  const short = new Map<string, Arity>();
  const long = new Map<string, Arity>();
  for (const token of text.split(' ')) {
    const name = token.replace(/=\??$/, '');
    const arity = token.endsWith('=?') ? 'attached' : token.endsWith('=') ? 'value' : 'none';
    (name.length === 1 ? short : long).set(name, arity);
  }
  const spec = { short, long, numeric: short.has('#') };
  specs.set(text, spec);
  return spec;
}

export function isOneOf({ name }: Pick<GivenOption, 'name'>, names: string): boolean {
  return names.split(' ').includes(name);
}
