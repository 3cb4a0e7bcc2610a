import { UNKNOWN } from '@atip/core/internal';
import { amongOf, isListed, type Meaning, wordFrom } from '../line/listings.ts';
import { type GivenOption, isOneOf, unknownWord, walkOptions, withPrefix } from '../line/options.ts';
import type { OpenWord, Word } from '../line/types.ts';
import { failed, type Piped, type Unwrapped } from './unwrapped.ts';
const xargsOptions =
  '0 r t p x o a= d= E= I= L= n= P= s= e=? i=? l=? null no-run-if-empty verbose interactive exit open-tty arg-file= delimiter= eof=? replace=? ' +
  'max-lines=? max-args= max-procs= max-chars= process-slot-var= show-limits help version';

/** `xargs [OPTIONS] [CMD]`: the command gets words that are only known at run time. */
export function unwrapXargs(name: string, args: readonly Word[], piped: Piped): Unwrapped | undefined {
  const { options, rest, issue } = walkOptions(name, args, xargsOptions);
  if (options.some((option) => isOneOf(option, 'help version'))) return undefined;
  if (issue) return failed(name, issue);
  if (options.some((option) => option.name === 'process-slot-var')) {
    return failed(name, { code: 'CHANGES_PROGRAMS', message: 'xargs sets a variable of any name.' });
  }
  const replace = options.findLast((option) => isOneOf(option, 'I i replace'));
  const reads = options.flatMap((option) => (isOneOf(option, 'a arg-file') && option.value ? [option.value] : []));
  const command: readonly Word[] = rest.length > 0 ? rest : [{ text: 'echo' }];
  const known = reads.length > 0 ? undefined : knownInput(piped.input, options);
  const isOne = options.some(
    ({ name: option, value }) => isOneOf({ name: option }, 'n max-args') && value?.text === '1',
  );
  const input: OpenWord = {
    unknown: true,
    text: '…',
    reason: 'input',
    prefix: '',
    ...known,
    many: !known || !isOne,
  };
  // Several names: the first may mean something else than the last.
  const inputs = isListed(input) && input.many ? [input, input] : [input];
  if (!replace) return { name, inner: [{ words: [...command, ...inputs] }], keepsOuter: false, reads, issues: [] };
  const place = replace.value ?? { text: '{}' };
  if (place.unknown) return failed(name, unknownWord(name, place));
  const isMixed = options.some((option) => isOneOf(option, 'L l n max-lines max-args'));
  const sign = place.text === '' ? '{}' : place.text;
  const words = command.map((word) => putKnown(word, putInput(word, sign, '', isMixed), sign, known));
  return { name, inner: [{ words: isMixed ? [...words, input] : words }], keepsOuter: false, reads, issues: [] };
}

/** The known facts about each word that xargs takes from a pipe. */
function knownInput(input: Meaning | undefined, options: readonly GivenOption[]): Partial<OpenWord> | undefined {
  const delimiter = options.findLast((option) => isOneOf(option, 'd delimiter 0 null'));
  const isNul = delimiter !== undefined && (isOneOf(delimiter, '0 null') || /^\\0$/.test(delimiter.value?.text ?? ''));
  if (delimiter !== undefined && !isNul && delimiter.value?.text !== '\\n') return undefined;
  if (input?.lines) return input.lines.isNul === isNul ? wordFrom(input.lines, false) : undefined;
  if (input?.plain === 'hex' && !isNul) return { plain: 'hex', signs: input.signs };
  return input?.number === 'digits' && !isNul ? { number: 'digits', ends: input.ends } : undefined;
}

/** A word into which one of several known words is put, or a number. */
function putKnown(word: Word, put: Word, sign: string, known: Partial<OpenWord> | undefined): Word {
  if (!known || !put.unknown || word.unknown) return put;
  if (known.among)
    return { ...put, patterns: undefined, ...amongOf(known.among.map((name) => word.text.replaceAll(sign, name))) };
  // `{}..HEAD`
  const [before, behind = '', ...more] = word.text.split(sign);
  if (
    word.text !== sign &&
    known.plain === 'hex' &&
    !put.many &&
    before === '' &&
    more.length === 0 &&
    /^[\w.:@/+=,%~^-]*$/.test(behind)
  )
    return { ...put, plain: known.plain };
  return word.text === sign ? { ...put, ...known, text: put.text } : put;
}

/** The word with input inserted; `begins`: the known beginning of the input. */
export function putInput(word: Word, place: string, begins: string, many: boolean): Word {
  if (word.unknown) {
    const known = word.prefix.indexOf(place);
    const texts = [...(word.among ?? []), ...(word.patterns ?? []), word.spelled ?? ''];
    if (known < 0) return texts.some((text) => text.includes(place)) ? withPrefix(word, word.prefix) : word;
    return withPrefix(word, word.prefix.slice(0, known) + begins);
  }
  const at = word.text.indexOf(place);
  if (at < 0) return word;
  const tilde = at === 0 && begins.startsWith('~') && { tilde: true };
  const prefix = word.text.slice(0, at) + begins;
  // `./` stands for the directory of each file that is found.
  const patterns =
    begins === '' || begins === './' ? [UNKNOWN] : [prefix, `${prefix}/${UNKNOWN}`, `${prefix}${UNKNOWN}`];
  return { ...word, unknown: true, reason: 'input', prefix, ...tilde, many, patterns };
}
