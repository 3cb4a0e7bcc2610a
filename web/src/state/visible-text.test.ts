import { expect, test } from 'vitest';
import { visibleOutput, visibleText } from './visible-text.ts';

test.each([
  ['a b', 'a b'],
  ['\u001b[2J', '\\u{1b}[2J'],
  ['a\nb\tc', 'a\\nb\\tc'],
  ['safe\u202egnp.exe', 'safe\\u{202e}gnp.exe'],
  ['zero\u200bwidth', 'zero\\u{200b}width'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
  ['ä 漢 🙂', 'ä 漢 🙂'],
])('nothing stays unseen in %j', (text, seen) => {
  expect(visibleText(text)).toBe(seen);
});

test('process output keeps its lines and loses its tricks', () => {
  expect(visibleOutput('a\r\nb\tc\u001b[31m')).toBe('a\nb\tc\\u{1b}[31m');
});
