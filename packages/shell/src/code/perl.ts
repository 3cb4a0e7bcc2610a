import { isListed } from '../line/listings.ts';
import type { CodeReading, Snippet } from '../line/types.ts';
import { createStrictTaker, readWith, stop } from './snippet-reading.ts';

/**
 * Reads a program of Perl in one line: by its tokens, each of which has to be harmless in any order. There are no references, no calls
 * of functions by a value, no file handles but the standard ones and no names of Perl's own variables, so nothing else can be said with
 * them. Where Perl could divide the text in another way than this reader does, the reader stops.
 */
export function readPerl(snippet: Snippet): CodeReading {
  return readWith(snippet, ({ reads }) => {
    readTokens(snippet.text);
    for (const word of snippet.args)
      for (const text of isListed(word) ? word.among : [word.text]) if (text !== '-') reads.add(text);
  });
}

/** A variable of the code, `$_`, `$.`, a group of a match, a field of `-a`, or the file's name. Perl's own have other names. */
const NAME = String.raw`(?:[a-z]\w*|_|F)(?!\w)`;
const SUBSCRIPT = String.raw`(?:\[-?\d+\]|\[\$${NAME}\]|\{\$?\w+\}|\{\$F\[-?\d+\]\})`;
const SCALAR = String.raw`\$(?:${NAME}${SUBSCRIPT}?|\{[a-z]\w*\}|\+\{\w+\}|\d+(?!\d)|[.&](?![\w(])|ARGV(?!\w|\s*[[{]))`;

// How records end, what stands between printed values, and whether they wait: only alone.
const OPERAND = new RegExp(
  String.raw`${SCALAR}|\$#${NAME}|\$[/,\\|](?=\s*(?:$|[;}]|=[^=~>]|\+\+))|\d+(?:\.\d+)?(?![\w.])|\d+(?=\.\.)`,
  'y',
);
// As the name of an array it would be the list of files to read.
const HANDLE = /(?:close|eof)(?:\s+ARGV|\s*\(\s*ARGV\s*\))(?!\w)/y;
const LIST = new RegExp(`[@%]${NAME}|<(?:STDIN)?>`, 'y');
const WORD = /[A-Za-z_]\w*/y;
const TEXT = /"((?:\\.|[^"\\])*)"/sy;
const PLAIN_TEXT = /'(?:\\.|[^'\\])*'|qw\([\w\s.,-]*\)/sy;
/** Braces in braces count, unless a backslash stands before them. */
const BRACED = String.raw`\{((?:\\.|[^\\{}]|\{(?:\\.|[^\\{}])*\})*)\}`;
const MATCH = new RegExp(
  String.raw`(?:m(?=[/|#,!]))?(?:\/((?:\\.|[^/\\])*)\/|(?<=m)([|#,!])((?:\\.|(?!\2)[^\\])*)\2|m${BRACED})([a-z]*)`,
  'sy',
);
const CHANGE = new RegExp(
  String.raw`(s|tr|y)(?:([/|#,!])((?:\\.|(?!\2)[^\\])*)\2((?:\\.|(?!\2)[^\\])*)\2|${BRACED}\s*${BRACED})([a-z]*)`,
  'sy',
);
const SIGN = /<=>|\*\*|\|\|=?|\/\/=?|&&|[-+*.]=|\+\+|--|[=!]~|[=!<>]=|=>|\.\.|[-+*/%.=<>!?:,;()[\]{}]/y;

/** Words between two values, before a value, and in front of a block. */
const BETWEEN = new Set('x eq ne lt gt le ge cmp and or xor if unless while until for foreach'.split(' '));
const BEFORE = new Set(
  `not elsif else my our local print printf say split join reverse sort map grep keys values each exists delete defined undef scalar push
  pop shift unshift splice chomp chop lc uc lcfirst ucfirst length substr index rindex sprintf abs int hex oct ord chr sqrt sin cos exp log
  quotemeta next last exit die warn eof STDERR STDOUT BEGIN END time localtime gmtime strftime floor ceil fmod pow sum sum0 min max first
  uniq`.split(/\s+/),
);
/** Words behind which Perl certainly reads `/` as the beginning of a pattern. */
const BEFORE_PATTERN = /^(?:split|grep|and|or|not|if|unless|while|until|print)$/;

type Before = 'nothing' | 'value' | 'block' | 'word' | 'pattern';

function readTokens(text: string): void {
  // Behind `=pod` stands documentation.
  const taker = createStrictTaker(text, /^=\w/m);
  const { take } = taker;
  let before: Before = 'nothing';
  const value = (): void => {
    if (before === 'value') stop('cannot be read as Perl');
    before = 'value';
  };
  while (taker.at < text.length) {
    if (take(/\s+/y)) continue;
    if (before !== 'value' && (take(LIST) ?? take(/\.\d+(?![\w.])/y))) value();
    else if (take(OPERAND) ?? take(PLAIN_TEXT) ?? take(HANDLE)) value();
    else if (text.charAt(taker.at) === '"') {
      checkText(take(TEXT)?.[1], false);
      value();
    } else if (
      /(?:s|tr|y|m)[/|#,!{]/y.test(text.slice(taker.at, taker.at + 3)) ||
      (text.charAt(taker.at) === '/' && before !== 'value')
    ) {
      if (text.charAt(taker.at) === '/' && (before === 'word' || before === 'block'))
        stop('has a character that may begin a pattern');
      const change = take(CHANGE);
      const match = change ? undefined : take(MATCH);
      if (change) checkChange(change);
      else if (match) checkMatch(match);
      else stop('has a pattern that is not understood');
      value();
    } else before = readOther(take, before);
  }
}

/** Reads a word or a sign. */
function readOther(take: (pattern: RegExp) => RegExpExecArray | undefined, before: Before): Before {
  const word = take(WORD)?.[0];
  if (word !== undefined) {
    const isKnown = before === 'value' ? BETWEEN.has(word) : BEFORE.has(word) || BETWEEN.has(word);
    if (!isKnown) stop(`uses ${word}, whose effects are unknown`);
    return BEFORE_PATTERN.test(word) ? 'pattern' : 'word';
  }
  const sign = take(SIGN)?.[0];
  if (sign === undefined) stop('has a character that is not supported');
  // There Perl may read a file test, a list of files, a handle or a call.
  const isLonger = before === 'word' && /^>=?$/.test(sign);
  if (before !== 'value' && !isLonger && /^(?:[*/%<>?:]|&&|\*\*|\.\.?|[=!]~|<=>|[<>]=)/.test(sign))
    stop('has a character that is not supported');
  if (before !== 'value' && sign === '-' && take(/[A-Za-z]/y)) stop('tests a file');
  if (sign === '-' && take(/>/y)) stop('follows a reference');
  if (sign === ':' && take(/:/y)) stop('names a package');
  if (/^(?:[)\]]|\+\+|--)$/.test(sign)) return 'value';
  return sign === '}' ? 'block' : 'nothing';
}

const VARIABLE = String.raw`(?:${SCALAR}|@${NAME}(?:\[[\d., -]+\])?)(?![[{]|->|::)`;
const AMOUNT = String.raw`(?:(?:\$#?|@)${NAME}|\d+(?:\.\d+)?|\.\d+)`;
const SUM = `${AMOUNT}(?: ?[-+*/] ?${AMOUNT})*`;
const IN_PATTERN = new RegExp(VARIABLE, 'g');
/** In a text the place in an array may be calculated; in a pattern Perl guesses at what such brackets are. */
const IN_TEXT = new RegExp(
  String.raw`\$${NAME}\[(?:${SUM}|int\(${SUM}\)(?: ?[-+] ?\d+)?)\](?![[{]|->)|\$#${NAME}|${VARIABLE}`,
  'g',
);

/** A text in which Perl fills in variables: only plain ones. */
function checkText(text: string | undefined, isPattern: boolean): void {
  if (text === undefined) stop('has a text without an end');
  // Neither sign becomes a part of a sum in brackets.
  const plain = text.replace(/\\([^pPN])/gs, isPattern ? '_' : ';');
  if (/\\/.test(plain)) stop('has an escape that is not supported');
  const rest = plain.replace(isPattern ? IN_PATTERN : IN_TEXT, ' ');
  if (/@/.test(rest) || /\$/.test(isPattern ? rest.replace(/\$(?=$|[)|])/g, '') : rest))
    stop('has a text with a value that is not supported');
  if (isPattern && /\((?:\*|\?[?p{])/.test(text)) stop('has a pattern that may run code');
}

function checkMatch([, slashed, , other, braced, flags = '']: RegExpExecArray): void {
  checkText(slashed ?? other ?? braced, true);
  if (!/^[gimsxo]*$/.test(flags)) stop(`has a pattern with ${flags}`);
}

function checkChange([, kind, , one, other, from = one, to = other, flags = '']: RegExpExecArray): void {
  if (!(kind === 's' ? /^[gimsxor]*$/ : /^[cdsr]*$/).test(flags)) stop(`has a replacement with ${flags}`);
  if (kind !== 's') return;
  checkText(from, true);
  checkText(to, false);
}
