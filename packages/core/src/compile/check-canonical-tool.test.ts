import { expect, test } from 'vitest';
import type { Issue } from '../types/issue.ts';
import { checkCanonicalTool } from './check-canonical-tool.ts';

/** The findings, as `code path`; `?` after a warning. */
function marked(issues: readonly Issue[]): string[] {
  return issues.map(({ code, path, severity }) => `${code} ${path}${severity === 'warning' ? ' ?' : ''}`);
}

const tool = (rest: object): unknown => ({
  name: 'a',
  description: 'b',
  parameters: { type: 'object', properties: {} },
  ...rest,
});
const properties = (value: unknown, rest: object = {}): unknown =>
  tool({ parameters: { type: 'object', properties: value, ...rest } });
const X = '/parameters/properties/x';

test.each<[string, unknown, string[]]>([
  ['a tool', tool({}), []],
  ['no JSON', '{"name":', ['unexpected-end /name']],
  ['text that is mended with certainty', `${JSON.stringify(tool({})).slice(0, -1)},}`, ['trailing-comma ']],
  [
    'text that is mended, and wrong',
    '{"name":"a","description":"b",}',
    ['trailing-comma ', 'canonical-parameters /parameters'],
  ],
  ['text with a key twice', JSON.stringify(tool({})).replace('{', '{"name":"x",'), ['duplicate-key /name ?']],
  ['a function', () => 1, ['not-json ']],
  ['no object', [], ['canonical-tool ']],
  ['nothing', {}, ['canonical-name /name', 'canonical-description /description', 'canonical-parameters /parameters']],
  ['an empty description', tool({ description: '' }), []],
  ['another type', tool({ parameters: { type: 'array', properties: {} } }), ['canonical-parameters-type /parameters']],
  ['no properties', tool({ parameters: { type: 'object' } }), ['canonical-properties /parameters']],
  ['a property that is no schema', properties({ x: 1 }), ['canonical-schema /parameters/properties']],
  ['a property without type', properties({ x: {} }), [`canonical-property-type ${X}`]],
  ['a property that is true', properties({ x: true }), [`canonical-property-type ${X}`]],
  ['a property of an unknown type', properties({ x: { type: 'text' } }), [`canonical-schema ${X}/type`]],
  ['a property of two types', properties({ x: { type: ['string', 'null'] } }), []],
  [
    'a nested one without type',
    properties({ x: { type: 'object', properties: { y: {} } } }),
    [`canonical-property-type ${X}/properties/y`],
  ],
  [
    'a key that no provider takes',
    properties({ 'a b': { type: 'string' } }),
    ['canonical-key /parameters/properties/a b'],
  ],
  ['required names of nothing', properties({}, { required: ['x'] }), ['canonical-required /parameters ?']],
  ['malformed keywords', properties({ x: { type: 'string', minLength: '1' } }), [`canonical-schema ${X}/minLength`]],
  ['a hyphen', tool({ name: 'a-b' }), ['canonical-name-format /name']],
  ['a digit first', tool({ name: '7z' }), []],
  ['64 characters', tool({ name: 'a'.repeat(64) }), []],
  ['65', tool({ name: 'a'.repeat(65) }), ['canonical-name-format /name']],
])('%s', (_name, value, expected) => {
  expect(marked(checkCanonicalTool(value))).toStrictEqual(expected);
});

test('cycles and depth end in an issue', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['properties'] = { x: cyclic };
  let deep: object = {};
  for (let level = 0; level < 10_000; level += 1) deep = { items: deep };
  expect(marked(checkCanonicalTool(cyclic))).toStrictEqual(['not-json /properties/x']);
  expect(checkCanonicalTool(deep).map(({ code }) => code)).toStrictEqual(['too-deep']);
  expect(checkCanonicalTool('['.repeat(100_000)).map(({ severity }) => severity)).toContain('error');
});
