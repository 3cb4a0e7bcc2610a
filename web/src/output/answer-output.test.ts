import { expect, test } from 'vitest';
import { SAMPLES } from '../start/index.ts';
import type { CompileSource } from '../document/compilation.ts';
import { plainName } from '../document/tool-name.ts';
import { readSubject } from '../worker/subject.ts';
import {
  answerCompile,
  answerHealth,
  answerLosses,
  answerProvenance,
  answerRemarks,
  answerRequest,
  answerSafetyPrompt,
} from './answer-output.ts';

const TEXT = SAMPLES.find(({ title }) => title === 'git')?.text ?? '';
const QUESTION: CompileSource = { text: TEXT, provider: 'openai', strict: false };
const BROKEN: CompileSource = { ...QUESTION, text: '{' };

test('a text is one tool for all questions about it, and a part of it another', () => {
  const [whole, again, part] = [{}, {}, { filter: { commands: ['log'] } }].map((filter) => {
    const read = readSubject({ text: TEXT, ...filter });
    return read.ok && read.tool;
  });
  expect(again).toBe(whole);
  expect(part).not.toBe(whole);
});

test('a document with errors has no answer, and a reason', async () => {
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
  expect(answerHealth({ ...long, strict: true })?.total).toBeGreaterThan(400);
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
  expect(JSON.parse(answerRequest({ ...question, provider: 'mcp' }))).toStrictEqual({
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

const DOCUMENT = {
  atip: '0.3',
  name: 'x',
  version: '1',
  description: 'X',
  commands: {
    a: { description: 'A', options: [{ name: 'o', flags: ['--o'], type: 'string', description: 'O' }] },
    b: { description: 'B' },
  },
};
const request = { text: JSON.stringify(DOCUMENT), provider: 'openai', strict: false } as const;

test('a good document comes back compiled, with its numbers', () => {
  const { parses, output } = answerCompile(request);
  expect([parses, output?.provider, output?.tools, output?.maxTools]).toStrictEqual([true, 'openai', 2, 128]);
  expect(output?.commands).toStrictEqual({ total: 2, included: 2 });
});

test.each([
  ['text that is no JSON', '{', false],
  ['a wrong type', '{"atip": "0.3", "name": 3}', true],
  ['an empty document', '', false],
  ['more than is read', `"${'x'.repeat(5 * 1024 * 1024)}"`, true],
])('%s has issues and no output', (_name, text, parses) => {
  const response = answerCompile({ ...request, text });
  expect(answerRemarks({ ...request, text })).toStrictEqual([]);
  expect([response.parses, response.output]).toStrictEqual([parses, undefined]);
  expect(response.issues.some((issue) => issue.severity === 'error')).toBe(true);
});

test('a filter that names no command is an error and not an empty output', () => {
  const response = answerCompile({ ...request, filter: { commands: ['nowhere'] } });
  expect([response.output, response.issues.some(({ severity }) => severity === 'error')]).toStrictEqual([
    undefined,
    true,
  ]);
});

test('a command with an error is left out and counted; what is sound compiles, with remarks', () => {
  const text = JSON.stringify({
    ...DOCUMENT,
    commands: { ...DOCUMENT.commands, bad: { description: 'Bad', effects: { network: 'yes' } } },
  });
  const response = answerCompile({ ...request, text });
  expect(response.output).toMatchObject({
    tools: 2,
    commands: { total: 2, included: 2 },
    missing: { count: 1, pointers: ['/commands/bad'] },
  });
  expect(response.output?.text).not.toContain('bad');
  expect(response.issues.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toStrictEqual([
    '/commands/bad/effects/network',
  ]);
  expect(answerRemarks({ ...request, text })).toStrictEqual(
    expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
  );
  const read = readSubject({ text });
  expect(read.ok && Object.keys(read.tool.commands ?? {})).toStrictEqual(['a', 'b']);
});
