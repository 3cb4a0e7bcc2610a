import { expect, test } from 'vitest';
import { toolWith as documentWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/tool.ts';
import type { CompileSettings, Provider } from '../types/provider.ts';
import { refusalsOf } from '../testing/provider-rules.ts';
import { PROVIDERS, SCHEMAS } from '../providers/list.ts';
import { compile } from './compile.ts';
import { compileTools, toAnthropic, toGemini, toOpenAI } from './transform.ts';

/** A tool in the provider's form, with the given schema. */
function toolWith(provider: Provider, schema: unknown): object {
  const [dialect = { rules: { root: '', all: [] } }] = SCHEMAS[provider].dialects({ strict: false });
  // Callers without types hand over anything.
  return SCHEMAS[provider].wrapSchema({ name: 'a', description: 'b' }, schema as Record<string, unknown>, dialect);
}

test.each(PROVIDERS)('%s: values whose text cannot be made are no way to throw', (provider) => {
  const evil = JSON.parse(
    '{"toString":1,"valueOf":1,"toJSON":1,"length":-1,"constructor":1,"__proto__":1,"hasOwnProperty":1}',
  );
  const keywords =
    'type enum const format pattern $id $ref required items properties anyOf allOf ' +
    'minItems maxItems minLength default additionalProperties propertyNames $defs description';
  for (const keyword of keywords.split(' ')) {
    for (const value of [evil, [evil], { x: evil }]) {
      const schema = { type: 'object', properties: { x: { type: 'string', [keyword]: value } }, [keyword]: value };
      expect(Array.isArray(refusalsOf(provider, [toolWith(provider, schema)], { strict: true }))).toBe(true);
    }
  }
});

test.each(PROVIDERS)('%s: wide schemas take linear time', (provider) => {
  const names = Array.from({ length: 20_000 }, (_none, index) => `k${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const schema = { type: 'object', properties, required: names, additionalProperties: false };
  // Anything quadratic in 20,000 names would run for minutes, past this test's own limit.
  expect(Array.isArray(refusalsOf(provider, [toolWith(provider, schema)], { strict: true }))).toBe(true);
});

test.each(PROVIDERS.filter((provider) => provider !== 'gemini'))(
  '%s: a reference that leads nowhere is a warning',
  (provider) => {
    const at = ($ref: string): string[] =>
      refusalsOf(provider, [
        toolWith(provider, { type: 'object', properties: { a: { $ref } }, $defs: { b: { type: 'string' } } }),
      ])
        .filter(({ code }) => code === 'schema-ref')
        .map(({ severity, path }) => `${severity} ${path.slice(path.indexOf('/properties'))}`);
    expect(at('#/$defs/c')).toStrictEqual(['warning /properties/a/$ref']);
    expect([at('#/$defs/b'), at('#/properties/a'), at('#'), at('#anchor'), at('#/%24defs/c')].flat()).toStrictEqual([]);
  },
);

const optionsOf = (count: number, more: Partial<AtipOption> = {}): AtipOption[] =>
  Array.from({ length: count }, (_none, at) => ({
    name: `o${at}`,
    flags: [`--o${at}`],
    type: 'string',
    description: '',
    ...more,
  }));
const enumOf = (...values: (string | number)[]): AtipOption[] => optionsOf(1, { type: 'enum', enum: values });
const many = Array.from({ length: 25 }, (_none, at) => [`c${at}`, { description: 'C', options: optionsOf(3) }]);

/** Documents that are sound and odd. */
const ODD = {
  '25 commands of 3 options': documentWith(Object.fromEntries(many)),
  'no parameters': documentWith({ x: { description: '' }, y: { description: 'Y', arguments: [], options: [] } }),
  'empty enum values': documentWith({
    x: { description: 'X', options: [...enumOf('', 'a'), ...enumOf(''), ...enumOf()] },
  }),
  'enum values alike': documentWith({ x: { description: 'X', options: enumOf('A', 'a') } }),
  '1,200 enum values': documentWith({
    x: { description: 'X', options: enumOf(...Array.from({ length: 1200 }, (_, at) => at)) },
    y: { description: 'Y', options: optionsOf(2) },
  }),
  'enums of numbers and texts': documentWith({
    x: { description: 'X', options: [...enumOf(1, 2), ...enumOf('a', 1)] },
  }),
  'names that no provider takes': documentWith(
    {
      'a.b c': { description: 'X', options: optionsOf(1, { name: 'x.y' }) },
      [`7${'c'.repeat(80)}`]: { description: 'Y' },
    },
    { name: '7z' },
  ),
  'names of prototypes': documentWith({
    constructor: { description: 'X', options: optionsOf(1, { name: 'toString' }) },
  }),
  'a long description': documentWith({ x: { description: 'x'.repeat(5000), effects: { destructive: true } } }),
  lists: documentWith({
    x: { description: 'X', arguments: [{ name: 'n', type: 'integer', variadic: true, enum: [1, 2], description: '' }] },
    y: { description: 'Y', options: optionsOf(1, { type: 'array' }) },
  }),
  'an option of JSON': documentWith({ x: { description: 'X', options: optionsOf(1, { 'x-json': true }) } }),
  '300 options': documentWith({ x: { description: 'X', options: optionsOf(300) } }),
};

/** "Too many states" depends on the request's mode, and the values stay part of the schema. */
const refusals = (provider: Provider, tools: readonly unknown[]): string[] =>
  refusalsOf(provider, tools)
    .filter(({ code, severity }) => severity !== 'info' && code !== 'ge-states')
    .map(({ code, path }) => `${code} ${path}`);

test.each(Object.entries(ODD))('no compiler writes what a provider refuses: %s', (_name, tool) => {
  const settings: CompileSettings[] = [
    {},
    { strict: true },
    { strategy: 'action', strict: true },
    { strategy: 'search' },
  ];
  for (const provider of PROVIDERS) {
    for (const setting of settings)
      expect(refusals(provider, compile([tool], provider, setting).tools)).toStrictEqual([]);
    expect(
      refusals(provider, compileTools([tool], provider, { strict: true, anthropicStrict: true }).tools),
    ).toStrictEqual([]);
  }
  expect(refusals('openai', toOpenAI(tool))).toStrictEqual([]);
  expect(refusals('openai', toOpenAI(tool, { strict: true }))).toStrictEqual([]);
  expect(refusals('gemini', toGemini(tool))).toStrictEqual([]);
  expect(refusals('anthropic', toAnthropic(tool))).toStrictEqual([]);
});
