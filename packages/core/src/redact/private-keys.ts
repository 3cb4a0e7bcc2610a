import type { SecretMatch } from '../types/redaction.ts';
import { REDACTED } from './patterns.ts';

const PUTTY = 'PuTTY-User-Key-File-';
/** The beginning of every text in PEM form, in base64. */
const ENCODED_BEGIN = 'LS0tLS1CRUdJTi';
/** Base64 of `-----BEGIN PRIVATE KEY` and of the RSA, EC, DSA, OPENSSH, ENCRYPTED and PGP kinds, as in a kubeconfig. */
const ENCODED_KEY = `${ENCODED_BEGIN}(?:BQUklWQVRFIEtFW|BSU0EgUFJJVkFURSBLRV|BFQyBQUklWQVRFIEtFW|BEU0EgUFJJVkFURSBLRV|BPUEVOU1NIIFBSSVZBVEUgS0VZ|BFTkNSWVBURUQgUFJJVkFURSBLRV|BQR1AgUFJJVkFURSBLRV)`;
/** The first line of a key in PEM or OpenPGP form, also in base64, or of PuTTY's files, which begin with the public half. */
const BEGIN = new RegExp(`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|${PUTTY}\\d|${ENCODED_KEY}`, 'g');
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]{16,64}/;
/** The end of a text that may be the start of `BEGIN`. */
const BEGIN_STARTED = new RegExp(
  `(?:-{1,5}|-----B[A-Z0-9 -]{0,75}|${ENCODED_BEGIN}[A-Za-z0-9+/]{0,50}|${[PUTTY, ENCODED_BEGIN].flatMap(prefixes).join('|')})$`,
);
/** UTF-16 units of the longest marker, with some reserve. */
const MARKER_LENGTH = 100;
/** Base64 of a line's usual length with anything before it, a short last line, a header such as `Proc-Type: 4`, or nothing. */
const BODY = /[A-Za-z0-9+/=]{20}|^\W{0,80}[A-Za-z0-9+/]{0,80}={0,2}\s*$|^\W{0,80}[A-Za-z-]{1,40}: /;
/** UTF-16 units of a line that decide whether it belongs to a key. */
const JUDGED_LENGTH = 1024;
/** Most lines of a key; a text that only mentions a key's first line must not vanish. */
const MAX_LINES = 400;

/**
 * Removes private keys from text that arrives in pieces; its joined results do not depend on where the text was cut.
 */
export interface PrivateKeyRemover {
  /** Returns the text that is certainly no key. */
  push(text: string): string;
  end(text?: string): string;
}

/**
 * The remover's place in the text: outside of keys; in a line of a key, which is removed up to the end of the key or of
 * the line; or at the start of a line after a key's line. In base64 a key ends with its characters.
 */
type Place = 'outside' | 'in-line' | 'line-start';

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
  let [held, keyStart, lines] = ['', 0, 0];
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
    [lines, keyStart, encoded] = [1, begin.index, createEncodedKey(begin[0])];
    return { kept: text.slice(from, begin.index) + REDACTED, next: BEGIN.lastIndex, place: 'in-line' };
  }

  /** `after`: UTF-16 units between the end of the key and `next`. */
  function leave(kept: string, next: number, after: number): Step {
    keys.push({ rule: 'private-key', start: keyStart, end: next - after });
    return { kept, next, place: 'outside' };
  }

  function takeInLine(text: string, from: number): Step {
    if (encoded !== undefined) {
      const { end: stop, goesOn } = encoded.endFrom(text, from);
      if (stop === text.length) return { kept: '', next: stop, place: 'in-line' };
      return goesOn ? { kept: '', next: stop + 1, place: 'line-start' } : leave('', stop, 0);
    }
    const breakAt = text.indexOf('\n', from);
    const end = END.exec(text.slice(from, breakAt < 0 ? undefined : breakAt));
    if (end !== null) {
      return leave('', from + end.index + end[0].length, 0);
    }
    return breakAt < 0
      ? { kept: '', next: Math.max(from, text.length - MARKER_LENGTH), place: 'in-line' }
      : { kept: '', next: breakAt + 1, place: 'line-start' };
  }

  function takeLineStart(text: string, from: number, last: boolean): Step | undefined {
    const line = lineAt(text, from, JUDGED_LENGTH, last);
    if (line === undefined) return undefined;
    lines += 1;
    const indent = encoded === undefined ? (belongsToKey(line, lines) ? 0 : -1) : encoded.nextLine(line);
    return indent < 0 ? leave('\n', from, 1) : { kept: '', next: from + indent, place: 'in-line' };
  }

  function take(text: string, last: boolean): string {
    const steps = { outside: takeOutside, 'in-line': takeInLine, 'line-start': takeLineStart };
    const kept: string[] = [];
    let offset = 0;
    for (;;) {
      const step: Step | undefined = steps[place](text, offset, last);
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

function belongsToKey(line: string, count: number): boolean {
  return END.test(line) || (count <= MAX_LINES && BODY.test(line));
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
