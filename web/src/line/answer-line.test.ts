import { expect, test } from 'vitest';
import { answerLine } from './answer-line.ts';
import { EXAMPLES } from './Line.tsx';

test.each(EXAMPLES)('the example asks, but for the last one: %s', async (line) => {
  expect((await answerLine({ text: line })).decision).toBe(line === EXAMPLES.at(-1)?.[0] ? 'allow' : 'confirm');
});

test('each part has its place, what it does, and the decision about it', async () => {
  const text = 'ls | wc -l; echo $(rm x) y';
  const { parts } = await answerLine({ text });
  const shown = parts.map(({ start, end, harm, decision }) => [text.slice(start, end), harm, decision]);
  expect(shown).toStrictEqual([
    ['ls', 0, 'allow'],
    ['wc -l', 0, 'allow'],
    ['echo $(rm x) y', 0, 'allow'],
    ['rm x', 2, 'confirm'],
  ]);
});

test('a part says what bash would start: wrappers, words, and those that nobody knows yet', async () => {
  const [part] = (await answerLine({ text: 'sudo rm -- $X < list 2>/dev/null &' })).parts;
  expect([part?.through, part?.words]).toStrictEqual([
    ['sudo'],
    [
      { text: 'rm', open: undefined },
      { text: '--', open: undefined },
      { text: '$X', open: 'a variable' },
    ],
  ]);
  expect(part?.remarks).toStrictEqual([
    'rm, as the table of this page describes it.',
    'Redirects < list.',
    'Redirects 2> /dev/null.',
    'The shell does not wait for it.',
  ]);
  expect(() => structuredClone(part)).not.toThrow();
});

test('the policy of the page decides', async () => {
  const rule = { run: 'rm', decision: 'deny', reason: 'use trash' } as const;
  const { decision, parts } = await answerLine({ text: 'ls; rm x', policy: { rules: [rule] } });
  expect([decision, parts[1]?.decision, parts[1]?.decidedBy]).toStrictEqual(['deny', 'deny', 'By rule 1, rm.']);
});

const OWN = {
  atip: '0.4',
  name: 'acme',
  version: '1',
  description: 'Acme',
  commands: { '': { description: 'Does it', effects: { destructive: true } } },
};

test.each([
  ['acme', undefined, 'not-stated', 'No document describes it.'],
  ['acme', 'acme', 'destroys', 'acme, as the open document describes it.'],
  ['ls', 'ls', 'reads', 'ls, as the table of this page describes it.'],
])('%s with the open document %s', async (text, name, danger, remark) => {
  const document = name === undefined ? undefined : { text: JSON.stringify({ ...OWN, name }) };
  const [part] = (await answerLine({ text, document })).parts;
  expect([part?.risks[0], part?.remarks[0]]).toStrictEqual([danger, remark]);
});

test.each(['ls; if true', 'echo "a', 'eval "$X"'])('%s has a place that is not understood', async (text) => {
  const { decision, unread, reasons } = await answerLine({ text });
  expect([decision, unread.length > 0, reasons.length > 0]).toStrictEqual(['confirm', true, true]);
});

test('of very many parts the first are listed', async () => {
  const many = await answerLine({ text: 'ls;'.repeat(300) });
  expect([many.parts.length, many.total, many.decision]).toStrictEqual([200, 300, 'allow']);
});
