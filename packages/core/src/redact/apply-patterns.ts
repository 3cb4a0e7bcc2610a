import { patternWindow } from './pattern-window.ts';
import { REDACTED } from './patterns.ts';

/** Units before a span that a pattern can look back at. */
const LOOK_BACK = 256;

/** Replaces what patterns match. */
export type PatternReplacer = (text: string) => string;

/**
 * Prepares the patterns of a caller, to be applied one after the other; each finds every match from the start, whatever its
 * flags `g` and `y` and its state.
 *
 * A longer text than a pattern may see at once is looked at in overlapping spans: a match of up to half a span is found
 * wherever it stands.
 * @throws AtipError `INVALID_PATTERN` as {@link patternWindow}
 */
export function createPatternReplacer(patterns: readonly RegExp[]): PatternReplacer {
  const replacers = patterns.map((pattern) => {
    const own = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
    const span = patternWindow(own);
    return (text: string) => replaceAll(text, own, span);
  });
  return (text) => replacers.reduce((current, replace) => replace(current), text);
}

function replaceAll(text: string, pattern: RegExp, span: number): string {
  let result = '';
  let done = 0;
  for (let from = 0; from < text.length || from === 0; ) {
    const base = Math.max(0, from - LOOK_BACK);
    const view = text.slice(base, from + span);
    const until = base + view.length === text.length ? text.length + 1 : stepEnd(text, from, span);
    let next = until;
    pattern.lastIndex = from - base;
    for (let match = pattern.exec(view); match !== null && base + match.index < until; match = pattern.exec(view)) {
      if (match[0] === '') {
        // In the middle of a character a pattern with `u` would begin at its start again.
        pattern.lastIndex += (view.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
      } else {
        result += text.slice(done, base + match.index) + REDACTED;
        done = base + pattern.lastIndex;
        next = Math.max(until, done);
      }
    }
    from = next;
  }
  return result + text.slice(done);
}

/** The middle of the span, or the end of the last line that ends in its first half. */
function stepEnd(text: string, from: number, span: number): number {
  const middle = from + span / 2;
  const lineEnd = text.lastIndexOf('\n', middle - 1) + 1;
  return lineEnd > from ? lineEnd : middle;
}
