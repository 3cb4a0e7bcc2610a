import { REDACTED } from './patterns.ts';

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** The end of a text that may be the start of `BEGIN`. */
const BEGIN_STARTED = /(?:-{1,5}|-----B[A-Z0-9 -]{0,75})$/;
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
  end(): string;
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

/** Creates a remover; one key becomes one `[REDACTED]`, with what stood before and after it on its lines kept. */
export function createPrivateKeyRemover(): PrivateKeyRemover {
  let held = '';
  let place: Place = 'outside';
  let lines = 0;

  function takeOutside(text: string, from: number, last: boolean): Step {
    BEGIN.lastIndex = from;
    const begin = BEGIN.exec(text);
    if (begin === null) {
      const tail = text.slice(Math.max(from, text.length - MARKER_LENGTH));
      const next = text.length - (last ? 0 : (BEGIN_STARTED.exec(tail)?.[0].length ?? 0));
      return { kept: text.slice(from, next), next, place: 'outside' };
    }
    lines = 1;
    return { kept: text.slice(from, begin.index) + REDACTED, next: BEGIN.lastIndex, place: 'in-line' };
  }

  function takeInLine(text: string, from: number): Step {
    const breakAt = text.indexOf('\n', from);
    const end = END.exec(text.slice(from, breakAt < 0 ? undefined : breakAt));
    if (end !== null) {
      return { kept: '', next: from + end.index + end[0].length, place: 'outside' };
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
    const line = breakAt < 0 ? start : start.slice(0, breakAt);
    lines += 1;
    return END.test(line) || (lines <= MAX_LINES && BODY.test(line))
      ? { kept: '', next: from, place: 'in-line' }
      : { kept: '\n', next: from, place: 'outside' };
  }

  function take(text: string, last: boolean): string {
    const steps = { outside: takeOutside, 'in-line': takeInLine, 'line-start': takeLineStart };
    let result = '';
    let offset = 0;
    for (;;) {
      const step: Step | undefined = steps[place](text, offset, last);
      const stays = step === undefined || (step.place === place && place !== 'line-start');
      result += step?.kept ?? '';
      offset = step?.next ?? offset;
      if (step === undefined || stays) {
        held = last ? '' : text.slice(offset);
        return result;
      }
      place = step.place;
    }
  }

  return {
    push: (text) => take(held + text, false),
    end: () => take(held, true),
  };
}
