import { expect, test } from 'vitest';
import { isNegation, preferredFlag } from './preferred-flag.ts';

test.each([
  [['-o', '--output', '--out'], '--output'],
  [['-name', '-n'], '-name'],
  [['+x'], '+x'],
  [['-?'], '-?'],
])('of %j it is %s', (flags, flag) => {
  expect(preferredFlag(flags, 'o')).toBe(flag);
});

test.each([[[]], [['']], [['--']], [['--a b']], [['--a=b']], [['-<n>']], [['--{a,b}']], [['--a|--b']]])(
  '%j has no flag for a command line',
  (flags) => {
    expect(() => preferredFlag(flags, 'o')).toThrow('"o" has the flag');
  },
);

test.each([
  ['--no-color', ['--color', '--no-color'], true],
  ['--no-color', ['-c', '--no-color'], false],
  ['--color', ['--color', '--no-color'], false],
])('%s among %j', (flag, flags, negation) => {
  expect(isNegation(flag, flags)).toBe(negation);
});
