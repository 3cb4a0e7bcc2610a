import type { SecretMatch } from '../types/redaction.ts';
import { REDACTED } from './patterns.ts';
import { toBase64 } from './to-base64.ts';

/** The name of what is found here. */
export const PRIVATE_KEY = 'private-key';
const PUTTY = 'PuTTY-User-Key-File-';
/** How every text in PEM form begins in base64, as in `client-key-data` of a kubeconfig. */
const ENCODED_BEGIN = 'LS0tLS1CRUdJTi';
/** The same of private keys: what follows it depends on the kind. */
const ENCODED_KEYS = ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'PGP '].map((kind) => {
  const bytes = Array.from(`-----BEGIN ${kind}PRIVATE KEY`, (char) => char.charCodeAt(0));
  return toBase64(bytes).slice(0, Math.floor((bytes.length * 4) / 3));
});
/** The first line of a key in PEM or OpenPGP form, also in base64, or of PuTTY's files, which begin with the public half. */
export const KEY_BEGINS: RegExp = new RegExp(
  `-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|${PUTTY}\\d|${ENCODED_KEYS.join('|').replaceAll('+', '\\+')}`,
  'y',
);
const BEGIN = new RegExp(KEY_BEGINS.source, 'g');
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]{16,64}/;
/** The end of a text that may be the start of `BEGIN`. */
const BEGIN_STARTED = new RegExp(
  `(?:-{1,5}|-----B[A-Z0-9 -]{0,75}|${ENCODED_BEGIN}[A-Za-z0-9+/]{0,50}|${[PUTTY, ENCODED_BEGIN].flatMap(prefixes).join('|')})$`,
);
/** Units of the longest marker, and a little. */
const MARKER_LENGTH = 100;
/** Base64 of a line's usual length with anything before it, a short last line, a header such as `Proc-Type: 4`, or nothing. */
const BODY = /[A-Za-z0-9+/=]{20}|^\W{0,80}[A-Za-z0-9+/]{0,80}={0,2}\s*$|^\W{0,80}[A-Za-z-]{1,40}: /;
/** Units of a line by which it is told whether it belongs to a key. */
const JUDGED_LENGTH = 1024;
/** Base64 goes on at the next line when it is no longer than this; the base64 of a whole key is. */
const WRAPPED_LENGTH = 128;
/** A line of nothing but base64. */
const BASE64_LINE = /^[ \t]{0,80}[A-Za-z0-9+/]{1,128}={0,2}[ \t]{0,8}$/;
const NOT_BASE64 = /[^A-Za-z0-9+/=]/g;
/** No key is longer, in lines; a text that only mentions the first line of one must not vanish. */
const MAX_LINES = 400;

/** Removes private keys from text that arrives in pieces; its results, joined, do not depend on where the text was cut. */
export interface PrivateKeyRemover {
  /** Gives back what is certain to be no key. */
  push(text: string): string;
  /** The rest, with a last piece. */
  end(text?: string): string;
}

/**
 * Where in the text the remover stands: outside of keys; in a line of a key, of which all goes up to the end of the key or of
 * the line; or at the start of a line after a key's line. In base64 a key goes no further than its characters.
 */
type Place = 'outside' | 'in-line' | 'line-start' | 'in-base64' | 'base64-line-start';

/** One step over the text: what comes out, where the next begins, and in which place. `undefined`: more text is needed. */
interface Step {
  readonly kept: string;
  readonly next: number;
  readonly place: Place;
}

/**
 * Creates a remover; one key becomes one `[REDACTED]`, with what stood before and after it on its lines kept.
 *
 * `keys` is added to: where each key stood; only for a text that is given as one.
 */
export function createPrivateKeyRemover(keys: SecretMatch[] = []): PrivateKeyRemover {
  let [held, keyStart, lines] = ['', 0, 0];
  /** Units of base64: on this line so far, and on a line that goes on. */
  let [run, width] = [0, 0];
  let place: Place = 'outside';

  function takeOutside(text: string, from: number, last: boolean): Step {
    BEGIN.lastIndex = from;
    const begin = BEGIN.exec(text);
    if (begin === null) {
      const tail = text.slice(Math.max(from, text.length - MARKER_LENGTH));
      const next = text.length - (last ? 0 : (BEGIN_STARTED.exec(tail)?.[0].length ?? 0));
      return { kept: text.slice(from, next), next, place: 'outside' };
    }
    const kept = text.slice(from, begin.index) + REDACTED;
    [lines, keyStart, run, width] = [1, begin.index, begin[0].length, WRAPPED_LENGTH];
    return { kept, next: BEGIN.lastIndex, place: begin[0].startsWith(ENCODED_BEGIN) ? 'in-base64' : 'in-line' };
  }

  /** `after`: units between the end of the key and `next`. */
  function leave(kept: string, next: number, after: number): Step {
    keys.push({ rule: PRIVATE_KEY, start: keyStart, end: next - after });
    return { kept, next, place: 'outside' };
  }

  function takeInLine(text: string, from: number): Step {
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
    const start = text.slice(from, from + JUDGED_LENGTH);
    const breakAt = start.indexOf('\n');
    if (start === '' || (breakAt < 0 && start.length < JUDGED_LENGTH && !last)) {
      return undefined;
    }
    lines += 1;
    return belongsToKey(breakAt < 0 ? start : start.slice(0, breakAt), lines)
      ? { kept: '', next: from, place: 'in-line' }
      : leave('\n', from, 1);
  }

  function takeInBase64(text: string, from: number): Step {
    NOT_BASE64.lastIndex = from;
    const end = NOT_BASE64.exec(text)?.index ?? text.length;
    run += end - from;
    if (end === text.length) {
      return { kept: '', next: end, place: 'in-base64' };
    }
    const goesOn = text[end] === '\n' && (lines < 3 ? run <= WRAPPED_LENGTH : run === width) && lines < MAX_LINES;
    width = run;
    return goesOn ? { kept: '', next: end + 1, place: 'base64-line-start' } : leave('', end, 0);
  }

  function takeBase64LineStart(text: string, from: number, last: boolean): Step | undefined {
    const start = text.slice(from, from + 2 * WRAPPED_LENGTH);
    const breakAt = start.indexOf('\n');
    if (start === '' || (breakAt < 0 && start.length < 2 * WRAPPED_LENGTH && !last)) {
      return undefined;
    }
    const line = breakAt < 0 ? start : start.slice(0, breakAt);
    if (!BASE64_LINE.test(line)) {
      return leave('\n', from, 1);
    }
    [lines, run] = [lines + 1, 0];
    return { kept: '', next: from + line.length - line.trimStart().length, place: 'in-base64' };
  }

  function take(text: string, last: boolean): string {
    const steps = {
      ...{ outside: takeOutside, 'in-line': takeInLine, 'line-start': takeLineStart },
      ...{ 'in-base64': takeInBase64, 'base64-line-start': takeBase64LineStart },
    };
    let result = '';
    let offset = 0;
    for (;;) {
      const step: Step | undefined = steps[place](text, offset, last);
      result += step?.kept ?? '';
      offset = step?.next ?? offset;
      if (step === undefined || (step.place === place && place !== 'line-start')) {
        if (last && place !== 'outside') {
          leave('', text.length, 0);
        }
        held = last ? '' : text.slice(offset);
        return result;
      }
      place = step.place;
    }
  }

  return {
    push: (text) => take(held + text, false),
    end: (text = '') => take(held + text, true),
  };
}

function belongsToKey(line: string, count: number): boolean {
  return END.test(line) || (count <= MAX_LINES && BODY.test(line));
}

function prefixes(text: string): string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1));
}
