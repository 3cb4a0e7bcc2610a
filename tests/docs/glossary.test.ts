// One word for one thing: prose uses no double of a word of docs/glossary.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { listPages } from './read-blocks.ts';
import { BLOCK, COMMENT, proseOfPage, proseOfSource } from './read-prose.ts';

const PACKAGES = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);
const AREAS = ['pages', ...PACKAGES, 'server', 'web', 'examples', 'scripts', 'tests'];

test('prose uses no double of a word of the glossary', () => {
  expect(AREAS.flatMap(doublesIn)).toStrictEqual([]);
});

/** A row of a table is `| word | meaning | doubles in backticks |`; a double that ends with “…” begins a sentence. */
const ROWS = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').matchAll(/^\| (?!-)(.+?) \| .* \| (`.+) \|$/gm);
const WORD_FOR = new Map(
  [...ROWS].flatMap(([, word = '', cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, double = '']): [string, string] => [double, word]),
  ),
);
const alternatives = (opens: boolean): string =>
  [...WORD_FOR.keys()]
    .filter((double) => double.endsWith('…') === opens)
    .map((double) => double.replace(' …', '').replaceAll(' ', '\\s+'))
    .join('|');
const PHRASE = new RegExp(`\\b(?:${alternatives(false)})\\b`, 'gi');
const OPENER = new RegExp(`\\b(?:${alternatives(true)})\\b`, 'g');
const SENTENCE_END = new RegExp(`[.?!${BLOCK}${COMMENT}]|\\n\\s*\\n|$`);

function find(path: string, prose: string): string[] {
  const phrases = [...prose.matchAll(PHRASE)].map(({ 0: text, index }) => {
    return { text, index, word: WORD_FOR.get(text.toLowerCase().replace(/\s+/g, ' ')) };
  });
  const openers = [...prose.matchAll(OPENER)]
    .filter(({ index }) => opensSentence(prose, index))
    .map(({ 0: text, index }) => ({ text, index, word: WORD_FOR.get(`${text} …`) }));
  return [...phrases, ...openers]
    .sort((one, other) => one.index - other.index)
    .map(({ text, index, word }) => `${path}:${prose.slice(0, index).split('\n').length} “${text}”: ${word}`);
}

/** False in questions; a heading, a cell or a label is no sentence without a full stop, a comment is one. */
function opensSentence(prose: string, index: number): boolean {
  let start = index;
  while (start > 0 && /\s/.test(prose[start - 1] ?? '')) start -= 1;
  const before = prose[start - 1] ?? BLOCK;
  const opens = `.!?${BLOCK}${COMMENT}`.includes(before) || /\n\s*\n/.test(prose.slice(start, index));
  const end = SENTENCE_END.exec(prose.slice(index))?.[0] ?? '';
  return opens && (/[.!]/.test(end) || (before === COMMENT && end !== '?'));
}

function doublesIn(area: string): string[] {
  if (area === 'pages') {
    return listPages().flatMap((path) => find(path, proseOfPage(readFileSync(join(ROOT, path), 'utf8'))));
  }
  return listSources(area).flatMap((path) => {
    const isTest = /\.(?:test|test-d)\.tsx?$|\/testing\/|^(?:tests|scripts|examples)\//.test(path);
    return find(path, proseOfSource(readFileSync(join(ROOT, path), 'utf8'), !isTest, path.endsWith('x')));
  });
}

/** Sources that people write: no build output, no generated file. */
function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(?:node_modules|dist|generated|\..*)$/.test(entry.name) ? [] : listSources(path);
    return /(?<!\.d)\.(?:ts|tsx|mjs)$/.test(path) ? [path] : [];
  });
}
