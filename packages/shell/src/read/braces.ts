const MAX_WORDS = 100;
/** Of a text with braces; a longer one counts as unknown. */
const MAX_LENGTH = 4096;

/**
 * Expands the braces of a text without quotes, `$` or escapes, like bash.
 *
 * Shape: `a{b,c}` → `['ab', 'ac']`; `{1..3}` → `['1', '2', '3']`; `{}` and `{a}` stay. `undefined`: more than 100
 * words, or a form that bash reads in its own way, such as braces that do not match.
 */
export function expandBraces(text: string): readonly string[] | undefined {
  if (!/,|\.\./.test(text.slice(text.indexOf('{') + 1 || text.length, text.lastIndexOf('}') + 1))) return [text];
  if (text.length > MAX_LENGTH) return undefined;
  const words = product(text);
  return words && words.length <= MAX_WORDS ? words.filter((word) => word !== '') : undefined;
}

function product(text: string): readonly string[] | undefined {
  const open = text.indexOf('{');
  if (open < 0) return text.includes('}') ? undefined : [text];
  const close = closing(text, open);
  if (close === undefined) return undefined;
  const middle = alternatives(text.slice(open + 1, close));
  const rest = product(text.slice(close + 1));
  if (!middle || !rest || middle.length * rest.length > MAX_WORDS) return undefined;
  const before = text.slice(0, open);
  return before.includes('}') ? undefined : middle.flatMap((one) => rest.map((end) => before + one + end));
}

function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return undefined;
}

function alternatives(body: string): readonly string[] | undefined {
  const pieces = splitAtCommas(body);
  if (pieces.length === 1) return sequence(body);
  const all: string[] = [];
  for (const piece of pieces) {
    const words = product(piece);
    if (!words || all.length + words.length > MAX_WORDS) return undefined;
    all.push(...words);
  }
  return all;
}

function splitAtCommas(body: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '{') depth++;
    if (body[at] === '}') depth--;
    if (body[at] !== ',' || depth > 0) continue;
    pieces.push(body.slice(from, at));
    from = at + 1;
  }
  return [...pieces, body.slice(from)];
}

function sequence(body: string): readonly string[] | undefined {
  const [, first, last, step] = /^(0|-?[1-9]\d{0,8})\.\.(0|-?[1-9]\d{0,8})(?:\.\.([1-9]\d{0,8}))?$/.exec(body) ?? [];
  if (first !== undefined && last !== undefined)
    return range(Number(first), Number(last), Number(step ?? 1))?.map(String);
  const [, a, z] = /^([a-z])\.\.([a-z])$/.exec(body) ?? /^([A-Z])\.\.([A-Z])$/.exec(body) ?? [];
  if (a === undefined || z === undefined) return undefined;
  return range(a.charCodeAt(0), z.charCodeAt(0), 1)?.map((code) => String.fromCharCode(code));
}

function range(first: number, last: number, step: number): readonly number[] | undefined {
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  if (count > MAX_WORDS) return undefined;
  return Array.from({ length: count }, (_, at) => first + at * step * (last < first ? -1 : 1));
}
