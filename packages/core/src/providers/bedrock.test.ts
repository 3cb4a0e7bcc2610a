import { compile } from '../compile/compile.ts';
import { GH } from '../testing/documents.ts';
import { findingsOf } from '../testing/findings.ts';
import { acceptance } from './bedrock.ts';
import { expect, test } from 'vitest';

const found = findingsOf(acceptance);

const spec = (rest: object = {}): unknown => ({
  toolSpec: { name: 'a', description: 'b', inputSchema: { json: { type: 'object', properties: {} } }, ...rest },
});
const json = (rest: object): unknown => spec({ inputSchema: { json: { type: 'object', ...rest } } });
const J = '/0/toolSpec/inputSchema/json';

test.each<[string, unknown, string[]]>([
  ['nothing wrong', spec(), []],
  ['a cache point', { cachePoint: { type: 'default' } }, []],
  ['a system tool', { systemTool: { name: 'x' } }, []],
  ['nothing at all', {}, ['tool-shape /0']],
  [
    'two at once',
    { toolSpec: { name: 'a', description: 'b', inputSchema: { json: { type: 'object' } } }, cachePoint: {} },
    ['tool-shape /0'],
  ],
  ['br-name', spec({ name: 'a.b' }), ['br-name /0/toolSpec/name']],
  ['br-desc: absent', spec({ description: undefined }), ['br-desc /0/toolSpec/description i']],
  ['br-root: absent', spec({ inputSchema: undefined }), [`br-root ${J}`]],
  ['br-root: the schema itself', spec({ inputSchema: { type: 'object' } }), [`br-root ${J}`]],
  ['br-root-comb', json({ allOf: [{}] }), [`br-root-comb ${J}/allOf ?`]],
  ['br-propkey', json({ properties: { 'a b': { properties: { 'c d': {} } } } }), [`br-propkey ${J}/properties/a b ?`]],
  ['br-strict', spec({ strict: true }), ['br-strict /0/toolSpec ?']],
  ['schema-keyword', json({ properties: { x: { minLength: '1' } } }), [`schema-keyword ${J}/properties/x/minLength`]],
])('%s', (_name, value, expected) => {
  expect(found([value])).toStrictEqual(expected);
});

test('an empty description is refused', () => {
  expect(found([spec({ description: '' })])).toContain('br-desc /0/toolSpec/description');
});

test('the list: names, any number, the setting', () => {
  expect(found([spec(), spec(), spec({ name: 'A' })])).toStrictEqual(['dup-name /1', 'dup-name-case /2 ?']);
  expect(found(Array.from({ length: 600 }, (_none, index) => spec({ name: `t${index}` })))).toStrictEqual([]);
  expect(found([spec()], { strict: true })).toStrictEqual(['br-strict /0/toolSpec ?']);
});

test('a tool of the Converse API: that of Anthropic, with its schema under json', () => {
  const [{ name, description, input_schema: json } = expect.fail('no tool')] = compile([GH], 'anthropic').tools;
  expect(compile([GH], 'bedrock').tools[0]).toStrictEqual({ toolSpec: { name, description, inputSchema: { json } } });
});
