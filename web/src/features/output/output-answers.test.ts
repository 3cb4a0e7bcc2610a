import { expect, test } from 'vitest';
import { SAMPLES } from '../start/index.ts';
import { sourceOfLine } from '../../document/provenance.ts';
import { answerHealth, answerLosses, answerRequest, answerProvenance, answerSafetyPrompt } from './output-answers.ts';
import { answerCounter, countTokens, estimateTokens } from './count-tokens.ts';
import { type OutputQuestion, compiledTool } from './compiled-tool.ts';
import { plainName } from './copied-request.ts';

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
  expect(() => answerRequest(BROKEN)).toThrow(/\w/);
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
  ['--yes', 'yes'],
  ['../../x', 'x'],
  ["g'h$(x)`", 'g-h-x-'],
  ['é.b_c-d', 'é.b_c-d'],
  ['!', 'tool'],
])('the name %j stands in files and settings as %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test('tokens are counted once the encoding is there; before that they are a guess that says so', async () => {
  expect(await answerCounter({})).toBe(true);
  const health = answerHealth(QUESTION);
  expect(health?.isEstimate).toBe(false);
  const compiled = compiledTool(QUESTION);
  const tools = compiled.ok ? compiled.compilation.tools : [];
  const guess = countTokens(tools, 'openai', estimateTokens);
  expect(health?.total).toBe(countTokens(tools, 'openai').total);
  expect([guess.isEstimate, guess.total === health?.total]).toStrictEqual([true, false]);
});

test('the safety prompt is of all commands, or of those that the filter leaves', () => {
  const danger = (filter?: object): unknown => answerSafetyPrompt({ text: TEXT, ...(filter && { filter }) });
  expect(danger()).toHaveProperty('text', expect.stringMatching(/^## Tool Safety Summary\n[\s\S]*git_clean/));
  expect(danger({ commands: ['log'] })).toHaveProperty('text', expect.not.stringContaining('git_clean'));
});
