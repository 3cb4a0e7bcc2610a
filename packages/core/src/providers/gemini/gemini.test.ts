import { findingsOf } from '../../testing/findings.ts';
import { acceptance } from './gemini.ts';
import { expect, test } from 'vitest';

const found = findingsOf(acceptance);

const tool = (rest: object = {}): unknown => ({ name: 'a', description: 'b', ...rest });
const text = { type: 'string' };
const root = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });
const P = '/0/parameters';
const X = `${P}/properties/x`;

test.each<[string, unknown, string[]]>([
  ['nothing wrong', tool({ behavior: 'BLOCKING' }), []],
  ['ge-name: characters', tool({ name: 'a b' }), ['ge-name /0/name']],
  ['ge-name: a digit first', tool({ name: '7z' }), ['ge-name /0/name']],
  ['ge-name: the others', tool({ name: '_a.b:c-d' }), []],
  ['ge-desc', tool({ description: '' }), ['ge-desc /0/description ?']],
  [
    'both dialects',
    tool({ parameters: root({ x: text }), parametersJsonSchema: root({ x: text }) }),
    ['tool-shape /0'],
  ],
  ['no object', 1, ['tool-shape /0']],
  ['a wrapper that is a tool too', { name: 'a b', description: 'b', functionDeclarations: [] }, ['ge-name /0/name']],
  ['a wrapper', { functionDeclarations: [tool(), tool({ name: 'a b' })] }, ['ge-name /0/functionDeclarations/1/name']],
])('%s', (_name, value, expected) => {
  expect(found([value])).toStrictEqual(expected);
});

test.each<[string, unknown, string[]]>([
  [
    'fine',
    root(
      { x: text, y: { type: 'ARRAY', items: { type: 'Integer' } } },
      { required: ['x'], propertyOrdering: ['x', 'y'] },
    ),
    [],
  ],
  ['ge-root', { type: 'string' }, [`ge-root ${P}`]],
  ['ge-empty-obj', { type: 'OBJECT' }, [`ge-empty-obj ${P}`]],
  ['ge-empty-obj: nested', root({ x: root({}) }), [`ge-empty-obj ${X}`]],
  [
    'ge-keywords',
    root({ x: text }, { additionalProperties: false, $schema: 'a' }),
    [`ge-keywords ${P}/additionalProperties`, `ge-keywords ${P}/$schema`],
  ],
  [
    'ge-keywords: other kinds of value',
    root({ x: { ...text, items: true, anyOf: {}, required: 'x', properties: [] }, y: 1 }, {}),
    [
      `ge-keywords ${P}/properties`,
      `ge-keywords ${X}/items`,
      `ge-keywords ${X}/anyOf`,
      `ge-anyof ${X}/anyOf ?`,
      `ge-keywords ${X}/required`,
      `ge-keywords ${X}/properties`,
    ],
  ],
  [
    'names that are keywords',
    root({ additionalProperties: text, $ref: text, not: text, enum: text, items: text, properties: text, type: text }),
    [`ge-propkey ${P}/properties/$ref ?`],
  ],
  [
    'ge-int64',
    root({ x: { ...text, minLength: 1.5, maxLength: 'a', minItems: -1 } }),
    [`ge-int64 ${X}/minLength`, `ge-int64 ${X}/maxLength`, `ge-int64 ${X}/minItems`],
  ],
  ['ge-int64: both forms', root({ x: { ...text, minLength: 1, maxLength: '2', minimum: 0.5 } }), []],
  ['ge-type: a list', root({ x: { type: ['string', 'null'] } }), [`ge-type ${X}/type`]],
  ['ge-type: unknown', root({ x: { type: 'text' } }), [`ge-type ${X}/type`]],
  ['ge-type: nullable', root({ x: { ...text, nullable: true } }), []],
  ['ge-type-req', root({ x: { description: 'a' } }), [`ge-type-req ${X}`]],
  ['ge-type-req: anyOf', root({ x: { anyOf: [text, { description: 'a' }] } }), [`ge-type-req ${X}/anyOf/1`]],
  ['ge-anyof', root({ x: { ...text, anyOf: [text] } }), [`ge-anyof ${X}/anyOf ?`]],
  ['ge-items', root({ x: { type: 'array' } }), [`ge-items ${X}`]],
  ['ge-enum-str', root({ x: { ...text, enum: ['1', 2] } }), [`ge-enum-str ${X}/enum`]],
  ['ge-enum-str: no list', root({ x: { ...text, enum: 'a' } }), [`ge-enum-str ${X}/enum`]],
  ['ge-enum-type', root({ x: { type: 'integer', enum: ['1'] } }), [`ge-enum-type ${X}/enum`]],
  ['ge-enum-type: with the format', root({ x: { type: 'integer', format: 'enum', enum: ['1'] } }), []],
  [
    'ge-enum-empty',
    root({ x: { ...text, enum: ['a', ''] }, y: { ...text, enum: [null] } }),
    [`ge-enum-empty ${X}/enum`, `ge-enum-empty ${P}/properties/y/enum`],
  ],
  ['ge-required', root({ x: text }, { required: ['x', 'y'] }), [`ge-required ${P}/required`]],
  [
    'ge-propkey',
    root({ 'a-b': text, ['a'.repeat(65)]: text }),
    [`ge-propkey ${P}/properties/a-b ?`, `ge-propkey ${P}/properties/${'a'.repeat(65)} ?`],
  ],
  ['ge-propkey: 64 characters', root({ [`_${'a'.repeat(63)}`]: text }), []],
  ['ge-states: 40', root({ x: { ...text, enum: Array.from({ length: 40 }, (_none, index) => `v${index}`) } }), []],
  [
    'ge-states: 41',
    root({ x: { ...text, enum: Array.from({ length: 41 }, (_none, index) => `v${index}`) } }),
    [`ge-states ${X}/enum ?`],
  ],
  ['ge-format', root({ x: { ...text, format: 'uri' } }), [`ge-format ${X}/format ?`]],
  ['ge-format: known', root({ x: { ...text, format: 'date-time' }, y: { type: 'number', format: 'float' } }), []],
  ['below what is refused, nothing', root({ x: { ...text, not: { items: {} } } }), [`ge-keywords ${X}/not`]],
])('parameters by %s', (_rule, parameters, expected) => {
  expect(found([tool({ parameters })])).toStrictEqual(expected);
});

const J = '/0/parametersJsonSchema';

test.each<[string, unknown, string[]]>([
  [
    'fine',
    root(
      { x: { type: ['integer', 'null'], enum: [1, null] }, y: { type: 'array' }, z: { const: 1 } },
      { additionalProperties: false },
    ),
    [],
  ],
  ['ge-root', { properties: { x: text } }, [`ge-root ${J}`]],
  ['ge-empty-obj', root({}), [`ge-empty-obj ${J} ?`]],
  ['ge-empty-obj: not the root', root({ x: root({}) }), []],
  ['ge-jsonschema', root({ x: { ...text, pattern: 'a' } }), [`ge-jsonschema ${J}/properties/x/pattern ?`]],
  [
    'ge-jsonschema: beside a reference',
    root({ x: { $ref: '#', type: 'string' } }),
    [`ge-jsonschema ${J}/properties/x/type ?`],
  ],
  ['schema-keyword', root({ x: { type: 'STRING' } }), [`schema-keyword ${J}/properties/x/type`]],
])('parametersJsonSchema by %s', (_rule, parametersJsonSchema, expected) => {
  expect(found([tool({ parametersJsonSchema })])).toStrictEqual(expected);
});

test('a back end of the older dialect may not know the newer one', () => {
  const tools = [tool({ parametersJsonSchema: root({ x: text }) })];
  expect(found(tools, { geminiSchema: 'openapi' })).toStrictEqual([`ge-jsonschema ${J} ?`]);
  expect(found(tools, { geminiSchema: 'json-schema' })).toStrictEqual([]);
});

test('the list: how many, in wrappers too, and names across them', () => {
  const many = Array.from({ length: 512 }, (_none, index) => tool({ name: `t${index}` }));
  expect(found(many)).toStrictEqual([]);
  expect(found([{ functionDeclarations: many }, tool()])).toStrictEqual(['ge-max']);
  expect(found(many.slice(0, 129), { limits: 'legacy' })).toStrictEqual(['ge-max']);
  expect(found([{ functionDeclarations: [tool()] }, { functionDeclarations: [tool(), 1] }])).toStrictEqual([
    'dup-name /1/functionDeclarations/0',
    'tool-shape /1/functionDeclarations/1',
  ]);
  expect(found([tool({ name: 'a'.repeat(65) })], { limits: 'legacy' })).toStrictEqual(['ge-name /0/name']);
});
