// Each message that the page quotes is still one that the sources can print.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readSources } from '../architecture/read-imports.ts';

const FOLDERS = ['core', 'shell', 'node', 'mcp', 'cli'].map((name) => `packages/${name}/src`);

const rows = readFileSync(join(ROOT, 'docs/guides/troubleshooting.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- `'))
  .map((line) => line.split(/(?<=`): /)[0] ?? '');
const quoted = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));

test('every message of the page is in the sources, … standing for what differs', () => {
  const sources = [...FOLDERS, 'server/src', 'web/src']
    .flatMap((folder) => readSources(folder))
    .map(({ text }) => text);
  expect(quoted.length).toBeGreaterThan(30);
  const pieces = quoted.flatMap((text) => text.split('…').map((piece) => [text, piece.trim()] as const));
  // A short piece, such as a full stop, would be found anywhere.
  const gone = pieces.filter(([, piece]) => piece.length > 8 && !sources.some((text) => text.includes(piece)));
  expect(gone.map(([text]) => text)).toStrictEqual([]);
  // Of every message at least one piece was looked for.
  expect(quoted.filter((text) => !text.split('…').some((piece) => piece.trim().length > 8))).toStrictEqual([]);
});
