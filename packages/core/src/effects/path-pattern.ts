/**
 * Stands for any text, slashes included, in a path of which only parts are known. In such a path `*`, `?` and `[…]` are
 * a shell's globs; a literal one is written as `?`, which matches more.
 */
export const UNKNOWN = '\u0001';

/** The steps of a path. The first of an absolute one is empty. */
export type Segments = readonly string[];

export function joinSegments(segments: Segments): string {
  return segments.join('/').replaceAll(UNKNOWN, '…');
}

/** A step of a glob: one text, any character, or any text. A class or a group counts as any character or text. */
type Token = string | typeof ANY | typeof ANYTHING;
const ANY = Symbol('any character');
const ANYTHING = Symbol('any text');

/** Most names are plain. */
const GLOB = /[*?[]|[@!+]\(/;

/** Longer names do not exist. */
const MAX_NAME = 255;

/**
 * True if one name may fit both globs. A leading dot has to be written, as in bash.
 *
 * Shape: `('*.p?m', '*.pem')` → true; `('*', '.env')` → false.
 *
 * Takes time of at most the product of both lengths. A name longer than 255 characters fits no other.
 */
export function segmentsMeet(one: string, other: string): boolean {
  if (one === other) return true;
  if (!GLOB.test(one) && !GLOB.test(other)) return false;
  if (one.length > MAX_NAME || other.length > MAX_NAME) return false;
  if (isHidden(one) !== isHidden(other)) return false;
  const [a, b] = [tokensOf(one), tokensOf(other)];
  if (a.every(isText) && b.every(isText)) return false;
  // The ends of `b` that can be reached beside each end of `a`.
  let reached = closed(new Set([0]), b);
  for (const token of a) {
    const next = new Set<number>();
    for (const at of reached) {
      if (token === ANYTHING) for (let end = at; end <= b.length; end++) next.add(end);
      const against = b[at];
      if (against === ANYTHING) next.add(at);
      if (against === undefined || token === ANYTHING) continue;
      if (against === ANYTHING) continue;
      if (token === ANY || against === ANY || token === against) next.add(at + 1);
    }
    reached = closed(next, b);
    if (reached.size === 0) return false;
  }
  return reached.has(b.length);
}

/** Any text may be empty. */
function closed(ends: Set<number>, tokens: readonly Token[]): Set<number> {
  for (const at of ends) if (tokens[at] === ANYTHING) ends.add(at + 1);
  return ends;
}

function isHidden(glob: string): boolean {
  return /^(?:\.|\[[^\]]*\.)/.test(glob);
}

function isText(token: Token): boolean {
  return typeof token === 'string';
}

function tokensOf(glob: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < glob.length; at++) {
    const sign = glob.charAt(at);
    if (/[@!+*?]/.test(sign) && glob[at + 1] === '(') {
      // A group with groups inside counts as any text up to the last one's end.
      const end = glob.lastIndexOf(')');
      tokens.push(ANYTHING);
      at = end < at ? glob.length : end;
    } else if (sign === '*') tokens.push(ANYTHING);
    else if (sign === '?') tokens.push(ANY);
    else if (sign === '[' && glob.indexOf(']', at + 2) > 0) {
      tokens.push(ANY);
      at = glob.indexOf(']', at + 2);
    } else tokens.push(sign);
  }
  return tokens;
}
