/** Generated parts of a page by the name in their marker. */
export type Sections = ReadonlyMap<string, string>;

/** A part between `<!-- generated: NAME -->` and `<!-- /generated -->`, each on a line of its own. */
const PART = /^<!-- generated: (.+) -->\n[\s\S]*?^<!-- \/generated -->$/gm;
const MARKER = /^<!-- \/?generated/gm;

/**
 * Puts the generated parts into a page and leaves what people wrote around them.
 *
 * @throws Error when a part has no place on the page, or two, when a place has no part, or when a marker is left over: a page
 * that lacks a command is as wrong as one that is stale
 */
export function fillSections(page: string, sections: Sections): string {
  const seen = new Set<string>();
  const filled = page.replace(PART, (_all, name: string) => {
    const text = sections.get(name);
    if (text === undefined) throw new Error(`Nothing is generated for "${name}": take its place out.`);
    if (seen.has(name)) throw new Error(`"${name}" has two places.`);
    seen.add(name);
    return `<!-- generated: ${name} -->\n\n${text.trim()}\n\n<!-- /generated -->`;
  });
  const missing = [...sections.keys()].filter((name) => !seen.has(name));
  if (missing.length > 0)
    throw new Error(`The page has no place for ${missing.map((name) => `"${name}"`).join(', ')}.`);
  if ((filled.match(MARKER)?.length ?? 0) !== 2 * seen.size) throw new Error('A marker has no other end.');
  return filled;
}
