import { expect, test } from 'vitest';
import { isLegalFlag } from './legal-flag.ts';

test.each(['-', '-n', '--name', '--no-color', '-name', '+x', '-1', '--a.b', '-@'])('%j is a flag', (flag) => {
  expect(isLegalFlag(flag)).toBe(true);
});

test.each(['', '--', '+', 'n', '-a b', '-a,-b', '--a=b', '--=b', '---a', '- ', '-a\n', 'x -a', '\u2212n'])(
  '%j is none',
  (flag) => {
    expect(isLegalFlag(flag)).toBe(false);
  },
);
