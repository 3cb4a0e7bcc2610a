/**
 * Eight characters of `[a-z0-9]` that stand for a text; the same everywhere and for ever, since compiled names carry it.
 *
 * Two rounds of FNV-1a (32 bit) over the UTF-16 units, the second with another start. Good for telling names apart; no
 * protection against somebody who looks for a collision, so callers check for one.
 */
export function shortHash(text: string): string {
  const first = fnv1a(text, 0x811c9dc5).toString(36).padStart(7, '0');
  const second = fnv1a(text, 0x9dc5811c).toString(36).padStart(7, '0');
  return first.slice(-4) + second.slice(-4);
}

function fnv1a(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
