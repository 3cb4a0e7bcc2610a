import { findingsOf } from '../../testing/findings.ts';
import { acceptance } from './openai-responses.ts';
import { expect, test } from 'vitest';

const found = findingsOf(acceptance);

const tool = (rest: object): unknown => ({ type: 'function', name: 'a', description: 'b', strict: false, ...rest });
const schema = { type: 'object', properties: { x: { type: 'array' } } };
const space = (rest: object): unknown => ({
  type: 'namespace',
  name: 'n',
  description: 'b',
  tools: [tool({})],
  ...rest,
});

test.each<[string, unknown[], string[]]>([
  [
    'nothing wrong',
    [tool({}), tool({ name: 'b', parameters: null }), { type: 'custom', name: 'c', description: 'b' }],
    [],
  ],
  ['or-name: characters', [tool({ name: 'a b' })], ['or-name /0/name']],
  ['or-name: of a custom tool', [{ type: 'custom', name: 'a b', description: 'b' }], ['or-name /0/name']],
  ['or-strict-explicit', [tool({ strict: undefined })], ['or-strict-explicit /0 ?']],
  ['or-desc', [tool({ description: null })], ['or-desc /0/description i']],
  ['the shared rules', [tool({ parameters: schema })], ['oa-array-items /0/parameters/properties/x']],
  [
    'the strict rules',
    [tool({ parameters: schema, strict: true })],
    ['os-closed /0/parameters', 'os-required /0/parameters', 'oa-array-items /0/parameters/properties/x'],
  ],
  ['or-hosted', [{ type: 'web_search' }], ['or-hosted /0 ?']],
  ['or-defer', [tool({ defer_loading: true })], ['or-defer /0 ?']],
  ['or-defer: in a namespace', [space({ tools: [tool({ defer_loading: true })] })], ['or-defer /0/tools/0 ?']],
  ['or-defer: with a search', [tool({ defer_loading: true }), { type: 'tool_search' }], []],
  [
    'the nested form',
    [{ type: 'function', function: { name: 'a' } }],
    ['or-strict-explicit /0 ?', 'tool-shape /0/name', 'or-desc /0/description i'],
  ],
  ['an unknown kind with a name', [{ type: 'funktion', name: 'a' }], ['tool-shape /0']],
  ['no kind', [{ name: 'a' }], ['tool-shape /0']],
  ['or-ns: fine, with names of its own', [tool({}), space({})], []],
  ['or-ns: no description', [space({ description: undefined })], ['or-ns /0', 'or-desc /0/description i']],
  ['or-ns: no tools', [space({ tools: [] })], ['or-ns /0']],
  ['or-ns: tools that are no list', [space({ tools: {} })], ['or-ns /0']],
  ['or-ns: 65 characters', [space({ name: 'a'.repeat(65) })], ['or-ns /0/name']],
  [
    'or-ns: what is in it',
    [space({ tools: [tool({ name: 'a b' }), tool({}), tool({}), 1] })],
    ['or-name /0/tools/0/name', 'dup-name /0/tools/2', 'tool-shape /0/tools/3'],
  ],
])('%s', (_name, tools, expected) => {
  expect(found(tools)).toStrictEqual(expected);
});

test('legacy names have 64 characters', () => {
  expect(found([tool({ name: 'a'.repeat(65) })], { limits: 'legacy' })).toStrictEqual(['or-name /0/name']);
});

test('a namespace and its tools count towards 128', () => {
  const tools = Array.from({ length: 127 }, (_none, index) => tool({ name: `t${index}` }));
  expect(found([space({ tools })])).toStrictEqual([]);
  expect(found([space({ tools: [...tools, tool({ name: 'last' })] })])).toStrictEqual(['oa-tools-max']);
});
