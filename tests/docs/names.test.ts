// Names of our packages in the READMEs, and in all that people copy: public ones, of the entry that is named.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALIASES } from '../../scripts/aliases.js';
import { ROOT, readSources } from '../architecture/read-imports.ts';
import { listPages } from './read-blocks.ts';

/** The entries that users import: all but those for our packages alone. */
const ENTRIES = Object.keys(ALIASES).filter((name) => !name.endsWith('/internal'));
const EXPORTS = new Map(
  await Promise.all(
    ENTRIES.map(async (entry) => [entry, Object.keys(await import(/* @vite-ignore */ entry))] as const),
  ),
);
const READMES = listPages().filter((page) => /^(?:packages\/\w+\/)?README\.md$/.test(page));
const EXAMPLES = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|md)$/.test(path) && !/node_modules/.test(path))
  .map((path) => join('examples', path));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The values of all entries that a page names. Its own package's it names by its title. */
const exportedFor = (text: string): ReadonlySet<string> =>
  new Set([...EXPORTS].filter(([entry]) => text.includes(entry)).flatMap(([, names]) => names));

/** `@atip/core parseTool` for each value that a text imports from a package of ours. */
function importedBy(text: string): string[] {
  const statements = text.matchAll(/import (?!type )\{([^}]*)\} from '(@atip\/[^']*|atip)'/g);
  return [...statements].flatMap(([, names = '', entry = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/ as .*/, ''))
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => `${entry} ${name}`),
  );
}

test.each([...listPages(), ...EXAMPLES])('%s imports what the packages that it names export', (page) => {
  const missing = importedBy(read(page)).filter((found) => {
    const [entry = '', name = ''] = found.split(' ');
    return !EXPORTS.get(entry)?.includes(name);
  });
  expect(missing).toStrictEqual([]);
});

test('a README names no function that the packages which it names do not export', () => {
  const sources = readdirSync(join(ROOT, 'packages')).flatMap((folder) => readSources(`packages/${folder}/src`));
  const text = sources.map((source) => source.text).join('\n');
  const ours = new Set([...text.matchAll(/^export (?:async )?(?:function\*?|class) (\w+)/gm)].map(([, name]) => name));
  // Fields, methods and settings; a call in a body has no type behind it.
  const members = new Set(
    [...text.matchAll(/^ +(?:readonly |async )?(\w+)(?:\??: |\??(?:<.*>)?\(.*\): )/gm)].map(([, name]) => name),
  );
  const found = READMES.flatMap((page) => {
    const readme = read(page);
    const exported = exportedFor(readme);
    return [...readme.matchAll(/`([a-z]\w*)(\()?/g)]
      .filter(([, name = '', call]) => call !== undefined || (ours.has(name) && /[A-Z]/.test(name)))
      .map(([, name = '']) => name)
      .filter((name) => !exported.has(name) && !members.has(name))
      .map((name) => `${page}: ${name}`);
  });
  expect(found).toStrictEqual([]);
});
