import { expect, test } from 'vitest';
import { terminalText } from './terminal-text.ts';

const STRIPE = '\u001b[33m▌\u001b[0m ';

test('stdout is itself, stderr has a stripe before each line', () => {
  const text = terminalText([
    { stream: 'stdout', text: 'a\n\tb\n' },
    { stream: 'stderr', text: 'c\nd\n' },
    { stream: 'stdout', text: 'e' },
  ]);
  expect(text).toBe(`a\n\tb\n${STRIPE}c\n${STRIPE}d\ne`);
});

test('a stream that cuts in stands on a line of its own, and says so', () => {
  const text = terminalText([
    { stream: 'stdout', text: 'half' },
    { stream: 'stderr', text: 'oops' },
    { stream: 'stdout', text: '' },
    { stream: 'stdout', text: 'more' },
  ]);
  expect(text).toBe(`half⏎\n${STRIPE}oops⏎\nmore`);
});

const HOSTILE = [
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]0;title\u001b\\',
  '\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '\u001b[2J\u001b[1;1H\u001b[31m',
  '\u009b2J\u009d0;x\u009c',
  '\u001bP$q"p\u001b\\',
  'over\rwritten\b\b\u007f\u0007\u000e\u0000',
  'a\u202eb\u200b',
];

test.each(HOSTILE)('nothing that steers a terminal is left of %j', (text) => {
  for (const stream of ['stdout', 'stderr'] as const) {
    const shown = terminalText([{ stream, text }]).replace(STRIPE, '');
    expect(shown).not.toMatch(/(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/u);
    expect(shown).toContain('\\u{');
  }
});
