import { amongOf, type List, listingOf, wordFrom } from '../line/listings.ts';
import { beginsKnown, unknownWord } from '../line/options.ts';
import { knownStart, mayMatch, startOf } from '../line/patterns.ts';
import type { Word } from '../line/types.ts';
import { failed, type Inner, type Piped, type Unwrapped } from './unwrapped.ts';
import { putInput } from './xargs.ts';

const oneValue = new Set(
  (
    'amin anewer atime cmin cnewer context ctime D fls fprint fprint0 files0-from flags fstype gid group ilname iname inum ipath iregex iwholename ' +
    'links lname maxdepth mindepth mmin mtime name newer path perm printf regex regextype samefile size type uid used user wholename xattr xattrname xtype'
  )
    .split(' ')
    .map((one) => `-${one}`),
);
const noValue = new Set(
  (
    'a and acl d daystart delete depth empty executable false follow H help ignore_readdir_race L ls mount nogroup noignore_readdir_race noleaf not nouser ' +
    'nowarn o or P print print0 prune quit readable s true version warn writable X x xdev E f'
  )
    .split(' ')
    .map((one) => `-${one}`),
);
const runs = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** `find [START…] … -exec CMD ;` and similar: every command with the paths that find inserts. */
export function unwrapFind(name: string, args: readonly Word[], { list }: Piped): Unwrapped | undefined {
  const begins = readStart(args);
  const found = foundBy(args, list);
  const inner: Inner[] = [];
  let directory: Word | undefined;
  let index = 0;
  while (index < args.length) {
    const word = args[index];
    if (!word) break;
    const left = args.slice(index + 1);
    const arity = arityOf(word, left);
    if (typeof arity === 'string') return failed(name, { code: 'UNREAD', message: arity });
    if (arity < 0) return { ...failed(name, unknownWord(name, word)), inner };
    index += 1 + arity;
    const value = left.slice(0, arity).find((one) => one.unknown && one.many && !isOfNames(one));
    if (value) return { ...failed(name, unknownWord(name, value)), inner };
    if (word.unknown || !runs.has(word.text)) continue;
    const command = readCommand(
      left,
      word.text.endsWith('dir') ? './' : begins,
      word.text.endsWith('dir') ? undefined : found,
    );
    if (!command) return undefined;
    if ('shifts' in command) return { ...failed(name, unknownWord(name, command.shifts)), inner };
    inner.push({ words: command.words });
    if (word.text.endsWith('dir')) directory = putInput({ text: '{}' }, '{}', begins, false);
    index += command.took;
  }
  const deletes = args.findIndex((word) => !word.unknown && word.text === '-delete');
  if (found && deletes >= 0 && inner.length === 0) {
    // Judged as the names that it deletes.
    const names = { unknown: true, text: '{}', reason: 'input', many: true, ...amongOf(found) } as const;
    const outer = [{ text: name }, ...args.toSpliced(deletes, 1)];
    return { name, inner: [{ words: [{ text: 'rm' }, { text: '-rf' }, names] }], outer, keepsOuter: true, issues: [] };
  }
  return inner.length === 0 ? undefined : { name, inner, directory, keepsOuter: true, issues: [] };
}

/** The names that find inserts into commands, or deletes. */
function foundBy(args: readonly Word[], list: List | undefined): readonly string[] | undefined {
  const at = args.findIndex(({ text }) => runs.has(text) || text === '-delete');
  // Behind `-o` other tests count.
  const isSplit = args.slice(at).some(({ text }) => /^(?:-or?|,)$/.test(text));
  const listing = list && at >= 0 && !isSplit ? listingOf('find', args.slice(0, at)) : undefined;
  const isDeleted = args.every(({ text }, index) => !runs.has(text) || isDeletion(args.slice(index + 1)));
  const are = listing && list?.({ ...listing, isDeleted });
  return are && wordFrom({ are, isNul: true }, false)?.among;
}

/** True for `rm -f {} +`. */
function isDeletion([first, ...behind]: readonly Word[]): boolean {
  const end = behind.findIndex(({ text }) => /^[;+]$/.test(text));
  const isPlain = behind.slice(0, Math.max(end, 0)).every(({ text }) => /^(?:-[a-zA-Z]+|--|\{\})$/.test(text));
  return isPlain && /^g?(?:rm|rmdir)$/.test(first?.text ?? '');
}

/** True for a glob such as `*.ts`: none of its words can be one of find's own. */
function isOfNames(word: Word): boolean {
  if (!word.unknown || word.reason !== 'glob') return false;
  return beginsKnown(word) || [...oneValue, ...noValue, ...runs, '-fprintf'].every((own) => !mayMatch(word, own));
}

/** Number of words of one of find's tests or actions; negative: unknown. A string: an issue. */
function arityOf(word: Word, left: readonly Word[]): number | string {
  if (word.unknown) {
    if ((beginsKnown(word) && (!word.many || word.reason === 'glob')) || isOfNames(word)) return 0;
    const [next] = left;
    const hasEnd = left.some((one) => one.unknown || /^[;+]$/.test(one.text));
    if (word.many) return -1;
    const isProgram = next !== undefined && (next.unknown || !next.text.startsWith('-'));
    return hasEnd && isProgram ? -1 : 0;
  }
  const { text } = word;
  if (!text.startsWith('-') || text === '-' || noValue.has(text) || runs.has(text)) return 0;
  if (/^-(newer[aBcmtX]{2}|O\d)$/.test(text)) return text.startsWith('-O') ? 0 : 1;
  if (oneValue.has(text)) return 1;
  if (text === '-fprintf') return 2;
  const runsLater = left.some((one) => one.unknown || runs.has(one.text));
  return runsLater ? `The expression ${text} of find is not known, so its commands cannot be found.` : 0;
}

/** The words up to `;`, or to `+` after `{}`. */
function readCommand(
  left: readonly Word[],
  begins: string,
  found?: readonly string[],
): { readonly words: readonly Word[]; readonly took: number } | { readonly shifts: Word } | undefined {
  for (const [index, word] of left.entries()) {
    if (word.unknown) {
      const runsLater = left.slice(index + 1).some((one) => !one.unknown && runs.has(one.text));
      const mayEnd = word.prefix === '' || word.prefix === ';' || word.prefix === '+';
      if (word.many || (mayEnd && runsLater)) return { shifts: word };
      continue;
    }
    const before = left[index - 1];
    const isPlus = word.text === '+' && before && !before.unknown && before.text === '{}';
    if (word.text !== ';' && !isPlus) continue;
    const words = left.slice(0, index);
    const put = words.flatMap((one, at) => {
      const isLast = isPlus === true && at === index - 1;
      const inserted = putInput(one, '{}', begins, isLast);
      if (!found || one.unknown || !inserted.unknown) return [inserted];
      const known = {
        ...inserted,
        patterns: undefined,
        ...amongOf(found.map((path) => one.text.replaceAll('{}', path))),
      };
      return isLast ? [known, known] : [known];
    });
    return { words: put, took: index + 1 };
  }
  return undefined;
}

/** The common beginning of all paths that find prints: that of its starting points. */
function readStart(args: readonly Word[]): string {
  if (args.some((word) => !word.unknown && word.text === '-files0-from')) return '';
  const starts: string[] = [];
  for (const word of args) {
    if (!word.unknown && /^(-[HLP]|-O\d)$/.test(word.text)) continue;
    if (word.unknown && !beginsKnown(word)) return '';
    if (!beginsKnown(word) || (!word.unknown && /^[(!,)]$/.test(word.text))) break;
    starts.push(knownStart(word));
  }
  const common = startOf(starts.length === 0 ? ['.'] : starts);
  const areBelow = starts.every((one) => one !== '' && !/^[/~]|^\.\.(\/|$)/.test(one));
  return common === '' && areBelow ? './' : common;
}

const fdValues =
  /^(-[cdeEjoStx]|--(and|base-directory|batch-size|change-newer-than|change-older-than|changed-after|changed-before|changed-within|color|exact-depth|exclude|extension|format|gen-completions|ignore-contain|ignore-file|max-buffer-time|max-depth|max-results|min-depth|newer|older|owner|path-separator|search-path|size|strip-cwd-prefix|threads|type|hyperlink))$/;

/** `fd … -x CMD` and `-X CMD`: the command goes on to `;` or to the end. */
export function unwrapFd(name: string, args: readonly Word[]): Unwrapped | undefined {
  for (let index = 0; index < args.length; index++) {
    const word = args[index];
    if (!word) break;
    if (word.unknown) {
      if (beginsKnown(word) && (!word.many || word.reason === 'glob')) continue;
      return failed(name, unknownWord(name, word));
    }
    if (word.text === '--') return undefined;
    if (fdValues.test(word.text) && !/^-x$/.test(word.text)) {
      const value = args[index + 1];
      if (value?.unknown && value.many) return failed(name, unknownWord(name, value));
      index += 1;
      continue;
    }
    const option = /^(?:-(?:[^-=cdeEjoSt]*)([xX])(.*)|--(?:exec(?:-batch)?)(?:=(.*))?)$/s.exec(word.text);
    if (!option) continue;
    const attached = option[2] || option[3];
    if (attached)
      return failed(name, {
        code: 'UNREAD',
        message: `${word.text} of ${name} is not read: put a space before the command.`,
      });
    return fdCommand(name, args.slice(index + 1), option[1] === 'X' || word.text === '--exec-batch');
  }
  return undefined;
}

function fdCommand(name: string, left: readonly Word[], many: boolean): Unwrapped {
  const shifts = left.find((word) => word.unknown && word.many);
  if (shifts) return failed(name, unknownWord(name, shifts));
  const end = left.findIndex((word) => !word.unknown && word.text === ';');
  const command = end < 0 ? left : left.slice(0, end);
  const place = /\{(\/\/|\/\.|\/|\.)?\}/;
  const words = command.map((word) => {
    const found = word.unknown ? undefined : place.exec(word.text)?.[0];
    return found ? putInput(word, found, '', many) : word;
  });
  const input: Word = { unknown: true, text: '{}', reason: 'input', prefix: '', many };
  const hasPlace = words.some((word, index) => word !== command[index]);
  const behind = end < 0 ? undefined : unwrapFd(name, left.slice(end + 1));
  return {
    name,
    inner: [{ words: hasPlace ? words : [...words, input] }, ...(behind?.inner ?? [])],
    keepsOuter: true,
    issues: behind?.issues ?? [],
  };
}
