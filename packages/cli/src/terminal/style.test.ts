import { expect, test } from 'vitest';
import { createPaint, createProgressLine } from './style.ts';

const write = (): void => undefined;

test.each([
  [{ isTTY: true }, {}, '\u001b[31mno\u001b[39m'],
  [{ isTTY: true }, { NO_COLOR: '' }, '\u001b[31mno\u001b[39m'],
  [{ isTTY: true }, { NO_COLOR: '1' }, 'no'],
  [{ isTTY: true }, { TERM: 'dumb' }, 'no'],
  [{ isTTY: false }, {}, 'no'],
])('%j with %j paints %j', (output, env, painted) => {
  expect(createPaint({ write, ...output }, env)('red', 'no')).toBe(painted);
});

test('progress is one line that is written over, cut to the terminal, and gone at the end', () => {
  const said: string[] = [];
  const progress = createProgressLine({ write: (text) => said.push(text), isTTY: true, columns: 6 });
  progress.clear();
  progress.show('12345');
  progress.show('12345');
  progress.show('123456');
  progress.clear();
  expect(said).toStrictEqual(['\r\u001b[2K12345', '\r\u001b[2K1234…', '\r\u001b[2K']);
});
