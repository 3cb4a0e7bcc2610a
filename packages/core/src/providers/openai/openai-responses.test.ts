import { compile } from '../../compile/compile.ts';
import { toolWith } from '../../testing/documents.ts';
import { findingsOf } from '../../testing/findings.ts';
import { expect, test } from 'vitest';

const found = findingsOf('openai-responses');

const tool = (rest: object): unknown => ({ type: 'function', name: 'a', description: 'b', strict: false, ...rest });
const schema = { type: 'object', properties: { x: { type: 'array' } } };

test.each<[string, unknown[], string[]]>([
  ['nothing wrong', [tool({}), tool({ name: 'b' })], []],
  ['the shared rules', [tool({ parameters: schema })], ['oa-array-items /0/parameters/properties/x']],
  [
    'the strict rules',
    [tool({ parameters: schema, strict: true })],
    ['os-closed /0/parameters', 'os-required /0/parameters', 'oa-array-items /0/parameters/properties/x'],
  ],
])('%s', (_name, tools, expected) => {
  expect(found(tools)).toStrictEqual(expected);
});

test('strict is always written: without it the API tries to be strict', () => {
  const [{ type, strict } = expect.fail('no tool')] = compile(
    [toolWith({ x: { description: 'X' } })],
    'openai-responses',
  ).tools;
  expect([type, strict]).toStrictEqual(['function', false]);
});
