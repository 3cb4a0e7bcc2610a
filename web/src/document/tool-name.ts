/** A string with the colon that makes it a key, the rest of a line after a quote that nothing closes, or a bracket. */
const TOKEN = /"((?:[^"\\\n]|\\.)*)"(\s*:)?|"[^\n]*|[{}[\]]/g;

/** Keys that no other kind of named document has at its top, unlike `package.json`. */
const MARKS: ReadonlySet<string> = new Set(['atip', 'commands']);

/**
 * The `name` at the top of an ATIP document, read without parsing it.
 *
 * Shape: `{ "atip": "0.4", "name": "git", "commands": {` → `"git"`
 *
 * @returns `undefined` for an empty text, another format, or a text too broken to tell
 */
export function toolNameIn(text: string): string | undefined {
  let depth = 0;
  let key: string | undefined;
  let name: string | undefined;
  let isTool = false;
  for (const { 0: token, 1: inner = '', 2: colon } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    // A lost opening bracket leaves the top at 0.
    else if (depth <= 1 && colon !== undefined) isTool ||= MARKS.has(inner);
    else if (depth <= 1 && key === 'name' && inner !== '') name ??= inner;
    if (name !== undefined && isTool) return name;
    key = colon === undefined ? undefined : inner;
  }
  return undefined;
}

/** A name that means the same in a path and a shell. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'tool';
}

/** The name of a document that is about a tool of this name. */
export function documentName(name = 'imported'): string {
  return `${plainName(name)}.json`;
}

/** The name of a document's file: `"gh.json"` → `"gh.atip.json"`. */
export function fileNameOf(name: string): string {
  return `${name.replace(/(?:\.atip)?\.json$/, '')}.atip.json`;
}
