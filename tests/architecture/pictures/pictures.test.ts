import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../read-imports.ts';
import { drawHouse } from './draw-house.ts';
import { drawRooms } from './draw-rooms.ts';

const ARCHITECTURE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** Numbers may age until the next `npm run pictures`; who imports from whom may not. */
const wordsOf = (svg: string): string | undefined => /<desc>(.*)<\/desc>/.exec(svg)?.[1];

test.each([...drawHouse()])('%s is what the imports are; npm run pictures draws it', (path, svg) => {
  expect(wordsOf(svg)).toContain('Who imports from whom.');
  expect(wordsOf(readFileSync(join(ROOT, path), 'utf8'))).toBe(wordsOf(svg));
  expect(ARCHITECTURE.includes(`](${path.replace('docs/', '')})`)).toBe(true);
});

test('a mark stands where a room imports from another, with the number of its files', () => {
  const svg = drawRooms('Two', [
    { name: 'upper', row: 1, files: 3, lines: 30, imports: new Map([['lower', 2]]) },
    { name: 'lower', row: 0, files: 1, lines: 10, imports: new Map() },
  ]);
  expect(svg.match(/class="mark"/g)).toHaveLength(1);
  expect(svg).toMatch(/class="count on" x="\d+" y="\d+">2</);
});
