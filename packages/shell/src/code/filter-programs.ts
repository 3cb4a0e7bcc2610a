import { UNKNOWN } from '@atip/core/internal';
import { type GivenOption, isOneOf, walkAll, walkOptions } from '../line/options.ts';
import { HERE, TOP } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { CodeReading, OpenWord, Word } from '../line/types.ts';
import { readAwkProgram } from './awk.ts';
import { readSedProgram } from './sed.ts';
import { createTaker, type Found, harmful, readWith, stop } from './snippet-reading.ts';

/**
 * Reads the program that a call of awk, sed or jq has in its words.
 *
 * `words` begins with the program. Undefined for other programs, and for words without code (`sed --version`). In-place
 * editing and files that the call names are effects of the tool, not of its code. Never throws.
 */
export function readCode(words: readonly Word[]): CodeReading | undefined {
  const [program, ...args] = words;
  if (!program || program.unknown) return undefined;
  const name = programName(program.text);
  if (/^(g|m|n|o)?awk$|^original-awk$|^bwk$/.test(name)) return readAwk(args);
  if (/^g?sed$/.test(name)) return readSed(args);
  return name === 'jq' || name === 'gojq' || name === 'jaq' ? readJq(args) : undefined;
}

const awkOptions =
  'F= v= f= e= E= i= l= o=? p=? d=? D=? L=? S b c C g h I k M n N O P r s t V assign= field-separator= file= source= exec= include= load= ' +
  'pretty-print=? profile=? dump-variables=? debug=? sandbox bignum characters-as-bytes traditional copyright gen-pot help lint=? lint-old csv ' +
  'non-decimal-data use-lc-numeric optimize no-optimize posix re-interval trace version';

function readAwk(args: readonly Word[]): CodeReading | undefined {
  const { options, rest, issue } = walkOptions('awk', args, awkOptions);
  if (options.some((option) => isOneOf(option, 'h V C help version copyright'))) return undefined;
  if (issue) return harmful('awk', 'has options that are not known');
  if (options.some((option) => isOneOf(option, 'i l D include load debug')))
    return harmful('awk', 'is loaded from a file');
  if (options.some((option) => isOneOf(option, 'f E file exec'))) return fromFile('awk', options);
  const sources = valuesOf(options, 'e source');
  const program = sources.length > 0 ? sources : rest.slice(0, 1);
  const read = joinCode('awk', program, readAwkProgram);
  const written = options.flatMap((option) => {
    const name = awkOutputs[option.name];
    return name ? [option.value ?? { text: name }] : [];
  });
  if (!read || written.length === 0) return read;
  if (written.some((file) => file.unknown)) return harmful('awk', 'writes to a file that is not known');
  return { ...read, writes: [...read.writes, ...written.map(({ text }) => text).filter((text) => text !== '-')] };
}

/** Files that gawk's options write when they name none. */
const awkOutputs: Readonly<Record<string, string>> = {
  o: 'awkprof.out',
  'pretty-print': 'awkprof.out',
  p: 'awkprof.out',
  profile: 'awkprof.out',
  d: 'awkvars.out',
  'dump-variables': 'awkvars.out',
};

const sedOptions =
  'n e= f= E r s i=? u z b l= quiet silent expression= file= regexp-extended separate in-place=? unbuffered null-data binary line-length= ' +
  'follow-symlinks posix sandbox debug help version';

function readSed(args: readonly Word[]): CodeReading | undefined {
  const { options, rest, issue } = walkAll('sed', args, sedOptions);
  if (options.some((option) => isOneOf(option, 'help version'))) return undefined;
  if (options.some((option) => isOneOf(option, 'f file'))) return fromFile('sed', options);
  const scripts = valuesOf(options, 'e expression');
  const programs = scripts.length > 0 ? scripts : rest.slice(0, 1);
  const read = readNumbered(programs) ?? joinCode('sed', programs, readSedProgram);
  return issue && read?.isHarmless !== false ? harmful('sed', moreCode) : read;
}

/** Values of a number that is only known when the line runs: none, also. */
const NUMBERS = ['7', '', '-7', '7\n7'];

/** Programs by which sed stops: no command has such a name. */
const REFUSED = /command [,+\d-] that|an address that is not understood/;

/** A program with numbers in it: with each of them it names no file, and is harmless or one that sed refuses. */
function readNumbered(programs: readonly Word[]): CodeReading | undefined {
  const [program, ...others] = programs;
  const texts = program?.unknown && others.length === 0 ? numbered(program) : undefined;
  const all = texts?.map((text) => joinCode('sed', [{ text }], readSedProgram));
  const isSafe = all?.every(
    (one) => one && one.reads.length + one.writes.length === 0 && (one.isHarmless || REFUSED.test(one.reason ?? '')),
  );
  return isSafe && all?.[0]?.isHarmless ? all[0] : undefined;
}

function numbered({ signs, patterns = [], many }: OpenWord): readonly string[] | undefined {
  const [pattern, ...others] = patterns;
  if (signs === undefined || signs === 'stamp' || many || pattern === undefined || others.length > 0) return undefined;
  // Signs that stand for others there.
  if (/[?*[\]~]/.test(pattern) || pattern.includes(HERE) || pattern.includes(TOP)) return undefined;
  return NUMBERS.map((number) => pattern.replaceAll(UNKNOWN, number));
}

const moreCode = 'may get more code from words that are not known';

const jqOptions =
  'c n e s r R C M S a j h V b f L= tab indent= args jsonargs unbuffered stream stream-errors seq exit-status from-file raw-input null-input ' +
  'slurp compact-output color-output monochrome-output ascii-output sort-keys raw-output raw-output0 join-output binary library-path= help ' +
  'version build-configuration';

/** Options of jq with a name and a value behind them. */
const jqPairs = /^--(arg|argjson|slurpfile|rawfile|argfile)$/;

function readJq(args: readonly Word[]): CodeReading | undefined {
  const left: Word[] = [];
  const reads: Word[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index];
    if (!word) break;
    if (word.unknown || !jqPairs.test(word.text)) {
      left.push(word);
      continue;
    }
    const [variable, value] = args.slice(index + 1, index + 3);
    if ([variable, value].some((one) => one?.unknown && one.many)) return harmful('jq', moreCode);
    if (value && word.text.endsWith('file')) reads.push(value);
    index += 2;
  }
  const { options, rest, issue } = walkAll('jq', left, jqOptions);
  if (options.some((option) => isOneOf(option, 'h V help version build-configuration'))) return undefined;
  if (options.some((option) => isOneOf(option, 'f from-file'))) return undefined;
  const [program] = rest;
  if (issue && !(program && !program.unknown)) return harmful('jq', moreCode);
  const files = reads.flatMap((file) => (file.unknown ? [] : [file.text]));
  return joinCode('jq', rest.slice(0, 1), (text, found) => {
    readJqProgram(text, found);
    for (const file of files) found.reads.add(file);
  });
}

/** The document says of a file alone that it is run. */
function fromFile(language: CodeReading['language'], options: readonly GivenOption[]): CodeReading | undefined {
  return valuesOf(options, 'e source expression').length > 0 ? harmful(language, 'is loaded from a file') : undefined;
}

function joinCode(
  language: CodeReading['language'],
  program: readonly Word[],
  read: (text: string, found: Found) => void,
): CodeReading | undefined {
  if (program.length === 0) return undefined;
  const texts = program.map((word) => (word.unknown ? word.spelled : word.text));
  if (!texts.every((text) => text !== undefined))
    return harmful(language, 'has parts that are not known before the line runs');
  const text = texts.join('\n');
  return readWith({ language, text }, (found) => {
    read(text, found);
    if ([...found.reads, ...found.writes].some((file) => file.includes(HERE))) stop('names a file that is not known');
  });
}

function valuesOf(options: readonly GivenOption[], names: string): readonly Word[] {
  return options.flatMap((option) => (isOneOf(option, names) && option.value ? [option.value] : []));
}

/**
 * Reads a jq program: it is harmless unless it can read the environment, because jq cannot run programs or write files.
 *
 * A string with `\(…)` contains code. `import` loads jq code, which is as harmless, but was not read.
 */
function readJqProgram(text: string, found: Found): void {
  const code = withoutStrings(text);
  found.readsEnvironment = /(?:^|[^.\w$])env\b|\$ENV\b|\$__prog_args\b/.test(code);
  if (code.includes(HERE)) stop('has a path where code is');
  if (/(?:^|[^.\w$])(?:import|include|modulemeta)\b/.test(code)) stop('loads code from a file');
}

function withoutStrings(text: string): string {
  const taker = createTaker(text);
  const { take } = taker;
  let code = '';
  // Text and code in a string are no part of the name before it.
  const readString = (): void => {
    code += ' ';
    while (!take(/"/y)) {
      if (take(/\\\(/y)) read(true);
      else if (!take(/\\[\s\S]|[^"\\]+/y)) stop('has a string or a comment whose end is not certain');
    }
    code += '"" ';
  };
  const read = (isInString: boolean): void => {
    for (let depth = 0; taker.at < text.length; ) {
      if (take(/"/y)) readString();
      // jq 1.7.1 continues a comment behind a backslash, older versions do not.
      else if (take(/#[^\n]*\\\r?(?=\n)/y)) stop('has a string or a comment whose end is not certain');
      else if (!take(/#[^\n]*/y)) {
        const sign = text.charAt(taker.at++);
        depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
        code += isInString && depth < 0 ? ' ' : sign;
        if (isInString && depth < 0) return;
      }
    }
    if (isInString) stop('has a string or a comment whose end is not certain');
  };
  read(false);
  return code;
}
