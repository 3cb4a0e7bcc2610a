import type { Issue } from '@atip/core';
import { expect, test } from 'vitest';
import { compileDocument } from './compile-document.ts';
import { readSubject } from '../../worker/subject.ts';

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

const remarksOn = (text: string): readonly Issue[] => compileDocument({ ...request, text }).remarks?.() ?? [];

test('a good document comes back compiled, with its numbers', () => {
  const { parses, output } = compileDocument(request).response;
  expect([parses, output?.provider, output?.tools, output?.maxTools]).toStrictEqual([true, 'openai', 2, 128]);
  expect(output?.commands).toStrictEqual({ total: 2, included: 2 });
});

test('what comes out otherwise than it was written is noted at its place; what every document loses is not', () => {
  const text = JSON.stringify({ ...DOCUMENT, commands: { ...DOCUMENT.commands, 'a.b': { description: 'AB' } } });
  const notes = remarksOn(text).filter(({ code }) => code.startsWith('loss-'));
  expect(notes.map(({ code, severity, path }) => [code, severity, path])).toStrictEqual([
    ['loss-renamed', 'info', '/commands/a.b'],
  ]);
  expect(notes[0]?.range?.start.offset).toBe(text.indexOf('"a.b"'));
});

test('what is doubtful comes with the change that mends it', () => {
  const text = JSON.stringify({ ...DOCUMENT, description: 'One sentence. '.repeat(20) });
  const issue = remarksOn(text).find(({ code }) => code === 'long-description');
  expect(issue?.fix?.edits).toHaveLength(1);
});

test.each([
  ['text that is no JSON', '{', false],
  ['a wrong type', '{"atip": "0.3", "name": 3}', true],
  ['an empty document', '', false],
  ['more than is read', `"${'x'.repeat(5 * 1024 * 1024)}"`, true],
])('%s has issues and no output', (_name, text, parses) => {
  const { response, remarks } = compileDocument({ ...request, text });
  expect(remarks).toBeUndefined();
  expect([response.parses, response.output]).toStrictEqual([parses, undefined]);
  expect(response.issues.some((issue) => issue.severity === 'error')).toBe(true);
});

test('a filter that names no command is an error and not an empty output', () => {
  const { response } = compileDocument({ ...request, filter: { commands: ['nowhere'] } });
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
  const { response, remarks } = compileDocument({ ...request, text });
  expect(response.output).toMatchObject({
    tools: 2,
    commands: { total: 2, included: 2 },
    missing: { count: 1, pointers: ['/commands/bad'] },
  });
  expect(response.output?.text).not.toContain('bad');
  expect(response.issues.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toStrictEqual([
    '/commands/bad/effects/network',
  ]);
  expect(remarks?.()).toStrictEqual(expect.arrayContaining([expect.objectContaining({ severity: 'error' })]));
  const read = readSubject({ text });
  expect(read.ok && Object.keys(read.tool.commands ?? {})).toStrictEqual(['a', 'b']);
});

test('examples stand in descriptions where they are asked for', () => {
  const commands = { a: { description: 'A', examples: ['x a'], effects: { destructive: false } } };
  const text = JSON.stringify({ ...DOCUMENT, commands });
  expect(compileDocument({ ...request, text }).response.output?.text).not.toContain('x a');
  const told = compileDocument({ ...request, text, examples: true }).response.output;
  expect([told?.examples, told?.text.includes('"A Examples: x a')]).toStrictEqual([true, true]);
});

test('the groups of an overview are no tools, and a remark says that they were not read', () => {
  const overview = { ...DOCUMENT, partial: true, filter: { depth: 1 } };
  const text = JSON.stringify(overview);
  expect(compileDocument({ ...request, text }).response.output?.commands).toStrictEqual({ total: 1, included: 1 });
  const [unread] = remarksOn(text).filter(({ code }) => code === 'unread-commands');
  expect(unread?.message).toBe(
    'An overview: b was not read, and nothing of it can be called; give the whole document.',
  );
});
