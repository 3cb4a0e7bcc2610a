import { brotliDecompressSync } from 'node:zlib';
import { fromFig } from '@atip/importers';
import { expect, test } from 'vitest';
import type { KnownTool } from '../src/load-known.ts';
import { guessedDocument } from './known-document.ts';
import { pageFiles, StaticRegistry } from './write-static.ts';

function documentOf(name: string, more: Partial<KnownTool> = {}) {
  const spec = { name, description: `Keeps <${name}>`, subcommands: [{ name: 'remove', description: 'Remove one' }] };
  const tool: KnownTool = { ...guessedDocument(fromFig(spec).tool), 'x-source': 'a source', ...more };
  return { name, tool, text: `${JSON.stringify(tool)}\n`, isNewest: true };
}

/** Shape: one group as `scripts/build-shims.mjs` writes it: words, letters of effects, description, arguments, options. */
const CLOUDS = new Map([
  ['cloud', new Map([['disks', { description: 'Disks', lines: ['list\tr\tLists\t\t', 'rm\td\tRemoves\t\t'] }]])],
]);

function write(documents: readonly Parameters<StaticRegistry['add']>[0][]) {
  const registry = new StaticRegistry(new Map(), CLOUDS);
  for (const document of documents) registry.add(document);
  return registry.result();
}

test('a document lies compressed under its digest and as it is under its name; earlier versions under theirs', () => {
  const [old, box] = [{ ...documentOf('box', { version: '1' }), isNewest: false }, documentOf('box', { version: '2' })];
  const { files, entries, counts } = write([box, old]);
  const [[name, entry] = ['', undefined]] = entries;
  expect([name, entry?.encoding, entry?.['commands'], entry?.['harmful'], entry?.['trust']]).toStrictEqual([
    ...['box', 'br', 1, 1, 'inferred'],
  ]);
  const read = (sha256 = ''): string =>
    brotliDecompressSync(files.get(`sha256/${sha256}.json.br`) ?? '').toString('utf8');
  expect(read(entry?.sha256)).toBe(box.text);
  expect(read(entry?.versions?.['1']?.sha256)).toBe(old.text);
  expect(files.get('tools/box.json')).toBe(box.text);
  expect(counts.tools).toBe(1);
  expect([...write([box, old]).files]).toStrictEqual([...files]);
});

test('of a cloud each group is a document, with what the table says of its effects', () => {
  const group = {
    name: 'disks',
    subcommands: [
      { name: 'list', description: 'Lists all disks' },
      { name: 'rm', description: 'Removes a disk' },
    ],
  };
  const whole: KnownTool = {
    ...guessedDocument(fromFig({ name: 'cloud', subcommands: [group] }).tool),
    'x-source': 'a source',
  };
  const { files, entries } = write([{ ...documentOf('cloud'), whole }]);
  const groups = entries[0]?.[1]['groups'];
  expect(Object.keys(groups ?? {})).toStrictEqual(['disks']);
  const texts = [...files].flatMap(([path, blob]) =>
    path.endsWith('.br') ? [brotliDecompressSync(blob).toString('utf8')] : [],
  );
  const disks = texts.map((text) => JSON.parse(text)).find(({ partial }) => partial === true);
  expect(disks.filter).toStrictEqual({ commands: ['disks'] });
  expect(disks.commands.disks.commands).toMatchObject({
    list: { description: 'Lists all disks', effects: { network: true, destructive: false } },
    rm: { description: 'Removes a disk', effects: { network: true, destructive: true } },
  });
});

test('the page lists each tool as text, and runs nothing that stands in a document', () => {
  const page = pageFiles(write([documentOf('box'), documentOf('$&')]), 'a <source>').get('index.html') ?? '';
  expect(page).toContain('<a href="#/box"><b>box</b><span>Keeps &lt;box&gt;</span>');
  expect(page).toContain('<b>$&amp;</b>');
  expect(page).toContain('Made from a &lt;source&gt;');
  expect(page).toContain('<div><dt>tools</dt><dd>2</dd></div>');
  expect(page).not.toMatch(/<!-- |<box>|onclick|<script(?! type="module" src="page\.js")/);
});
