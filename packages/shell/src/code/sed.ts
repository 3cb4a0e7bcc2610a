import { HERE } from '../line/patterns.ts';
import { createTaker, type Found, stop, type Taker } from './snippet-reading.ts';

/** A class in brackets; `]` right behind `[` or `[^` is an ordinary character, and so is a backslash. A delimiter in them ends nothing. */
const BRACKETS = String.raw`\[(?:\^|(?!\^))(?:\]|(?!\]))(?:\[(?:([:.=])(?:(?!\1\])[\s\S])*\1\]|(?![:.=]))|[^\][\n])*\]`;

/** Commands of which all is known, and what may stand behind their names. */
const PLAIN = /[=dDgGhHnNpPxzF]|[lLqQ][ \t]*\d*|[:btTv][ \t]*[\w.-]*/y;
/** The text of `a`, `i` and `c` goes on to the first newline without a backslash. */
const TEXT =
  /[aic][ \t]*(?:\\[ \t]*(?:\n(?![\n\r])|(?![ \t]*[\\\n\r]))|(?![ \t]*(?:[\\\n\r]|$)))(?:\\[\s\S]?|[^\\\n])*/y;
const FILE = /([rRwW])[ \t]*([^\n]*)/y;

/** Reads a script for GNU sed: harmless unless it runs a command (`e`, `s///e`); `w` and `r` name files. */
export function readSedProgram(text: string, found: Found): void {
  const taker = createTaker(text);
  const { take } = taker;
  let depth = 0;
  for (;;) {
    take(/[\s;]*/y);
    if (taker.at >= text.length) break;
    if (takeAddress(taker, text) && take(/[ \t]*,[ \t]*/y) && !take(/[+~]\d+/y) && !takeAddress(taker, text))
      stop('has an address that is not understood');
    take(/\s*(?:![\s!]*)?/y);
    if (take(/#[^\n]*/y) ?? take(TEXT)) continue;
    if (take(/\{/y)) depth += 1;
    else if (take(/\}/y)) {
      depth -= 1;
      if (depth < 0) stop('has a brace too many');
      takeEnd(taker, '}');
    } else readCommand(taker, text, found);
  }
  if (depth > 0) stop('has a brace without an end');
}

function takeAddress(taker: Taker, text: string): boolean {
  if (taker.take(/\d+(?:[ \t]*~[ \t]*\d*)?|\$/y)) return true;
  if (!taker.take(/\\|(?=\/)/y)) return false;
  takePiece(taker, text.charAt(taker.at++), true, 'address');
  taker.take(/[IM]*/y);
  return true;
}

function readCommand(taker: Taker, text: string, found: Found): void {
  const file = taker.take(FILE);
  if (file) {
    readFile(file, found);
    return;
  }
  const command = text.charAt(taker.at);
  if (command === '') stop('ends behind an address');
  if (command === 'e') stop('runs a command (e)');
  if (taker.take(/[sy]/y)) {
    const delimiter = text.charAt(taker.at++);
    takePiece(taker, delimiter, command === 's', `command ${command}`);
    takePiece(taker, delimiter, false, `command ${command}`);
    if (command === 's') {
      taker.take(/[gpiImM\d \t]*/y);
      if (text.charAt(taker.at) === 'e') stop('runs a command (flag e of s)');
      const written = taker.take(/(w)[ \t]*([^\n]*)/y);
      if (written) {
        readFile(written, found);
        return;
      }
    }
  } else if (!taker.take(PLAIN)) stop(`has a command ${command} that is not understood`);
  takeEnd(taker, command);
}

function readFile([, command = '', file = '']: RegExpExecArray, { writes, reads }: Found): void {
  if (file === '' || /[\r\\]/.test(file)) stop(`has a command ${command} that is not understood`);
  const isWrite = /w/i.test(command);
  if (isWrite ? !/^\/dev\/std(?:out|err)$/.test(file) : file !== '/dev/stdin') (isWrite ? writes : reads).add(file);
}

/** A command may only be followed by `;`, a newline, `}`, a comment or the end. */
function takeEnd({ take }: Taker, command: string): void {
  if (!take(/[ \t]*(?=[;\n}#]|$)/y)) stop(`has a command ${command} that is not understood`);
}

/** Takes the text up to the next delimiter. Some versions read `\c[` as a character, others as the beginning of brackets. */
function takePiece({ take }: Taker, delimiter: string, isRegex: boolean, what: string): void {
  const end = delimiter.replace(/[^\w ]/, String.raw`\$&`);
  const piece = String.raw`(?:\\(?!c)[\s\S]|${isRegex ? `${BRACKETS}|` : ''}[^\\\n${isRegex ? String.raw`\[` : ''}${end}])*${end}`;
  const taken = /^[!-Z\]-~ ]$/.test(delimiter) ? take(new RegExp(piece, 'y')) : undefined;
  // The path may have the delimiter in it.
  if (!taken || (taken[0].includes(HERE) && /[\w./@+,~-]/.test(delimiter)))
    stop(`has ${what === 'address' ? 'an' : 'a'} ${what} that is not understood`);
}
