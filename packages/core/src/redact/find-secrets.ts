import { firstWhere } from '../json/first-where.ts';
import type { FindSecretsOptions, SecretMatch } from '../types/redaction.ts';
import { createMatchFinder, inOrder } from './match-finder.ts';
import { REDACTED } from './patterns.ts';
import { createPrivateKeyRemover } from './private-keys.ts';
import { secretRules } from './secret-rules.ts';
import { stripWithOffsets } from './strip-terminal.ts';

/**
 * Finds probable secrets in a text, in the order of the text; no two spans overlap or touch.
 *
 * Shape: 'token=abc' → [{ rule: 'secret-by-key', start: 6, end: 9 }]
 * These are the spans that {@link createResultFilter} replaces. Terminal sequences and invisible characters inside a
 * secret do not hide it, and belong to its span. Matches that overlap or touch become one span, with the name of the
 * match that begins first, or of the longest of these. A redaction mark, `password=[REDACTED]`, is no secret. Secrets
 * behind needless escapes of JSON (`\u0067hp_…`, `https:\/\/user:…`) are found as well; the filter does not replace
 * those. Limits: best effort, as with the filter; a text with terminal sequences needs some 4 bytes for each unit.
 * @example
 * ```ts
 * import { findSecrets } from '@atip/core';
 * for (const { rule, start } of findSecrets('token=abc')) console.log(rule, start); // secret-by-key 6
 * ```
 */
export function findSecrets(text: string, options: FindSecretsOptions = {}): SecretMatch[] {
  const written = findAsWritten(text, options);
  const unescaped = unescapeJson(text);
  if (unescaped === undefined) return written;
  const hidden = findAsWritten(unescaped.text, options).map(({ rule, start, end }) => ({
    rule,
    start: unescaped.offset(start),
    end: unescaped.offset(end),
  }));
  return joined([...written, ...hidden]);
}

function findAsWritten(text: string, { tools = [], knownSecrets = [] }: FindSecretsOptions): SecretMatch[] {
  const stripped = stripWithOffsets(text);
  const found: SecretMatch[] = [];
  createPrivateKeyRemover(found).end(stripped.text);
  const finder = createMatchFinder(secretRules(tools, knownSecrets, true));
  // Pushed one by one: as arguments of one call, a few hundred thousand would be too many.
  for (const match of finder.find(stripped.text, stripped.text.length)) found.push(match);
  return joined(found)
    .filter(({ start, end }) => stripped.text.slice(start, end) !== REDACTED)
    .map(({ rule, start, end }) => ({ rule, start: stripped.offset(start), end: stripped.offset(end - 1) + 1 }));
}

/** In the order of the text; overlapping or touching matches are merged. */
function joined(found: SecretMatch[]): SecretMatch[] {
  const stretches: SecretMatch[] = [];
  for (const match of found.sort(inOrder)) {
    const last = stretches.at(-1);
    if (last === undefined || match.start > last.end) {
      stretches.push(match);
    } else if (match.end > last.end) {
      stretches.splice(-1, 1, { ...last, end: match.end });
    }
  }
  return stretches;
}

/** A text with unnecessary escapes decoded, and the original offsets. */
interface UnescapedText {
  readonly text: string;
  /** Original offset of the UTF-16 unit at an index. */
  offset(index: number): number;
}

/** Matches pairs from the left, so that an escaped backslash begins no escape. */
const ESCAPE = /\\(?:u00([2-7][0-9a-f])|[\s\S])/gi;

/**
 * Decodes `\/` and `\u0041`. JSON needs neither escape (RFC 8259 §7): they hide a secret from a text search, but not
 * from a JSON parser. Line numbers stay the same.
 *
 * @returns undefined without such escapes
 */
function unescapeJson(written: string): UnescapedText | undefined {
  if (!/\\(?:\/|u00[2-7])/i.test(written)) return undefined;
  /** For each escape: the index after its character in the new text, and the offset of the following text. */
  const [ends, shifts]: [number[], number[]] = [[], []];
  let shift = 0;
  const text = written.replaceAll(ESCAPE, (sequence, hex: string | undefined, place: number) => {
    const plain =
      hex === undefined ? (sequence === '\\/' ? '/' : sequence) : String.fromCharCode(Number.parseInt(hex, 16));
    if (plain === sequence) return sequence;
    ends.push(place - shift + 1);
    shift += sequence.length - plain.length;
    shifts.push(shift);
    return plain;
  });
  return {
    text,
    offset(index) {
      const next = firstWhere(ends.length, (at) => (ends[at] ?? 0) > index);
      return index + (shifts[next - 1] ?? 0);
    },
  };
}
