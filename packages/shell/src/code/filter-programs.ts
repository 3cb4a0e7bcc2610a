import { type GivenOption, isOneOf, walkAll, walkOptions } from '../line/options.ts';
import { programName } from '../line/program-names.ts';
import type { CodeReading, Word } from '../line/types.ts';
import { readAwkProgram } from './awk.ts';
import { readSedProgram } from './sed.ts';

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
  const read = joinCode('sed', scripts.length > 0 ? scripts : rest.slice(0, 1), readSedProgram);
  return issue && read?.isHarmless !== false ? harmful('sed', moreCode) : read;
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
  return joinCode('jq', rest.slice(0, 1), (text) => ({ ...readJqProgram(text), writes: [], reads: files }));
}

/** The document says of a file alone that it is run. */
function fromFile(language: CodeReading['language'], options: readonly GivenOption[]): CodeReading | undefined {
  return valuesOf(options, 'e source expression').length > 0 ? harmful(language, 'is loaded from a file') : undefined;
}

function joinCode(
  language: CodeReading['language'],
  program: readonly Word[],
  read: (text: string) => Omit<CodeReading, 'language'>,
): CodeReading | undefined {
  if (program.length === 0) return undefined;
  if (program.some((word) => word.unknown))
    return harmful(language, 'has parts that are not known before the line runs');
  return { language, ...read(program.map(({ text }) => text).join('\n')) };
}

function valuesOf(options: readonly GivenOption[], names: string): readonly Word[] {
  return options.flatMap((option) => (isOneOf(option, names) && option.value ? [option.value] : []));
}

function harmful(language: CodeReading['language'], reason: string): CodeReading {
  return { language, isHarmless: false, reason, writes: [], reads: [] };
}

type ReadCode = Pick<CodeReading, 'isHarmless' | 'reason' | 'readsEnvironment'>;

/**
 * Reads a jq program: it is harmless unless it can read the environment, because jq cannot run programs or write files.
 *
 * A string with `\(…)` contains code. `import` loads jq code, which is as harmless, but was not read.
 */
function readJqProgram(text: string): ReadCode {
  const code = takeStrings(text);
  if (code === undefined) return { isHarmless: false, reason: 'has a string or a comment whose end is not certain' };
  const readsEnvironment = /(^|[^.\w$])env\b|\$ENV\b|\$__prog_args\b/.test(code);
  if (/(^|[^.\w$])(import|include|modulemeta)\b/.test(code))
    return { isHarmless: false, reason: 'loads code from a file' };
  return { isHarmless: true, readsEnvironment };
}

/** The program without comments and plain strings; undefined if the end of a string or comment is uncertain. */
function takeStrings(text: string): string | undefined {
  let code = '';
  /** For each open string, how many parentheses are open in its `\(…)`. */
  const open: number[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (inString) {
      if (letter === '\\') {
        at += 1;
        if (text.charAt(at) !== '(') continue;
        open.push(0);
        inString = false;
        code += ' (';
      } else if (letter === '"') {
        inString = false;
        code += '"';
      }
      continue;
    }
    if (letter === '"') inString = true;
    else if (letter === '#') {
      const end = text.indexOf('\n', at);
      // jq 1.7.1 continues a comment after a backslash, older versions do not.
      if (end > 0 && /\\\r?$/.test(text.slice(at, end))) return undefined;
      if (end < 0) break;
      at = end - 1;
      continue;
    } else if (letter === '(' && open.length > 0) open.push((open.pop() ?? 0) + 1);
    else if (letter === ')' && open.length > 0) {
      const depth = open.pop() ?? 0;
      if (depth === 0) {
        inString = true;
        code += ') ';
        continue;
      }
      open.push(depth - 1);
    }
    code += letter;
  }
  return inString || open.length > 0 ? undefined : code;
}
