import { expect, test } from 'vitest';
import { MIXED } from '../../../tests/mixed-tool.ts';
import { answerCompile } from './answer-output.ts';
import { partOf } from './part.ts';

const { output = expect.fail('The fixture does not compile.') } = answerCompile({
  text: MIXED,
  provider: 'openai',
  strict: false,
});
const names = (text: string): readonly string[] => JSON.parse(text).map(({ function: { name } }: never) => name);

test.each([
  ['/commands/repo/commands/delete', ['demo_repo_delete']],
  ['/commands/repo', ['demo_repo', 'demo_repo_delete', expect.stringMatching(/^demo_repo_a_b/)]],
  ['/commands/', ['demo']],
])('the part at %s has its tools, and its offsets lead to the whole and back', (pointer, expected) => {
  const part = partOf(output, pointer);
  expect([part.isWhole, names(part.text)]).toStrictEqual([false, expected]);
  for (const { index: offset } of part.text.matchAll(/"name"|DESTRUCTIVE/g)) {
    const whole = part.toWhole(offset) ?? expect.fail('no place');
    expect(output.text.slice(whole, whole + 20)).toBe(part.text.slice(offset, offset + 20));
    expect(part.toPart(whole)).toBe(offset);
  }
  const brackets = [...part.flags].map((offset) => part.text.slice(offset - 1, offset + 1));
  expect(brackets.every((text, index) => text === (index % 2 === 0 ? ' [' : ']"'))).toBe(true);
  expect([part.toWhole(0), part.toPart(0)]).toStrictEqual([undefined, undefined]);
});

test('without a command, or with one that the output lacks, the part is the whole', () => {
  for (const part of [partOf(output), partOf(output, '/commands/bran')])
    expect([part.isWhole, part.text, part.toWhole(7), part.toPart(7)]).toStrictEqual([true, output.text, 7, 7]);
});
