import { expect, test } from 'vitest';
import { questionText } from './question-text.ts';

test('a question cannot be forged by what a model wrote', () => {
  const argv = ['bash', '-s', 'a b\n  harmless.', '\u001b[2J'];
  expect(questionText({ argv, reasons: ['bash runs\u202e what it is told.'], stdin: 'ls\nrm -r \u001b[8m~\n' })).toBe(
    [
      '"bash" "-s" "a b\\n  harmless." "\\u001b[2J"',
      '  bash runs\\u{202e} what it is told.',
      '  It reads:',
      '  | ls',
      '  | rm -r \\u{1b}[8m~',
      '  | ',
    ].join('\n'),
  );
  expect(questionText({ argv: ['git', 'clean'], reasons: ['It destroys.'] })).toBe('"git" "clean"\n  It destroys.');
});
