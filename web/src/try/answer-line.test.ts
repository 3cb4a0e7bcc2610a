import { expect, test } from 'vitest';
import { answerLine, type Stretch } from './answer-line.ts';
import { LINE_EXAMPLES } from './line-examples.ts';
import { editOf } from './Line.tsx';

test.each(LINE_EXAMPLES)('the example $line is decided as its card says', async ({ line, decision }) => {
  expect((await answerLine({ text: line })).decision).toBe(decision);
});

/** The text of each stretch with its part. */
function cut(text: string, stretches: readonly Stretch[]): readonly unknown[] {
  return stretches.map(({ start, end, part }) => [text.slice(start, end), part]);
}

test('each character belongs to the innermost part, and operators to none', async () => {
  const text = 'ls | wc -l; echo $(rm x) y';
  const { parts, stretches, deciding } = await answerLine({ text });
  expect(parts.map(({ command, danger, decision }) => [command, danger, decision])).toStrictEqual([
    ['ls', 'reads', 'allow'],
    ['wc', 'reads', 'allow'],
    ['echo', 'reads', 'allow'],
    ['rm', 'destroys', 'confirm'],
  ]);
  expect(cut(text, stretches)).toStrictEqual([
    ['ls', 0],
    [' | ', undefined],
    ['wc -l', 1],
    ['; ', undefined],
    ['echo $(', 2],
    ['rm x', 3],
    [') y', 2],
  ]);
  expect(deciding).toBe(3);
});

test('a part says what bash would start: wrappers, words, and those that nobody knows yet', async () => {
  const { parts } = await answerLine({ text: 'sudo rm -- $X < list 2>/dev/null &' });
  expect(parts).toHaveLength(1);
  const [part] = parts;
  expect([part?.through, part?.words, part?.source]).toStrictEqual([
    ['sudo'],
    [{ text: 'rm' }, { text: '--' }, { text: '$X', open: 'a variable' }],
    'table',
  ]);
  expect(part?.remarks).toStrictEqual([
    'Redirects: < list',
    'Redirects: 2> /dev/null',
    'The shell does not wait for it.',
  ]);
});

test('the policy of the page decides', async () => {
  const deny = { rules: [{ run: 'rm', decision: 'deny', reason: 'use trash' }] } as const;
  const { decision, parts } = await answerLine({ text: 'ls; rm x', policy: { ...deny, rules: [...deny.rules] } });
  expect([decision, parts[1]?.decision, parts[1]?.rule]).toStrictEqual(['deny', 'deny', 'rules/0']);
});

const OWN = {
  atip: '0.4',
  name: 'acme',
  version: '1',
  description: 'Acme',
  commands: { '': { description: 'Does it', effects: { destructive: true } } },
};

test('the open document describes a program that no table knows, and no other', async () => {
  const document = { text: JSON.stringify(OWN) };
  const [without] = (await answerLine({ text: 'acme' })).parts;
  const [own] = (await answerLine({ text: 'acme', document })).parts;
  const ls = { text: JSON.stringify({ ...OWN, name: 'ls' }) };
  const [known] = (await answerLine({ text: 'ls', document: ls })).parts;
  expect([without?.source, without?.danger]).toStrictEqual([undefined, 'not-stated']);
  expect([own?.source, own?.danger]).toStrictEqual(['document', 'destroys']);
  expect([known?.source, known?.danger]).toStrictEqual(['table', 'reads']);
});

test('a place that is not understood has a stretch, also behind the end', async () => {
  for (const text of ['ls; if true', 'echo "a', 'eval "$X"']) {
    const { decision, issues, stretches } = await answerLine({ text });
    expect([text, decision, issues.length > 0, stretches.some(({ isUnread }) => isUnread)]).toStrictEqual([
      text,
      'confirm',
      true,
      true,
    ]);
  }
});

test('of very many parts the first are listed, and a very long line is not coloured', async () => {
  const many = await answerLine({ text: 'ls;'.repeat(300) });
  expect([many.parts.length, many.total, many.decision]).toStrictEqual([200, 300, 'allow']);
  const long = await answerLine({ text: `echo ${'x'.repeat(30_000)}` });
  expect([long.stretches, long.decision]).toStrictEqual([[], 'allow']);
});

test.each([
  ['a letter more', 'ls -l', 'ls -la', { from: 5, until: 5, by: 1 }],
  ['nothing', 'ls', 'ls', { from: 2, until: 2, by: 0 }],
  ['another line', 'git status', 'rm -rf build', undefined],
  ['a first line', '', 'ls', undefined],
])('the change between two texts: %s', (_name, before, after, edit) => {
  expect(editOf(before, after)).toStrictEqual(edit);
});
