import { expect, test } from 'vitest';
import { SAMPLES } from '../start/index.ts';
import { sourceOfLine } from '../../document/provenance.ts';
import { answerHealth, answerLosses, answerProvenance, answerSnippet, answerTokens } from './output-answers.ts';
import { answerCommands } from '../outline/answer-commands.ts';
import { answerSafetyPrompt } from '../safety/answer-safety-gaps.ts';
import { answerCounter } from './count-tokens.ts';
import { type OutputQuestion, compiledTool } from './compiled-tool.ts';

const TEXT = SAMPLES.find(({ title }) => title === 'git')?.text ?? '';
const QUESTION: OutputQuestion = { text: TEXT, provider: 'openai', settings: {} };
const BROKEN: OutputQuestion = { ...QUESTION, text: '{' };

/** The compiled tools as they are shown. */
function textOf(question: OutputQuestion): string {
  const compiled = compiledTool(question);
  if (!compiled.ok) throw new Error(compiled.message);
  return JSON.stringify(compiled.compilation.tools, null, 2);
}

test('one question about one text compiles once, another variant anew', () => {
  const [first, again, strict] = [QUESTION, { ...QUESTION }, { ...QUESTION, settings: { strict: true } }].map(
    compiledTool,
  );
  const compilationOf = (compiled: typeof first): unknown => compiled?.ok && compiled.compilation;
  expect(compilationOf(again)).toBe(compilationOf(first));
  expect(compilationOf(strict)).not.toBe(compilationOf(first));
});

test('a document with errors has no answer, and a reason', async () => {
  expect(compiledTool(BROKEN)).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
  expect([answerHealth(BROKEN), answerProvenance(BROKEN), answerLosses(BROKEN)]).toStrictEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(answerTokens(BROKEN)).toBeUndefined();
  expect(() => answerSnippet({ ...BROKEN, kind: 'request' })).toThrow(/\w/);
});

test('each line of the column has its source in the document', () => {
  const lines = textOf(QUESTION).split('\n');
  const provenance = answerProvenance(QUESTION);
  const line = lines.findIndex((text) => text.includes('"name": "git_log"')) + 1;
  const [range] = (provenance && sourceOfLine(provenance, line)?.ranges) ?? [];
  expect(TEXT.slice(range?.start.offset, range?.end.offset)).toContain('"log"');
  expect(provenance?.sources).toHaveLength(lines.length);
});

test('health has what the provider refuses, and about how many tokens there are', () => {
  expect(answerHealth(QUESTION)).toMatchObject({ broken: [], doubtful: [], label: expect.stringMatching(/estimate/) });
  const long = { ...QUESTION, text: TEXT.replace('"name": "git"', `"name": "${'g'.repeat(80)}"`) };
  expect(answerHealth({ ...long, settings: { strict: true } })?.tokens).toBeGreaterThan(400);
});

test('tokens: the largest first, with places', async () => {
  const answer = answerTokens(QUESTION);
  const counts = (answer?.rows ?? []).map(({ tokens }) => tokens);
  expect(counts).toStrictEqual(counts.toSorted((a, b) => b - a));
  expect(counts.reduce((sum, count) => sum + count, answer?.frame ?? 0)).toBe(answer?.total);
  expect(answer?.rows.every(({ range }) => range !== undefined)).toBe(true);
});

test('a snippet is of what the column shows', () => {
  const { text } = answerSnippet({ ...QUESTION, filter: { commands: ['log'] }, kind: 'request' });
  expect(JSON.parse(text).tools).toStrictEqual(JSON.parse(textOf({ ...QUESTION, filter: { commands: ['log'] } })));
});

const numbersOf = () => {
  const commands = answerCommands({ text: TEXT, provider: 'openai', strict: false });
  const prompt = answerSafetyPrompt({ text: TEXT });
  if (!commands.ok || !prompt.ok) throw new Error('The sample has commands.');
  return [answerHealth(QUESTION), answerTokens(QUESTION), { ...commands.part, ...commands }, prompt];
};

test('one number of tokens for all who ask, guessed until the encoding is there and said to be', async () => {
  const guessed = numbersOf();
  expect(guessed.map((answer) => answer?.isEstimate)).toStrictEqual([true, true, true, true]);
  expect(await answerCounter({})).toBe(true);
  const counted = numbersOf();
  expect(counted.map((answer) => answer?.isEstimate)).toStrictEqual([false, false, false, false]);
  for (const [health, tokens, commands] of [guessed, counted]) {
    const total = health !== undefined && 'tokens' in health ? health.tokens : 0;
    expect(tokens).toMatchObject({ total });
    expect(commands).toMatchObject({ tokens: total, root: { tokens: total } });
  }
  expect(counted[0]).not.toStrictEqual(guessed[0]);
});
