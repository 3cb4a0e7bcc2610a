import { findingsOf } from '../../testing/findings.ts';
import { acceptance } from './openai.ts';
import { expect, test } from 'vitest';

const found = findingsOf(acceptance);

const tool = (rest: object): unknown => ({ type: 'function', function: { name: 'a', description: 'b', ...rest } });
const root = (rest: object): object => ({ type: 'object', properties: {}, ...rest });
const P = '/0/function/parameters';

test.each<[string, unknown, string[]]>([
  ['no parameters at all', tool({}), []],
  ['empty properties', tool({ parameters: root({}) }), []],
  ['a custom tool', { type: 'custom', custom: { name: 'a', description: 'b', format: { type: 'text' } } }, []],
  [
    'a custom tool by name',
    { type: 'custom', custom: { name: 'a b', description: 'b' } },
    ['oa-name-chars /0/custom/name'],
  ],
  ['an empty key with a list', { '': [], type: 'x' }, ['tool-shape /0']],
  ['another type', { type: 'web_search' }, ['tool-shape /0']],
  ['no name', { type: 'function', function: { description: 'b' } }, ['tool-shape /0/function/name']],
  ['characters of a name', tool({ name: 'a.b' }), ['oa-name-chars /0/function/name']],
  ['a line break after a name', tool({ name: 'a\n' }), ['oa-name-chars /0/function/name']],
  ['an empty name', tool({ name: '' }), ['oa-name-len /0/function/name']],
  ['no description', tool({ description: undefined }), ['oa-desc /0/function/description i']],
  ['an empty description', tool({ description: '' }), ['oa-desc /0/function/description i']],
  ['a description that is no text', tool({ description: 1 }), ['tool-shape /0/function/description']],
])('a tool with %s', (_name, value, expected) => {
  expect(found([value])).toStrictEqual(expected);
});

test.each<[string, object, string[]]>([
  ['oa-root-object', { type: 'None', properties: {} }, [`oa-root-object ${P}`, `schema-keyword ${P}/type`]],
  ['oa-root-object: a list', { type: ['object'], properties: {} }, [`oa-root-object ${P}`]],
  ['oa-root-props', { type: 'object' }, [`oa-root-props ${P}`]],
  ['oa-root-comb', root({ not: {} }), [`oa-root-comb ${P}/not`]],
  [
    'oa-root-comb: const and enum',
    root({ const: {}, enum: [{}] }),
    [`oa-root-comb ${P}/const`, `oa-root-comb ${P}/enum`],
  ],
  ['not the root', root({ properties: { x: { not: {}, anyOf: [{}], oneOf: [{}], enum: [1], const: 1 } } }), []],
  ['oa-array-items', root({ properties: { x: { type: 'array' } } }), [`oa-array-items ${P}/properties/x`]],
  [
    'oa-array-items: a list of types in a branch',
    root({ properties: { x: { anyOf: [{ type: ['string', 'array'] }] } } }),
    [`oa-array-items ${P}/properties/x/anyOf/0`],
  ],
  ['oa-array-items: a value is no schema', root({ properties: { x: { enum: [{ type: 'array' }] } } }), []],
  ['oa-array-items: items', root({ properties: { x: { type: 'array', items: {} } } }), []],
  ['oa-enum-type', root({ properties: { x: { type: 'null', enum: ['a'] } } }), [`oa-enum-type ${P}/properties/x/enum`]],
  ['oa-enum-type: fitting', root({ properties: { x: { type: ['integer', 'null'], enum: [1, null] } } }), []],
  ['oa-allof', root({ properties: { x: { allOf: [{}] } } }), [`oa-allof ${P}/properties/x/allOf ?`]],
  ['oa-id', root({ $id: 'a b' }), [`oa-id ${P}/$id`]],
  ['oa-id: fine', root({ $id: 'https://a.example/%20?b#c' }), []],
  ['oa-propnames', root({ propertyNames: {} }), [`oa-propnames ${P}/propertyNames`]],
  [
    'oa-regex',
    root({ properties: { x: { type: 'string', pattern: 'a(?!b)' } } }),
    [`oa-regex ${P}/properties/x/pattern`],
  ],
  [
    'oa-regex: look-behind',
    root({ properties: { x: { pattern: '(?<=a)b' } } }),
    [`oa-regex ${P}/properties/x/pattern`],
  ],
  ['oa-regex: groups', root({ properties: { x: { pattern: '(?:a)(?<n>b)' } } }), []],
  [
    'schema-enum',
    root({ properties: { x: { enum: [] }, y: { enum: [1, 1] } } }),
    [`schema-enum ${P}/properties/x/enum ?`, `schema-enum ${P}/properties/y/enum ?`],
  ],
  ['schema-keyword: tuple', root({ properties: { x: { items: [{}] } } }), [`schema-keyword ${P}/properties/x/items`]],
  ['schema-keyword: a property that is no schema', root({ properties: { x: 5 } }), [`schema-keyword ${P}/properties`]],
  [
    'names that are keywords',
    root({
      properties: {
        enum: { type: 'string' },
        not: {},
        $ref: {},
        items: {},
        properties: {},
        required: {},
        propertyNames: {},
      },
    }),
    [],
  ],
  [
    'an own __proto__',
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"array"},"a/b~c":{"type":"array"}}}'),
    [`oa-array-items ${P}/properties/__proto__`, `oa-array-items ${P}/properties/a~1b~0c`],
  ],
])('parameters by %s', (_rule, parameters, expected) => {
  expect(found([tool({ parameters })])).toStrictEqual(expected);
});

const closed = (properties: object, rest: object = {}): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...rest,
});
const X = `${P}/properties/x`;

test.each<[string, object, string[]]>([
  [
    'fine',
    closed({
      x: { type: ['string', 'null'], enum: ['a', null] },
      y: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    }),
    [],
  ],
  [
    'os-root',
    closed({}, { anyOf: [{ type: 'object' }], type: undefined }),
    [`os-root ${P}`, `oa-root-comb ${P}/anyOf`, `os-closed ${P}/anyOf/0`],
  ],
  ['os-closed', closed({ x: { type: 'object', properties: {} } }), [`os-closed ${X}`]],
  ['os-required: one missing', closed({ x: { type: 'string' } }, { required: [] }), [`os-required ${P}`]],
  ['os-required: absent', closed({ x: { type: 'string' } }, { required: undefined }), [`os-required ${P}`]],
  ['os-required: one too many', closed({}, { required: ['x'] }), [`os-required ${P}`]],
  ['os-required: a comma', closed({ 'a,b': { type: 'string' } }, { required: ['a', 'b'] }), [`os-required ${P}`]],
  ['os-type', closed({ x: {} }), [`os-type ${X}`]],
  ['os-type: others in its place', closed({ x: { $ref: '#/properties/y' }, y: { enum: [1] }, z: { const: 1 } }), []],
  [
    'os-items',
    closed({ x: { type: 'array', items: { type: 'string' }, prefixItems: [{ type: 'string' }] } }),
    [`os-items ${X}/prefixItems`],
  ],
  ['os-format', closed({ x: { type: 'string', format: 'uri' } }), [`os-format ${X}/format`]],
  ['os-format: known', closed({ x: { type: 'string', format: 'date' } }), []],
  [
    'os-keywords',
    closed({ x: { type: 'array', items: { type: 'string' }, uniqueItems: true } }),
    [`os-keywords ${X}/uniqueItems`],
  ],
  ['os-keywords: allOf', closed({ x: { type: 'string', allOf: [{ type: 'string' }] } }), [`os-keywords ${X}/allOf`]],
  ['os-keywords: a nested $id', closed({ x: { type: 'string', $id: 'y' } }, { $id: 'x' }), [`os-keywords ${X}/$id`]],
  ['os-keywords: true', closed({ x: true }), [`os-keywords ${P}`]],
  ['os-keywords: elsewhere', closed({ x: { $ref: 'https://a.example' } }), [`os-keywords ${X}/$ref`]],
  ['os-keywords: nobody knows it', closed({ x: { type: 'string', 'x-a': 1 } }), [`os-keywords ${X}/x-a ?`]],
  ['os-len', closed({ x: { type: 'string', minLength: 1 } }), [`os-len ${X}/minLength ?`]],
  ['os-default', closed({ x: { type: 'string', default: null } }), [`os-default ${X}/default ?`]],
  ['os-enum-null', closed({ x: { type: ['string', 'null'], enum: ['a'] } }), [`os-enum-null ${X}/enum ?`]],
  ['os-refsib', closed({ x: { $ref: '#', type: 'string', description: 'y' } }), [`os-refsib ${X}/type ?`]],
  [
    'os-anyof-key',
    closed({ x: { anyOf: [closed({ a: { type: 'string' } }), closed({ a: { type: 'number' } })] } }),
    [`os-anyof-key ${X}/anyOf`],
  ],
  [
    'os-anyof-key: others',
    closed({ x: { anyOf: [closed({ a: { type: 'string' } }), closed({ b: { type: 'number' } })] } }),
    [],
  ],
])('strict parameters by %s', (_rule, parameters, expected) => {
  expect(found([tool({ parameters, strict: true })])).toStrictEqual(expected);
  expect(found([tool({ parameters })], { strict: true })).toStrictEqual(expected);
});

test('what only strict mode refuses passes without it', () => {
  expect(found([tool({ parameters: root({ properties: { x: { format: 'uri', minLength: 1 } } }) })])).toStrictEqual([]);
});

const properties = (count: number, schema: object = { type: 'string' }): object =>
  closed(Object.fromEntries(Array.from({ length: count }, (_none, index) => [`k${index}`, schema])));
const nested = (levels: number, last: object = closed({})): object =>
  levels === 1 ? last : closed({ x: nested(levels - 1, last) });
const listing = (count: number, length: number): object =>
  closed({ x: { enum: Array.from({ length: count }, (_none, index) => String(index).padStart(length, '-')) } });

test.each<[string, object, string[], string[]]>([
  ['5000 properties', properties(5000), [], [`os-props ${P}`, `os-strlen ${P}`]],
  ['5001 properties', properties(5001), [`os-props ${P}`], [`os-props ${P}`, `os-strlen ${P}`]],
  ['10 levels', nested(10), [], [`os-depth ${P}`]],
  ['10 levels with a text in the last', nested(10, closed({ x: { type: 'string' } })), [], [`os-depth ${P}`]],
  [
    '11 levels, one of an array, one nullable',
    closed({ x: { type: ['array', 'null'], items: { ...nested(9), type: ['object', 'null'] } } }),
    [`os-depth ${P}`],
    [`os-depth ${P}`],
  ],
  ['11 levels', nested(11), [`os-depth ${P}`], [`os-depth ${P}`]],
  ['120,000 characters', closed({ x: { const: 'a'.repeat(119_999) } }), [], [`os-strlen ${P}`]],
  ['120,001 characters', closed({ x: { const: 'a'.repeat(120_000) } }), [`os-strlen ${P}`], [`os-strlen ${P}`]],
  ['1000 values', listing(1000, 3), [], [`os-enums ${P}`]],
  ['1001 values', listing(1001, 4), [`os-enums ${P}`], [`os-enums ${P}`]],
  ['250 values of 61 characters', listing(250, 61), [], [`os-strlen ${P}`]],
  ['251 values of 61 characters', listing(251, 61), [`os-enumlen ${P}`], [`os-strlen ${P}`, `os-enumlen ${P}`]],
])('strict budgets: %s', (_name, parameters, current, legacy) => {
  const strict = [tool({ parameters, strict: true })];
  expect(found(strict)).toStrictEqual(current);
  expect(found(strict, { limits: 'legacy' })).toStrictEqual(legacy);
});

test('the list: too many, names twice, and every tool on its own', () => {
  const named = (name: string): unknown => tool({ name });
  const many = Array.from({ length: 129 }, (_none, index) => named(`t${index}`));
  expect(found(many.slice(1))).toStrictEqual([]);
  expect(found(many)).toStrictEqual(['oa-tools-max']);
  expect(found([named('a'), named('A'), named('a'), named('b b'), null])).toStrictEqual([
    'dup-name-case /1 ?',
    'dup-name /2',
    'oa-name-chars /3/function/name',
    'tool-shape /4',
  ]);
  expect(found([tool({ description: 'b'.repeat(1025) })], { limits: 'legacy' })).toStrictEqual([
    'oa-desc-len /0/function/description',
  ]);
});
