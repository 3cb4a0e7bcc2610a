import { findingsOf } from '../../testing/findings.ts';
import { acceptance } from './anthropic.ts';
import { expect, test } from 'vitest';

const found = findingsOf(acceptance);

const root = (properties: unknown, rest: object = {}): object => ({ type: 'object', properties, ...rest });
const tool = (rest: object): unknown => ({ name: 'a', description: 'b', input_schema: root({}), ...rest });
const cached = { cache_control: { type: 'ephemeral' } };
const S = '/0/input_schema';
const X = `${S}/properties/x`;

test.each<[string, unknown, string[]]>([
  ['nothing wrong', tool({ type: 'custom', strict: false, ...cached }), []],
  ['an-name: characters', tool({ name: 'a.b' }), ['an-name /0/name']],
  ['an-desc', tool({ description: '' }), ['an-desc /0/description i']],
  ['an-root-object: absent', tool({ input_schema: undefined }), [`an-root-object ${S}`]],
  ['no properties', tool({ input_schema: { type: 'object' } }), []],
  [
    'an-root-comb',
    tool({ input_schema: root({}, { oneOf: [{}], allOf: [{}], anyOf: [{}] }) }),
    [`an-root-comb ${S}/oneOf`, `an-root-comb ${S}/allOf`, `an-root-comb ${S}/anyOf`],
  ],
  [
    'an-root-comb: not the root, and `not`',
    tool({ input_schema: root({ x: { oneOf: [{}] } }, { not: {}, if: {} }) }),
    [],
  ],
  ['an-propkey', tool({ input_schema: root({ 'a b': {} }) }), [`an-propkey ${S}/properties/a b`]],
  [
    'an-propkey: empty, and 65 characters',
    tool({ input_schema: root({ '': {}, ['a'.repeat(65)]: {} }) }),
    [`an-propkey ${S}/properties/`, `an-propkey ${S}/properties/${'a'.repeat(65)}`],
  ],
  ['an-propkey: only at the root', tool({ input_schema: root({ 'a-b.c_d': root({ '$a b': {} }) }) }), []],
  [
    'an-2020: every kind of value',
    tool({
      input_schema: root({
        x: {
          type: 'text',
          enum: 1,
          minLength: -1,
          minimum: '1',
          uniqueItems: 1,
          title: 1,
          anyOf: [],
          not: 1,
          $defs: [],
          dependencies: 1,
        },
        y: {
          type: ['string', 'text'],
          required: ['a', 'a'],
          maxItems: 1.5,
          allOf: [{}, 1],
          patternProperties: { a: 1 },
          type_: 1,
        },
      }),
    }),
    [
      ...['type', 'enum'].map((keyword) => `an-2020 ${X}/${keyword}`),
      `schema-enum ${X}/enum ?`,
      ...['minLength', 'minimum', 'uniqueItems', 'title', 'anyOf', 'not', '$defs', 'dependencies'].map(
        (keyword) => `an-2020 ${X}/${keyword}`,
      ),
      ...['type', 'required', 'maxItems', 'allOf', 'patternProperties'].map(
        (keyword) => `an-2020 ${S}/properties/y/${keyword}`,
      ),
    ],
  ],
  ['an-defer-cache', tool({ defer_loading: true, ...cached }), ['an-defer-cache /0', 'an-defer /0']],
  ['an-defer: the only tool', tool({ defer_loading: true }), ['an-defer /0']],
  ['a tool search', { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }, []],
  ['an-defer-cache: one of them', tool({ defer_loading: true, cache_control: null }), ['an-defer /0']],
  ['an-server', { type: 'bash_20250124', name: 'bash' }, ['an-server /0 ?']],
  [
    'an-examples: on such a tool',
    { type: 'bash_20250124', name: 'bash', input_examples: [] },
    ['an-examples /0/input_examples', 'an-server /0 ?'],
  ],
  ['an-examples: no list', tool({ input_examples: {} }), ['an-examples /0/input_examples']],
])('%s', (_name, value, expected) => {
  expect(found([value])).toStrictEqual(expected);
});

test.each<[string, object, unknown, boolean]>([
  ['an object', root({}), {}, true],
  ['no object', root({}), 1, false],
  ['a list', root({}), [], false],
  ['another type', root({ x: { type: 'string' } }), { x: 1 }, false],
  ['one of the types', root({ x: { type: ['string', 'null'] } }), { x: null }, true],
  ['not in the enum', root({ x: { enum: ['a'] } }), { x: 'b' }, false],
  ['other items', root({ x: { items: { type: 'string' } } }), { x: ['a', 1] }, false],
  ['a missing one', root({}, { required: ['x'] }), {}, false],
  ['a missing one that objects inherit', root({}, { required: ['toString'] }), {}, false],
  ['an extra one', root({}), { x: 1 }, true],
  ['an extra one in a closed object', root({}, { additionalProperties: false }), { x: 1 }, false],
  ['an extra one called __proto__', root({}, { additionalProperties: false }), JSON.parse('{"__proto__":1}'), false],
  ['an extra one of a type', root({}, { additionalProperties: { type: 'string' } }), { x: 1 }, false],
  ['one by pattern', root({}, { additionalProperties: false, patternProperties: { x: {} } }), { x: 1 }, true],
  ['a property that may not be', root({ x: false }), { x: 1 }, false],
])('an example with %s', (_name, schema, example, fits) => {
  const issues = found([tool({ input_schema: schema, input_examples: [example] })]);
  expect(issues).toStrictEqual(fits ? [] : ['an-examples /0/input_examples/0']);
});

test('the list: cache points and names', () => {
  const named = Array.from({ length: 5 }, (_none, index) => tool({ name: `t${index}`, ...cached }));
  expect(found(named.slice(1))).toStrictEqual([]);
  expect(found(named)).toStrictEqual(['an-cache /4']);
  expect(found([tool({}), tool({}), tool({ name: 'A' })])).toStrictEqual(['dup-name /1', 'dup-name-case /2 ?']);
  const many = Array.from({ length: 600 }, (_none, index) => tool({ name: `t${index}` }));
  expect(found(many)).toStrictEqual([]);
  expect(found([tool({ name: 'a'.repeat(65) })], { limits: 'legacy' })).toStrictEqual(['an-name /0/name']);
});

const closed = (properties: object, rest: object = {}): object =>
  root(properties, { required: Object.keys(properties), additionalProperties: false, ...rest });

test.each<[string, object, string[]]>([
  [
    'fine',
    closed(
      { x: { type: 'string', format: 'uri' }, y: { type: 'array', minItems: 1, items: { $ref: '#/$defs/z' } } },
      { $defs: { z: { type: 'string' } } },
    ),
    [],
  ],
  ['as-obj', root({ x: root({}) }), [`as-obj ${S}`, `as-obj ${X}`]],
  ['as-num', closed({ x: { type: 'integer', maximum: 1 } }), [`as-num ${X}/maximum`]],
  [
    'as-num: all',
    closed({ x: { minimum: 1, exclusiveMinimum: 1, exclusiveMaximum: 1, multipleOf: 1 } }),
    [`as-num ${X}/minimum`, `as-num ${X}/exclusiveMinimum`, `as-num ${X}/exclusiveMaximum`, `as-num ${X}/multipleOf`],
  ],
  ['as-str', closed({ x: { minLength: 1, maxLength: 1 } }), [`as-str ${X}/minLength`, `as-str ${X}/maxLength`]],
  [
    'as-arr',
    closed({ x: { minItems: 2, maxItems: 1, uniqueItems: true } }),
    [`as-arr ${X}/minItems`, `as-arr ${X}/maxItems`, `as-arr ${X}/uniqueItems`],
  ],
  ['as-fmt', closed({ x: { format: 'path' } }), [`as-fmt ${X}/format`]],
  [
    'as-regex',
    closed({ x: { pattern: '\\bx' }, y: { pattern: '(a)\\1' }, z: { pattern: 'a(?=b)' } }),
    [`as-regex ${X}/pattern`, `as-regex ${S}/properties/y/pattern`, `as-regex ${S}/properties/z/pattern`],
  ],
  ['as-regex: fine', closed({ x: { pattern: '^[a-z]+\\d$' } }), []],
  [
    'as-enum',
    closed({ x: { enum: ['a', {}] }, y: { enum: ['a', 'A'] } }),
    [`as-enum ${X}/enum`, `as-enum ${S}/properties/y/enum ?`],
  ],
  ['as-enum: fine', closed({ x: { enum: ['a', 1, null, true] } }), []],
  ['as-ref: external', closed({ x: { $ref: 'https://a.example' } }), [`as-ref ${X}/$ref`]],
  ['as-ref: itself', closed({ x: { $ref: '#' } }), [`as-ref ${S}`]],
  [
    'as-ref: in a circle',
    closed(
      { x: { $ref: '#/$defs/a' } },
      { $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { items: { $ref: '#/$defs/a' } } } },
    ),
    [`as-ref ${S}`],
  ],
  [
    'as-ref: a name that begins alike',
    closed({ x: { $ref: '#/$defs/a' } }, { $defs: { a: {}, ab: { $ref: '#/$defs/a' } } }),
    [],
  ],
  [
    'as-ref: with allOf',
    closed({ x: { allOf: [{ $ref: '#/$defs/a' }] } }, { $defs: { a: {} } }),
    [`as-ref ${X}/allOf`],
  ],
  ['as-ref: allOf without any', closed({ x: { allOf: [{ type: 'string' }] } }), []],
  [
    'as-ref: beside allOf',
    closed({ x: { $ref: '#/$defs/a', allOf: [{}] } }, { $defs: { a: {} } }),
    [`as-ref ${X}/allOf`],
  ],
  ['the rules for all tools', closed({}, { anyOf: [{}] }), [`an-root-comb ${S}/anyOf`]],
  ['as-keywords', closed({ x: { not: {} } }), [`as-keywords ${X}/not ?`]],
])('a strict tool by %s', (_rule, schema, expected) => {
  expect(found([tool({ input_schema: schema, strict: true })])).toStrictEqual(expected);
  expect(found([tool({ input_schema: schema })], { strict: true })).toStrictEqual(expected);
});

test('what only strict mode refuses passes without it', () => {
  expect(found([tool({ input_schema: root({ x: { maximum: 1, format: 'path' } }) })])).toStrictEqual([]);
});

const repeat = (count: number, schema: object): object =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [`k${index}`, schema]));
const optional = (count: number): object => closed(repeat(count, { type: 'string' }), { required: [] });
const unions = (count: number): object => closed(repeat(count, { type: ['string', 'null'] }));

test.each<[string, object[], string[]]>([
  ['12 tools', Array.from({ length: 12 }, () => closed({})), []],
  ['13 tools', Array.from({ length: 13 }, () => closed({})), ['as-tools ?']],
  ['20 tools', Array.from({ length: 20 }, () => closed({})), ['as-tools ?']],
  ['21 tools', Array.from({ length: 21 }, () => closed({})), ['as-tools']],
  ['10 optional properties in two', [optional(5), optional(5)], []],
  ['11', [optional(5), optional(6)], ['as-opt ?']],
  ['24', [optional(20), optional(4)], ['as-opt ?']],
  ['25', [optional(20), optional(5)], ['as-opt']],
  ['16 unions in two', [unions(8), unions(8)], []],
  ['17', [unions(8), unions(8), closed({ x: { anyOf: [{}, {}] } })], ['as-union']],
  ['200 references', [closed(repeat(200, { $ref: '#/$defs/a' }), { $defs: { a: {} } })], []],
  ['201, which are not followed', [closed(repeat(201, { $ref: '#/$defs/a' }), { $defs: { a: {} } })], [`as-ref ${S}`]],
])('strict tools together: %s', (_name, schemas, expected) => {
  const tools = schemas.map((schema, index) => tool({ name: `t${index}`, input_schema: schema, strict: true }));
  expect(found(tools)).toStrictEqual(expected);
});
