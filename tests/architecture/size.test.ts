import { expect, test } from 'vitest';
import { readSources } from './read-imports.ts';

const FOLDERS = [
  'packages/core/src',
  'packages/share/src',
  'packages/shims/src',
  'packages/node/src',
  'packages/mcp/src',
  'packages/cli/src',
  'server/src',
  'web/src',
];

/** Lines that are neither blank nor only a comment. */
function codeLines(text: string): number {
  return text.split('\n').filter((line) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line)).length;
}

test('no source file has more than 300 lines of code; generated ones are data', () => {
  const large = FOLDERS.flatMap(readSources)
    .filter(({ path }) => !path.includes('/generated/'))
    .map(({ path, text }) => ({ path, lines: codeLines(text) }))
    .filter(({ lines }) => lines > 300);
  expect(large).toStrictEqual([]);
});
