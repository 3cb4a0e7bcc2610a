import { checkCall, checkProviderTools, compile, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { fromMcp } from './from-mcp.ts';

const text = (more: object = {}): object => ({ type: 'string', ...more });
const given = (a: unknown, more: object = {}): object => ({ type: 'object', properties: { a }, ...more });
const [CHOICE, JSON_TEXT, RULE] = ['import-lost-choice', 'import-json-value', 'import-lost-rule'];
const many = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Inputs as servers have them: the options that they become, required ones with `!`, and the losses that are told. */
const INPUTS: readonly (readonly [what: string, inputSchema: unknown, options: string, losses: readonly string[]])[] = [
  ['one or a list of it', given({ anyOf: [text(), { type: 'array', items: text() }] }), 'a: JSON', [JSON_TEXT]],
  ['some values, or any text', given({ anyOf: [{ enum: ['x', 'y'] }, text()] }), 'a: string', [RULE]],
  [
    'a text of one of two patterns',
    given({ oneOf: [text({ pattern: '^a' }), text({ pattern: '^b' })] }),
    'a: string',
    [RULE],
  ],
  ['rules in parts', given({ allOf: [text({ minLength: 1 }), text({ maxLength: 4 })] }), 'a: string', [RULE]],
  ['a whole number or another', given({ anyOf: [{ type: 'integer' }, { type: 'number' }] }), 'a: number', [RULE]],
  ['a list or null', given({ type: ['array', 'null'], items: text() }), 'a: array', []],
  [
    'a tuple',
    given({ type: 'array', prefixItems: [text(), { type: 'integer' }], items: false }),
    'a: JSON',
    [JSON_TEXT],
  ],
  ['a tuple of draft 7', given({ type: 'array', items: [text(), { type: 'integer' }] }), 'a: JSON', [JSON_TEXT]],
  ['a list of anything', given({ type: 'array' }), 'a: JSON', [JSON_TEXT]],
  ['a list of what is true', given({ type: 'array', items: true }), 'a: JSON', [JSON_TEXT]],
  ['rules of items', given({ type: 'array', items: text({ pattern: '^a' }) }), 'a: array', [RULE]],
  ['items that are unique', given({ type: 'array', items: text(), uniqueItems: true }), 'a: array', [RULE]],
  [
    'a list that contains a value',
    given({ type: 'array', items: text(), contains: { const: 'x' } }),
    'a: array',
    [RULE],
  ],
  ['a list of values or null', given({ type: 'array', items: { enum: ['x', null] } }), 'a: array x', []],
  ['lists in a list', given({ type: 'array', items: { type: 'array', items: text() } }), 'a: JSON', [JSON_TEXT]],
  ['a map of texts', given({ type: 'object', additionalProperties: text() }), 'a: JSON', [JSON_TEXT]],
  ['an input that is a map', { type: 'object', additionalProperties: text() }, '', [RULE]],
  ['further properties of one type', given(text(), { unevaluatedProperties: { type: 'number' } }), 'a: string', [RULE]],
  ['no further properties', given(text(), { additionalProperties: false }), 'a: string', []],
  ['a date', given(text({ format: 'date-time' })), 'a: string', [RULE]],
  ['bytes', given(text({ contentEncoding: 'base64', contentMediaType: 'image/png' })), 'a: string', [RULE]],
  ['a switch that is always on', given({ type: 'boolean', enum: [true] }), 'a: boolean', [RULE]],
  ['a constant of truth', given({ const: true }), 'a: JSON', [JSON_TEXT]],
  ['a value or null', given({ enum: ['x', null] }), 'a: enum x', []],
  ['values with a structure', given({ enum: [{ x: 1 }, { y: 2 }] }), 'a: JSON', [JSON_TEXT]],
  ['values of two types', given({ enum: [1, 'x'] }), 'a: enum 1 x', []],
  ['no values', given({ enum: [] }), 'a: JSON', [JSON_TEXT]],
  ['no schema', given({}), 'a: JSON', [JSON_TEXT]],
  ['a schema that is true', given(true), 'a: JSON', [JSON_TEXT]],
  ['only null', given({ type: 'null' }), 'a: JSON', [JSON_TEXT]],
  ['a property that is only required', given(text(), { required: ['a', 'b'] }), 'a!: string, b!: JSON', [JSON_TEXT]],
  [
    'a reference to a name',
    { ...given({ $ref: '#thing' }), $defs: { T: { $anchor: 'thing' } } },
    'a: JSON',
    [JSON_TEXT],
  ],
  ['a reference to nothing', given({ $ref: '#/$defs/none' }), 'a: JSON', [JSON_TEXT]],
  [
    'a tree',
    {
      ...given({ $ref: '#/$defs/N' }),
      $defs: { N: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/N' } } } } },
    },
    'a: JSON',
    [JSON_TEXT],
  ],
  ['itself', given({ $ref: '#' }), 'a: JSON', [JSON_TEXT]],
  [
    'references in a circle',
    { ...given({ $ref: '#/$defs/A' }), $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } },
    'a: JSON',
    [JSON_TEXT],
  ],
  ['a text that is none', given({ not: text() }), 'a: JSON', [RULE, JSON_TEXT]],
  ['a value told by a field', given({ oneOf: [given({ const: 1 }), given({ const: 2 })] }), 'a: JSON', [JSON_TEXT]],
  ['thirty levels', given(many(30, () => 0).reduce<object>((below) => given(below), text())), 'a: JSON', [JSON_TEXT]],
  [
    'twenty properties',
    { properties: Object.fromEntries(many(20, (at) => [`p${at}`, text()])), required: many(20, (at) => `p${at}`) },
    many(20, (at) => `p${at}!: string`).join(', '),
    [],
  ],
  [
    'names of all kinds',
    {
      properties: {
        '': text(),
        'a.b': text(),
        'ä ö': text(),
        constructor: text(),
        '-x': text(),
        [`$${'n'.repeat(90)}`]: text(),
      },
    },
    `: string, a.b: string, ä ö: string, constructor: string, -x: string, $${'n'.repeat(90)}: string`,
    [],
  ],
  [
    'names of one flag',
    { properties: { 'a b': text(), 'a=b': text(), 'a-b': text() } },
    'a b: string, a=b: string, a-b: string',
    [],
  ],
  ['a property of two types', { allOf: [given(text()), given({ type: 'integer' })] }, 'a: JSON', [JSON_TEXT]],
  [
    'alternatives beside what is required',
    given(text(), {
      required: ['a'],
      anyOf: [
        { required: ['b'], properties: { b: text() } },
        { required: ['c'], properties: { c: text() } },
      ],
    }),
    'a!: string, b: string, c: string',
    [CHOICE],
  ],
  ['a list as the input', { type: 'array', items: text() }, '', [RULE]],
  ['a text as the input', text(), '', [RULE]],
  ['null as the input', null, '', [RULE]],
  ['a rule of two properties', given(text(), { dependentRequired: { a: ['b'] } }), 'a: string', [RULE]],
];

test.each(INPUTS)('every provider takes %s, and what is lost is told', (_what, inputSchema, options, losses) => {
  const { tool, issues } = fromMcp([{ name: 'do', description: 'Does it', inputSchema }]);
  const shown = (tool.commands?.['do']?.options ?? []).map(
    ({ name, required, type, enum: values = [], 'x-json': json }) =>
      [`${name}${required ? '!' : ''}:`, json ? 'JSON' : type, ...values].join(' '),
  );
  expect(shown.join(', ')).toBe(options);
  expect(issues.map(({ code }) => code).filter((code) => code !== 'import-no-program')).toStrictEqual(losses);
  for (const provider of PROVIDERS) {
    for (const strict of [false, true]) {
      const { tools } = compile([tool], provider, { strict });
      const refused = checkProviderTools(provider, tools, { strict }).filter(({ severity }) => severity === 'error');
      expect([provider, strict, tools.length, refused]).toStrictEqual([provider, strict, 1, []]);
    }
  }
  expect(checkCall({ id: '1', name: 'do', arguments: {} }, [tool])).not.toHaveProperty('argv');
});

test('of 5,000 tools each keeps its name', () => {
  const tools = many(5_000, (at) => ({ name: `tool.${at}`, description: 'Does it', inputSchema: given(text()) }));
  const { tool, issues } = fromMcp({ tools });
  expect(Object.keys(tool.commands ?? {})).toHaveLength(5_000);
  expect(compile([tool], 'openai').tools).toHaveLength(5_000);
  expect(issues.map(({ code }) => code)).toStrictEqual(['import-no-program']);
});
