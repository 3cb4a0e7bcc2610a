import { expect, test } from 'vitest';
import { SAMPLES } from '../start/index.ts';
import { answerHealth, answerLosses, answerRequest, answerProvenance, answerSafetyPrompt } from './output-answers.ts';
import { type OutputQuestion, compiledTool } from './compiled-tool.ts';
import { plainName } from './copied-request.ts';

const TEXT = SAMPLES.find(({ title }) => title === 'git')?.text ?? '';
const QUESTION: OutputQuestion = { text: TEXT, provider: 'openai', settings: {} };
const BROKEN: OutputQuestion = { ...QUESTION, text: '{' };

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
  expect(() => answerRequest(BROKEN)).toThrow(/\w/);
});

test('health has what the provider refuses, and about how many tokens there are', () => {
  expect(answerHealth(QUESTION)).toMatchObject({ broken: [], doubtful: [], label: expect.stringMatching(/\w/) });
  const long = { ...QUESTION, text: TEXT.replace('"name": "git"', `"name": "${'g'.repeat(80)}"`) };
  expect(answerHealth({ ...long, settings: { strict: true } })?.total).toBeGreaterThan(400);
});

test('tokens: the largest first, with places', () => {
  const answer = answerHealth(QUESTION);
  const counts = (answer?.rows ?? []).map(({ tokens }) => tokens);
  expect(counts).toStrictEqual(counts.toSorted((a, b) => b - a));
  expect(counts.reduce((sum, count) => sum + count, answer?.frame ?? 0)).toBe(answer?.total);
  expect(answer?.rows.every(({ pointer }) => pointer.startsWith('/commands/'))).toBe(true);
});

test('a request is of what the column shows, with a question, and can be pasted anywhere', () => {
  const question = { ...QUESTION, filter: { commands: ['log'] } };
  const { model, messages, tools } = JSON.parse(answerRequest(question));
  const names = tools.map((tool: { readonly function: { readonly name: string } }) => tool.function.name);
  expect([typeof model, messages.length, names]).toStrictEqual(['string', 1, ['git_log']]);
  expect(JSON.parse(answerRequest({ ...question, provider: 'mcp', settings: {} }))).toStrictEqual({
    mcpServers: { git: { command: 'atip', args: ['mcp', '--tools', 'git'] } },
  });
});

test.each([
  ['a\n; touch x', 'a-touch-x'],
  ['../../x', 'x'],
  ['!', 'tool'],
])('the name %j stands in files and settings as %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test('the safety prompt is of all commands, or of those that the filter leaves', () => {
  const danger = (filter?: object): unknown => answerSafetyPrompt({ text: TEXT, ...(filter && { filter }) });
  expect(danger()).toHaveProperty('text', expect.stringMatching(/^## Tool Safety Summary\n[\s\S]*git_clean/));
  expect(danger({ commands: ['log'] })).toHaveProperty('text', expect.not.stringContaining('git_clean'));
});
