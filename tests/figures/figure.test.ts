import { expect, test } from 'vitest';
import { compareFigures } from './figure.ts';

test.each([
  ['as it was', { a: 100 }, { a: { value: 100, tolerance: 0 } }, []],
  ['within what is allowed', { a: 1000 }, { a: { value: 1010, tolerance: 1 } }, []],
  [
    'worse',
    { a: 1000 },
    { a: { value: 1011, tolerance: 1 } },
    [
      'a: 1011 instead of 1000 (+1.1 %), ± 1 % is allowed. If it is worth that, record it with: npm run figures -- --write',
    ],
  ],
  [
    'better',
    { a: 1000 },
    { a: { value: 900, tolerance: 5 } },
    [
      'a: 900 instead of 1000 (-10.0 %), ± 5 % is allowed. It has become better; record it, so that it stays so: npm run figures -- --write',
    ],
  ],
  [
    'where nothing may be',
    { a: 0 },
    { a: { value: 1, tolerance: 5 } },
    ['a: 1 instead of 0, ± 5 % is allowed. If it is worth that, record it with: npm run figures -- --write'],
  ],
  ['new', {}, { a: { value: 7, tolerance: 0 } }, ['a: 7, which is not recorded yet; run: npm run figures -- --write']],
  ['gone', { a: 7 }, {}, ['a: recorded, but nothing measures it; run: npm run figures -- --write']],
])('a figure that is %s', (_title, recorded, measured, differences) => {
  expect(compareFigures(recorded, measured)).toStrictEqual(differences);
});
