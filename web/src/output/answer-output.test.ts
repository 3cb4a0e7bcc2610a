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
} from './answer-output.ts';

const TEXT = SAMPLES.find(({ title }) => title === 'git')?.text ?? '';
const QUESTION: CompileSource = { text: TEXT, provider: 'openai', strict: false };
const BROKEN: CompileSource = { ...QUESTION, text: '{' };

test('a document with errors has no answer, and a reason', async () => {
  expect([answerHealth(BROKEN), answerProvenance(BROKEN), answerLosses(BROKEN)]).toStrictEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(() => answerRequest(BROKEN)).toThrow(/\w/);
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
