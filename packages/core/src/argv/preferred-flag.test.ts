import { preferredFlag, splitFlags } from './build-command-array.ts';
import { expect, test } from 'vitest';

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
  expect(splitFlags(flags).negative.includes(flag)).toBe(negation);
  expect(splitFlags(flags).positive.includes(flag)).toBe(!negation);
});

test('a hundred thousand flags are told apart in as many steps', () => {
  const negative = Array.from({ length: 100_000 }, (_, index) => `--no-${index}`);
  expect(splitFlags([...negative, '--7']).negative).toStrictEqual(['--no-7']);
});
