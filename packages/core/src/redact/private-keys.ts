import type { SecretMatch } from '../types/redaction.ts';
import { REDACTED } from './match-finder.ts';

const PUTTY = 'PuTTY-User-Key-File-';
/** The beginning of every text in PEM form, in base64. */
const ENCODED_BEGIN = 'LS0tLS1CRUdJTi';
/** Base64 of `-----BEGIN PRIVATE KEY` and of the RSA, EC, DSA, OPENSSH, ENCRYPTED and PGP kinds, as in a kubeconfig. */
const ENCODED_KEY = `${ENCODED_BEGIN}(?:BQUklWQVRFIEtFW|BSU0EgUFJJVkFURSBLRV|BFQyBQUklWQVRFIEtFW|BEU0EgUFJJVkFURSBLRV|BPUEVOU1NIIFBSSVZBVEUgS0VZ|BFTkNSWVBURUQgUFJJVkFURSBLRV|BQR1AgUFJJVkFURSBLRV)`;
/**
 * The first line of a key in PEM or OpenPGP form, also in base64, or of PuTTY's files, which begin with the public
 * half.
 */
const BEGIN = new RegExp(`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|${PUTTY}\\d|${ENCODED_KEY}`, 'g');
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]{16,64}/;
/** The end of a text that may be the start of `BEGIN`. */
const BEGIN_STARTED = new RegExp(
  `(?:-{1,5}|-----B[A-Z0-9 -]{0,75}|${ENCODED_BEGIN}[A-Za-z0-9+/]{0,50}|${[PUTTY, ENCODED_BEGIN].flatMap(prefixes).join('|')})$`,
);
/** UTF-16 units of the longest marker, with some reserve. */
const MARKER_LENGTH = 100;
/** A line of base64, also behind a number or in quotes. */
const BODY = /^(?:\W{0,80}?|[ \t]{0,8}\d{1,6}[:| \t-]{1,4})([A-Za-z0-9+/]{1,1024}={0,2})(?:\\+[nr]){0,2}\W{0,20}$/;
/** The end of a body is short; a word is no base64. */
const LAST = /^(?=[^=]{0,80}(?:[\d+/=]|[a-z][A-Z]|[A-Z]{2}))(?:[A-Za-z0-9+/=]{4})+$/;
/** The first line of a body is no word, and no hash. */
const FIRST = /^(?=.*(?:\d|[a-z][A-Z]|[A-Z]{2}))(?![\da-f]+$)[A-Za-z0-9+/=]{16}/;
const HEADER =
  /^\W{0,80}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Encryption|Public-Lines|Private-Lines|Key-Derivation|Argon2-[A-Za-z]{1,20}): /;
/** A line of an OpenPGP key before or after its body. */
const [BLANK, CHECKSUM] = [/^\W{0,80}$/, /^\W{0,80}=[A-Za-z0-9+/]{4}\W{0,20}$/];
/** Behind the first line of a key: nothing more on its line, or the key itself. */
const [NO_MORE, ON_ONE_LINE] = [
  /^(?:\\+[nrt]|\W)*$/,
  /^(?:\\+[nrt]|[ \t"'+,])*(?:\\+[nr]|[A-Za-z0-9+/]{16})|^: ?(?:ssh|ecdsa|rsa|dss)/,
];
/** UTF-16 units behind the first line of a key that decide. */
const DECIDING = 120;
/** A character that no key on one line has. */
const STOP = /[^A-Za-z0-9+/=\\ \t:,.()-]/g;
const PUTTY_STOP = /["'<>\n]/g;
/** UTF-16 units of a line that decide whether it belongs to a key. */
const JUDGED_LENGTH = 1024;
/** Most lines of a key; a text that only mentions a key's first line must not vanish. */
const MAX_LINES = 400;

/**
 * Removes private keys from text that arrives in pieces; its joined results do not depend on where the text was cut.
 */
interface PrivateKeyRemover {
  /** Returns the text that is certainly no key. */
  push(text: string): string;
  end(text?: string): string;
}

/**
 * The remover's place in the text: outside of keys; behind the first line of one; in a line of a key, which is removed
 * up to the end of the key or of the line; in a key on one line, which ends at a character that no key has; or at the
 * start of a line after a key's line. In base64 a key ends with its characters.
 */
type Place = 'outside' | 'begun' | 'in-line' | 'on-one-line' | 'line-start';

/** One step over the text: its output, the start of the next step, and its place. `undefined`: more text is needed. */
interface Step {
  readonly kept: string;
  readonly next: number;
  readonly place: Place;
}

/**
 * Creates a remover; one key becomes one `[REDACTED]`, and the text before and after it on its lines is kept.
 *
 * It adds the place of each key to `keys`; only valid for a text that is pushed at once.
 */
export function createPrivateKeyRemover(keys: SecretMatch[] = []): PrivateKeyRemover {
  let [held, keyStart, isPutty] = ['', 0, false];
  let isBody = createBody();
  let encoded: EncodedKey | undefined;
  let place: Place = 'outside';

  function takeOutside(text: string, from: number, last: boolean): Step {
    BEGIN.lastIndex = from;
    const begin = BEGIN.exec(text);
    if (begin === null) {
      const tail = text.slice(Math.max(from, text.length - MARKER_LENGTH));
      const next = text.length - (last ? 0 : (BEGIN_STARTED.exec(tail)?.[0].length ?? 0));
      return { kept: text.slice(from, next), next, place: 'outside' };
    }
    [keyStart, encoded, isBody, isPutty] = [
      begin.index,
      createEncodedKey(begin[0]),
      createBody(),
      begin[0].startsWith(PUTTY),
    ];
    const place = encoded === undefined ? 'begun' : 'in-line';
    return { kept: text.slice(from, begin.index) + REDACTED, next: BEGIN.lastIndex, place };
  }

  /** `after`: UTF-16 units between the end of the key and `next`. */
  function leave(kept: string, next: number, after: number): Step {
    keys.push({ rule: 'private-key', start: keyStart, end: next - after });
    return { kept, next, place: 'outside' };
  }

  function takeBegun(text: string, from: number, last: boolean): Step | undefined {
    const line = lineAt(text, from, DECIDING, last) ?? (last ? '' : undefined);
    if (line === undefined) return undefined;
    if (ON_ONE_LINE.test(line) && !(NO_MORE.test(line) && line.length < DECIDING)) {
      return { kept: '', next: from, place: 'on-one-line' };
    }
    if (!NO_MORE.test(line) && !END.test(line)) return leave('', from, 0);
    return { kept: '', next: from, place: 'in-line' };
  }

  function takeOnOneLine(text: string, from: number, last: boolean): Step {
    const stop = isPutty ? PUTTY_STOP : STOP;
    stop.lastIndex = from;
    const until = stop.exec(text)?.index ?? text.length;
    const end = endIn(text, from, until, last);
    if (end !== undefined) return end;
    if (until === text.length)
      return { kept: '', next: last ? until : Math.max(from, until - MARKER_LENGTH), place: 'on-one-line' };
    const line = lineAt(text, until, DECIDING, last);
    if (line === undefined && text[until] !== '\n')
      return { kept: '', next: Math.max(from, until - MARKER_LENGTH), place: 'on-one-line' };
    // In a program, each line of a key has quotes of its own.
    return NO_MORE.test(line ?? '') ? { kept: '', next: until, place: 'in-line' } : leave('', until, 0);
  }

  /** The end of the key in a part of the text; a checksum at the end of the text may go on. */
  function endIn(text: string, from: number, until: number, last: boolean): Step | undefined {
    const end = END.exec(text.slice(from, until));
    if (end === null) return undefined;
    const next = from + end.index + end[0].length;
    return next === text.length && !last ? { kept: '', next: from + end.index, place } : leave('', next, 0);
  }

  function takeInLine(text: string, from: number, last: boolean): Step {
    if (encoded !== undefined) {
      const { end: stop, goesOn } = encoded.endFrom(text, from);
      if (stop === text.length) return { kept: '', next: stop, place: 'in-line' };
      return goesOn ? { kept: '', next: stop + 1, place: 'line-start' } : leave('', stop, 0);
    }
    const breakAt = text.indexOf('\n', from);
    const end = endIn(text, from, breakAt < 0 ? text.length : breakAt, last);
    if (end !== undefined) return end;
    return breakAt < 0
      ? { kept: '', next: Math.max(from, text.length - MARKER_LENGTH), place: 'in-line' }
      : { kept: '', next: breakAt + 1, place: 'line-start' };
  }

  function takeLineStart(text: string, from: number, last: boolean): Step | undefined {
    const line = lineAt(text, from, JUDGED_LENGTH, last);
    if (line === undefined) return undefined;
    const indent = encoded === undefined ? (isBody(line, isPutty) ? 0 : -1) : encoded.nextLine(line);
    return indent < 0 ? leave('\n', from, 1) : { kept: '', next: from + indent, place: 'in-line' };
  }

  function stepFrom(text: string, from: number, last: boolean): Step | undefined {
    if (place === 'outside') return takeOutside(text, from, last);
    if (place === 'begun') return takeBegun(text, from, last);
    if (place === 'on-one-line') return takeOnOneLine(text, from, last);
    return place === 'in-line' ? takeInLine(text, from, last) : takeLineStart(text, from, last);
  }

  function take(text: string, last: boolean): string {
    const kept: string[] = [];
    let offset = 0;
    for (;;) {
      const step = stepFrom(text, offset, last);
      kept.push(step?.kept ?? '');
      offset = step?.next ?? offset;
      if (step === undefined || (step.place === place && place !== 'line-start')) {
        if (last && place !== 'outside') {
          leave('', text.length, 0);
        }
        held = last ? '' : text.slice(offset);
        // Joined at once into one piece of memory, which is faster to search than a tree of pieces.
        return kept.join('');
      }
      place = step.place;
    }
  }

  return {
    push: (text) => take(held + text, false),
    end: (text = '') => take(held + text, true),
  };
}

/** The line at an index, or its first units; `undefined` while more of it may come. */
function lineAt(text: string, from: number, units: number, last: boolean): string | undefined {
  const start = text.slice(from, from + units);
  const breakAt = start.indexOf('\n');
  if (start === '' || (breakAt < 0 && start.length < units && !last)) return undefined;
  return breakAt < 0 ? start : start.slice(0, breakAt);
}

/**
 * Tells the lines of a key after its first: headers, then lines of equal width, the last one of which may be shorter.
 */
function createBody(): (line: string, isPutty: boolean) => boolean {
  let [width, lines, isOver] = [0, 1, false];
  return (line, isPutty) => {
    lines += 1;
    if (END.test(line)) return true;
    if (lines > MAX_LINES) return false;
    if (HEADER.test(line) && (width === 0 || isPutty)) {
      [width, isOver] = [0, false];
      return true;
    }
    if (BLANK.test(line)) return width === 0;
    if (CHECKSUM.test(line)) return width > 0;
    const base64 = BODY.exec(line)?.[1] ?? '';
    const isLast = base64.length < width && LAST.test(base64);
    const isBody = !isOver && (isLast || FIRST.test(base64) || (width > 0 && base64.length === width));
    isOver = isBody && width > 0 && base64.length < width;
    width = isBody && width === 0 ? base64.length : width;
    return isBody;
  };
}

function prefixes(text: string): string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1));
}

/** Base64 continues on the next line if its line is no longer than this; the base64 of a whole key is longer. */
const WRAPPED_LENGTH = 128;
const NOT_BASE64 = /[^A-Za-z0-9+/=]/g;
const BASE64_LINE = /^[ \t]{0,80}(?=[A-Za-z0-9+/]{1,128}={0,2}[ \t]{0,8}$)/;

/** Follows the base64 of a key over lines of equal length, except the last. */
interface EncodedKey {
  /**
   * End of the base64 that begins at an index, provisional at the end of the text; and whether the next line may
   * continue it.
   */
  endFrom(text: string, from: number): { readonly end: number; readonly goesOn: boolean };
  /** Where base64 continues in the next line; -1: nowhere. */
  nextLine(line: string): number;
}

/** `undefined` when the beginning of a key is no base64. */
function createEncodedKey(begin: string): EncodedKey | undefined {
  if (!begin.startsWith(ENCODED_BEGIN)) return undefined;
  let [run, width, lines] = [begin.length, 0, 1];
  return {
    endFrom(text, from) {
      NOT_BASE64.lastIndex = from;
      const end = NOT_BASE64.exec(text)?.index ?? text.length;
      run += end - from;
      const goesOn = text[end] === '\n' && lines < MAX_LINES && (lines < 3 ? run <= WRAPPED_LENGTH : run === width);
      width = run;
      return { end, goesOn };
    },
    nextLine(line) {
      const indent = BASE64_LINE.exec(line)?.[0].length ?? -1;
      [run, lines] = [0, lines + 1];
      return indent;
    },
  };
}
