import { expect, test } from 'vitest';
import { verbOf } from './confirm-verb.ts';

test.each([
  [['/usr/bin/git', 'branch', '-D', 'old'], 'Run git branch -D old'],
  [['C:\\bin\\a.exe', 'b\nc', ''], 'Run a.exe b\\nc ⟨empty⟩'],
  [['rm', 'x'.repeat(45)], `Run rm ${'x'.repeat(45)}`],
  [['rm', 'x'.repeat(46)], 'Run rm … (1 argument, 46 characters)'],
  [['/bin/sh', '-c', 'x'.repeat(16_018)], 'Run sh -c … (2 arguments, 16,020 characters)'],
  [['sh', '-c', '\u00a0'.repeat(20)], 'Run sh -c … (2 arguments, 22 characters)'],
  [[`/bin/${'x'.repeat(60)}`, 'a'], 'Run … (1 argument, 1 character)'],
])('the approving button says what happens: %#', (argv, verb) => {
  expect(verbOf(argv)).toBe(verb);
});
