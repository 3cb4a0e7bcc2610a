import { toolList } from '../commands/assert-document.ts';
import type { FindSecretsOptions, SecretMatch } from '../types/redaction.ts';
import { unescapeJson } from './line-redactor.ts';
import { createLineReader, readLines } from './line-reader.ts';
import { createMatchFinder, inOrder, REDACTED } from './match-finder.ts';
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
 * behind needless escapes of JSON (`\u0067hp_…`, `https:\/\/user:…`) are found as well. Limits: best effort, as with
 * the filter; a text with terminal sequences needs some 4 bytes for each unit.
 * @example
 * ```ts
 * import { findSecrets } from '@atip/core';
 * for (const { rule, start } of findSecrets('token=abc')) console.log(rule, start); // secret-by-key 6
 * ```
 */
export function findSecrets(text: string, options: FindSecretsOptions = {}): SecretMatch[] {
  if (typeof text !== 'string') throw new TypeError('The text must be a string; decode bytes first.');
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
  const finder = createMatchFinder(secretRules(toolList(tools), knownSecrets, true));
  // Pushed one by one: as arguments of one call, a few hundred thousand would be too many.
  for (const match of finder.find(stripped.text, stripped.text.length)) found.push(match);
  readLines(createLineReader(), stripped.text, 0, 0, found);
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
