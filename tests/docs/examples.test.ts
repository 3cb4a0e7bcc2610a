// Every value at the root of a package has an example; code-blocks.test.ts compiles them.
import { expect, test } from 'vitest';
import { listPublicNames } from './read-examples.ts';

test('every value that the root of a package exports has an @example', () => {
  const names = listPublicNames();
  expect(names.length).toBeGreaterThan(90);
  const missing = names.filter(({ example = '' }) => !example.includes('import '));
  expect(missing.map(({ name, package: folder }) => `@atip/${folder} ${name}`)).toStrictEqual([]);
});
