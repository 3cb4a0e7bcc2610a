import { expect, test } from 'vitest';
import { measureSizes, sizeTable } from '../bench/sizes.ts';
import { ROOT } from './read-imports.ts';

/**
 * Bytes with gzip; a ceiling is raised only by a change that says what it is for. The last one: 100 and 1,000 for the effects
 * of options, which descriptions warn of and every decision looks at.
 */
const CEILINGS: Readonly<Record<string, number>> = { toOpenAI: 4100, '*': 71_000 };

test('importing one transformer stays small, and growth of the whole is seen', { timeout: 60_000 }, async () => {
  const sizes = await measureSizes(`${ROOT}/packages/core/src/index.ts`, Object.keys(CEILINGS));
  process.stdout.write(`${sizeTable(sizes)}\n`);
  const over = sizes.filter(({ name, gzipped }) => gzipped > (CEILINGS[name] ?? 0));
  expect(over).toStrictEqual([]);
});
