import type { PipelineNode, Statement } from 'unbash';
import { isOneOf, walkAll, walkOptions } from '../line/options.ts';
import { knownTexts } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart, Redirect, Word, WrittenText } from '../line/types.ts';
import { PSQL_OPTIONS } from '../wrappers/sql-input.ts';
import { inputOf, type Start } from './parts.ts';
import type { Reading } from './reading.ts';

/** A file of plain name, not behind `..`, and no open one. */
const FILE = /^(?!.*\.\.|\/(?:dev|proc)\/)[\w./][\w./@+,-]*$/;

/** The file that a command writes, with all that is in it: of `cat > FILE <<'END'`, `tee FILE <<'END'`, `echo TEXT > FILE`. */
export function textWritten(
  words: readonly Word[],
  redirects: readonly Redirect[],
): Pick<WrittenText, 'path' | 'text'> | undefined {
  const [name, ...args] = knownTexts(words) ?? [];
  const [into, ...others] = redirects.filter(({ operator, fd }) => /^>\|?$/.test(operator) && (fd ?? 1) === 1);
  const texts = redirects.filter(({ operator, fd }) => /^<<<?$/.test(operator) && (fd ?? 0) === 0);
  if (others.length > 0 || redirects.length !== texts.length + (into ? 1 : 0)) return undefined;
  const isQuiet = !into || (!into.target.unknown && into.target.text === '/dev/null');
  const target = name === 'tee' && args.length === 1 && isQuiet ? words[1] : into?.target;
  const isCat = texts.length === 1 && (name === 'tee' ? target === words[1] : name === 'cat' && args.length === 0);
  const isEcho = name === 'echo' && texts.length === 0 && !/^-|\\/.test(args.join(' '));
  const input = isCat ? inputOf(texts) : isEcho ? { text: `${args.join(' ')}\n` } : undefined;
  if (typeof input !== 'object' || input.unknown || !target || target.unknown || !FILE.test(target.text))
    return undefined;
  return { path: target.text, text: input.text };
}

/** The file that a statement or a command has written, if it is the one that was read last. */
export function writtenBy(
  before: Statement | PipelineNode | Statement['command'] | undefined,
  isSure: boolean,
  { written }: Reading,
): WrittenText | undefined {
  const isLast = before !== undefined && (before.type === 'Statement' ? before.command : before) === written?.by;
  return isLast && written && !(before.type === 'Statement' && before.background) ? { ...written, isSure } : undefined;
}

/** Interpreters, the options with which they read a file as they read code in a word, and the option for that. */
const INTERPRETERS: readonly (readonly [name: RegExp, before: RegExp, code: string, isShell?: true])[] = [
  [/^python(?:3(?:\.\d+)?)?$/, /^-[bBdEIOPqsSuv]+$/, '-c'],
  [/^(?:node|nodejs|tsx|bun|perl|ruby)$/, /^--(?:no-warnings|enable-source-maps|trace-warnings)$/, '-e'],
  [/^(?:bash|sh|dash)$/, /^-[eux]+$/, '-c', true],
];

const AWK_OPTIONS = 'F= v= f=';

/** Filters, and clients of databases, with the options around the one that names a file of their language. */
const FILTERS: Readonly<Record<string, string>> = {
  awk: AWK_OPTIONS,
  gawk: AWK_OPTIONS,
  mawk: AWK_OPTIONS,
  jq: 'r c n s S e j M C a f= raw-output compact-output null-input slurp sort-keys exit-status from-file= tab',
  sed: 'n E r s z u i=? f= quiet silent regexp-extended file=',
  psql: `${PSQL_OPTIONS} f= file=`,
};
const CLIENTS = /^(?:psql|sqlite3)$/;

/** Wrappers behind which a command has the same files. */
const HERE_TOO = /^(?:time|timeout|command|nice|stdbuf)$/;

/** Code that asks where its file is. */
const KNOWS_PLACE = /__(?:file|FILE|dir|DIR)__|__(?:dir|file)name\b|\bimport\.meta\b|\$0\b|\bFindBin\b/;

/**
 * A command that takes its code from a file which the line has just written, as the one that has the same code in its words or as its
 * input. Undefined: it takes none.
 */
export function withWrittenText({ words, redirects, scope }: Pick<Start, 'words' | 'redirects' | 'scope'>):
  | {
      readonly words: readonly Word[];
      readonly stdin?: Word | undefined;
      readonly given?: LinePart['given'] | undefined;
    }
  | undefined {
  const { through, remote, written, isFunction } = scope;
  const [program] = words;
  if (!program || !knownTexts(words) || remote || isFunction || !through.every((one) => HERE_TOO.test(one)))
    return undefined;
  const name = programName(program.text);
  const row = INTERPRETERS.find(([names]) => names.test(name));
  const take = (path: string, text: string) =>
    row ? (KNOWS_PLACE.test(text) ? undefined : asCode(words, path, text, row)) : asFilter(name, words, path, text);
  if (written) {
    const { path, text } = written;
    const from = redirects.filter(({ operator, fd }) => operator.startsWith('<') && (fd ?? 0) === 0).at(-1);
    const isInput = from?.operator === '<' && from.target.text === path;
    const isCode = CLIENTS.test(name) || (row && words.slice(1).every((word) => row[1].test(word.text)));
    const found = isInput && isCode ? { words, stdin: { text } } : take(path, text);
    if (found) return { ...found, given: written };
  }
  const { stdin, isInputOwn } = scope;
  // Commands of a shell read what it reads itself.
  if (isInputOwn !== true || typeof stdin !== 'object' || stdin.unknown || row?.[3]) return undefined;
  return take('/dev/stdin', stdin.text) ?? (name === 'jq' ? undefined : take('-', stdin.text));
}

function asCode(
  words: readonly Word[],
  path: string,
  text: string,
  [, before, code, isShell]: (typeof INTERPRETERS)[number],
) {
  const at = words.findIndex((word, index) => index > 0 && !before.test(word.text));
  const [file, ...rest] = at < 0 ? [] : words.slice(at);
  if (file?.text !== path || path === '-') return undefined;
  // The name of a shell's script is an argument of it.
  const own = [{ text: code }, { text }, ...(isShell ? [file] : [])];
  return { words: [...words.slice(0, at), ...own, ...rest] };
}

function asFilter(name: string, [program = { text: name }, ...args]: readonly Word[], path: string, text: string) {
  if (name === 'sqlite3') {
    const [last, ...others] = args.toReversed();
    const isRead = last?.text === `.read ${path}` && others.length > 0;
    return isRead ? { words: [program, ...others.toReversed()], stdin: { text } } : undefined;
  }
  if (!Object.hasOwn(FILTERS, name)) return undefined;
  const isMixed = name === 'sed' || name === 'psql';
  const { options, rest, issue } = (isMixed ? walkAll : walkOptions)(name, args, FILTERS[name] ?? '');
  const [file, ...others] = options.filter((option) => isOneOf(option, 'f file from-file'));
  const at = file?.value ? args.indexOf(file.value) : -1;
  if (issue || at < 1 || file?.value?.text !== path || others.length > 0) return undefined;
  if (name === 'sed') return { words: [program, ...args.toSpliced(at - 1, 2, { text: '-e' }, { text })] };
  const left = args.toSpliced(at - 1, 2);
  if (name === 'psql') return { words: [program, ...left], stdin: { text } };
  const end = left.length - rest.length;
  return /^-/.test(text) ? undefined : { words: [program, ...left.slice(0, end), { text }, ...left.slice(end)] };
}
