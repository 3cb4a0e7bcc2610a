/** What is below it is written by the bench. */
const MARK = '<!-- measured: written by `npm run bench -- --write` -->';

/**
 * A README whose measured parts are replaced; each stands under a heading of the third level with its bench's name.
 *
 * @param parts new ones by name; others stay. @param order of all names; a part whose name is not among them goes.
 */
export function replaceParts(readme: string, parts: ReadonlyMap<string, string>, order: readonly string[]): string {
  const [before = '', measured = ''] = readme.split(MARK);
  const all = new Map(
    measured
      .split(/^### /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return [part.slice(0, end), part.slice(end).trim()];
      }),
  );
  for (const [name, part] of parts) all.set(name, part);
  const kept = order.filter((name) => all.has(name)).map((name) => `### ${name}\n\n${all.get(name)}\n`);
  return [before + MARK, '', kept.join('\n')].join('\n');
}
