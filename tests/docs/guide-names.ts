/**
 * The names that an `index.ts` exports, types included; of what comes from another package the values only, since its guide has the types.
 *
 * Shape: `export { type A, b } from './b.ts';` → `["A", "b"]`
 * @throws Error for a list that names nothing, so that another way of writing them does not pass unread
 */
export function ownExports(source: string): string[] {
  const lists = [...source.matchAll(/^export (type )?\{([^}]*)\} from '([^']+)';$/gm)];
  const names = lists.flatMap(([, types, list = '', from = '']) => {
    const given = list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const kept = from.startsWith('.')
      ? given
      : given.filter((name) => types === undefined && !name.startsWith('type '));
    return kept.map((name) => name.replace(/^type /, ''));
  });
  const exports = source.match(/^export /gm)?.length ?? 0;
  if (names.length === 0 || exports !== lists.length)
    throw new Error('This index exports in a way that is not read here.');
  return names;
}

/** The words of a page that stand in code, in a line or in a block. */
export function namedIn(markdown: string): ReadonlySet<string> {
  const blocks = [...markdown.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  // A line may end in a span; a paragraph may not.
  const paragraphs = markdown.replace(/^```[\s\S]*?^```$/gm, '').split('\n\n');
  const spans = paragraphs.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
  return new Set([...blocks, ...spans].flatMap((code) => code.match(/[A-Za-z_$][\w$]*/g) ?? []));
}
