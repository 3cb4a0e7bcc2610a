import { expect, test } from 'vitest';
import { terminalLine, terminalText } from './terminal-text.ts';

test('text keeps its lines and loses what moves the terminal', () => {
  expect(terminalText('a\u001b]0;x\u0007\nb\r\u009b2J\u202ec\u2028')).toBe(
    'a\\u{1b}]0;x\\u{7}\nb\\u{d}\\u{9b}2J\\u{202e}c\\u{2028}',
  );
  expect(terminalLine('ä 漢\nb')).toBe('ä 漢\\nb');
});
