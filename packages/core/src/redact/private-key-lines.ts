import type { SecretMatch } from '../types/redaction.ts';
import { REDACTED } from './patterns.ts';

/** The name of what is found here. */
export const PRIVATE_KEY = 'private-key';
const PUTTY = 'PuTTY-User-Key-File-';
/** The first line of a key in PEM or OpenPGP form, or of PuTTY's files, which begin with the public half. */
export const KEY_BEGINS: RegExp = new RegExp(`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|${PUTTY}\\d`, 'y');
const BEGIN = new RegExp(KEY_BEGINS.source, 'g');
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]{16,64}/;
/** The end of a text that may be the start of `BEGIN`. */
const BEGIN_STARTED = new RegExp(
  `(?:-{1,5}|-----B[A-Z0-9 -]{0,75}|${Array.from(PUTTY, (_, index) => PUTTY.slice(0, index + 1)).join('|')})$`,
);
/** Units of the longest marker, and a little. */
const MARKER_LENGTH = 100;
/** Base64 of a line's usual length with anything before it, a short last line, a header such as `Proc-Type: 4`, or nothing. */
const BODY = /[A-Za-z0-9+/=]{20}|^\W{0,80}[A-Za-z0-9+/]{0,80}={0,2}\s*$|^\W{0,80}[A-Za-z-]{1,40}: /;
/** Units of a line by which it is told whether it belongs to a key. */
const JUDGED_LENGTH = 1024;
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
 * the line; or at the start of a line after a key's line.
 */
type Place = 'outside' | 'in-line' | 'line-start';

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
  let place: Place = 'outside';

  function takeOutside(text: string, from: number, last: boolean): Step {
    BEGIN.lastIndex = from;
    const begin = BEGIN.exec(text);
    if (begin === null) {
      const tail = text.slice(Math.max(from, text.length - MARKER_LENGTH));
      const next = text.length - (last ? 0 : (BEGIN_STARTED.exec(tail)?.[0].length ?? 0));
      return { kept: text.slice(from, next), next, place: 'outside' };
    }
    lines = 1;
    keyStart = begin.index;
    return { kept: text.slice(from, begin.index) + REDACTED, next: BEGIN.lastIndex, place: 'in-line' };
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

  function take(text: string, last: boolean): string {
    const steps = { outside: takeOutside, 'in-line': takeInLine, 'line-start': takeLineStart };
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
