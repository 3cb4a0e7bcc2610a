import { compile } from '../compile/compile.ts';
import { GH } from '../testing/documents.ts';
import { findingsOf } from '../testing/findings.ts';
import { expect, test } from 'vitest';

const found = findingsOf('bedrock');

const spec = (rest: object = {}): unknown => ({
  toolSpec: { name: 'a', description: 'b', inputSchema: { json: { type: 'object', properties: {} } }, ...rest },
});
const json = (rest: object): unknown => spec({ inputSchema: { json: { type: 'object', ...rest } } });
const J = '/0/toolSpec/inputSchema/json';

test.each<[string, unknown, string[]]>([
  ['nothing wrong', spec(), []],
  ['br-root: the schema itself', spec({ inputSchema: { type: 'object' } }), ['no-schema /0']],
  ['br-root-comb', json({ allOf: [{}] }), [`br-root-comb ${J}/allOf ?`]],
  ['br-propkey', json({ properties: { 'a b': { properties: { 'c d': {} } } } }), [`br-propkey ${J}/properties/a b ?`]],
  ['schema-keyword', json({ properties: { x: { minLength: '1' } } }), [`schema-keyword ${J}/properties/x/minLength`]],
])('%s', (_name, value, expected) => {
  expect(found([value])).toStrictEqual(expected);
});

test('a tool of the Converse API: that of Anthropic, with its schema under json', () => {
  const [{ name, description, input_schema: json } = expect.fail('no tool')] = compile([GH], 'anthropic').tools;
  expect(compile([GH], 'bedrock').tools[0]).toStrictEqual({ toolSpec: { name, description, inputSchema: { json } } });
});
