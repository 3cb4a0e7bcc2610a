import type { FindSecretsOptions, SecretMatch } from '../types/redaction.ts';
import { createMatchFinder, inOrder } from './find-matches.ts';
import { REDACTED } from './patterns.ts';
import { createPrivateKeyRemover } from './private-key-lines.ts';
import { secretScanners } from './secret-scanners.ts';
import { stripWithOffsets } from './strip-with-offsets.ts';
import { unescapeJson } from './unescape-json.ts';

/**
 * Finds what looks like a secret in a text, in the order of the text; no two stretches overlap or touch.
 *
 * Shape: 'token=abc' → [{ rule: 'secret-by-key', start: 6, end: 9 }]
 * These are the stretches that {@link createResultFilter} replaces. Terminal sequences and invisible characters inside a secret
 * do not hide it, and belong to its stretch. Where rules overlap or touch, the stretch is that of all, with the name of the one
 * that begins first, and of those the longest. What a redaction left, `password=[REDACTED]`, is none any more.
 * What JSON would read out of needless escapes (`\u0067hp_…`, `https:\/\/user:…`) is found as well; the filter leaves that alone.
 * Limits: best effort, as with the filter; a text with terminal sequences needs some 4 bytes for each unit.
 */
export function findSecrets(text: string, options: FindSecretsOptions = {}): SecretMatch[] {
  const written = findAsWritten(text, options);
  const unescaped = unescapeJson(text);
  if (unescaped === undefined) return written;
  const hidden = findAsWritten(unescaped.text, options).map(({ rule, start, end }) => ({
    rule,
    start: unescaped.start(start),
    end: unescaped.end(end - 1),
  }));
  return joined([...written, ...hidden]);
}

function findAsWritten(text: string, { tools = [], knownSecrets = [] }: FindSecretsOptions): SecretMatch[] {
  const stripped = stripWithOffsets(text);
  const found: SecretMatch[] = [];
  createPrivateKeyRemover(found).end(stripped.text);
  const finder = createMatchFinder(secretScanners(tools, knownSecrets, true));
  // One by one: as arguments of one call, a few hundred thousand would be too many.
  for (const match of finder.find(stripped.text, stripped.text.length)) found.push(match);
  return joined(found)
    .filter(({ start, end }) => stripped.text.slice(start, end) !== REDACTED)
    .map(({ rule, start, end }) => ({ rule, start: stripped.offset(start), end: stripped.offset(end - 1) + 1 }));
}

/** In the order of the text, with what overlaps or touches as one. */
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
