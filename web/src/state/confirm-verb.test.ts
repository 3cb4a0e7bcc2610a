import { expect, test } from 'vitest';
import { verbOf } from './confirm-verb.ts';

test('the approving button says what happens', () => {
  expect(verbOf(['/usr/bin/git', 'branch', '-D', 'old'])).toBe('Run git branch -D old');
  expect(verbOf(['rm', 'x'.repeat(60)])).toBe(`Run rm ${'x'.repeat(44)}…`);
  expect(verbOf(['C:\\bin\\a.exe', 'b\nc'])).toBe('Run a.exe b\\nc');
});
