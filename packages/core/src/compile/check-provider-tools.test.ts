import { expect, test } from 'vitest';
import { toolWith as documentWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/tool.ts';
import type { CompileSettings, Provider } from '../types/provider.ts';
import { ACCEPTANCE, PROVIDERS } from '../providers/list.ts';
import { compile } from './compile.ts';
import { checkProviderTools, compileTools, toAnthropic, toGemini, toOpenAI } from './transform.ts';

/** A tool in the provider's form, with the given schema. */
function toolWith(provider: Provider, schema: unknown): object {
  const [dialect = { rules: { root: '', all: [] } }] = ACCEPTANCE[provider].dialects({ strict: false });
  // Callers without types hand over anything.
  return ACCEPTANCE[provider].wrapSchema({ name: 'a', description: 'b' }, schema as Record<string, unknown>, dialect);
}

const codes = (provider: Provider, tools: unknown): string[] =>
  // Callers without types hand over anything.
  checkProviderTools(provider, tools as unknown[]).map(({ code }) => code);

test('an unknown provider is the caller’s mistake', () => {
  expect(() => checkProviderTools('toString' as Provider, [])).toThrow(/no provider "toString"/);
});

test.each(PROVIDERS)('%s: what is no list, or no JSON, is an issue', (provider) => {
  for (const tools of [undefined, null, {}, 'tools', new Array(100_001)]) {
    expect(codes(provider, tools)).toStrictEqual(['not-json']);
  }
  expect(codes(provider, [undefined, () => 1, 1n, Number.NaN, new Map()])).toStrictEqual(Array(5).fill('not-json'));
});

test.each(PROVIDERS)('%s: cycles, depth and size end in one issue, and the next tool is checked', (provider) => {
  const cyclic: Record<string, unknown> = { type: 'object' };
  cyclic['properties'] = { x: cyclic };
  let deep: object = {};
  for (let level = 0; level < 20_000; level += 1) deep = { type: 'array', items: deep };
  let wide: unknown = 1;
  for (let level = 0; level < 40; level += 1) wide = [wide, wide];
  const issues = checkProviderTools(provider, [
    toolWith(provider, cyclic),
    toolWith(provider, { properties: { deep } }),
    toolWith(provider, { properties: { wide } }),
    1,
  ]);
  expect(
    issues.filter(({ severity }) => severity === 'error').map(({ code, path }) => [code, path.slice(0, 2)]),
  ).toStrictEqual([
    ['not-json', '/0'],
    ['too-deep', '/1'],
    ['too-large', '/2'],
    ['tool-shape', '/3'],
  ]);
});

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
      expect(Array.isArray(checkProviderTools(provider, [toolWith(provider, schema)], { strict: true }))).toBe(true);
      const examples = { name: 'a', input_schema: schema, input_examples: [schema, evil] };
      expect(Array.isArray(checkProviderTools('anthropic', [examples]))).toBe(true);
    }
  }
});

test.each(PROVIDERS)('%s: wide schemas take linear time', (provider) => {
  const names = Array.from({ length: 20_000 }, (_none, index) => `k${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const schema = { type: 'object', properties, required: names, additionalProperties: false };
  // Anything quadratic in 20,000 names would run for minutes, past this test's own limit.
  expect(Array.isArray(checkProviderTools(provider, [toolWith(provider, schema)], { strict: true }))).toBe(true);
});

test('no more than 100,000 issues are listed, and the last says so', () => {
  const many = Array.from({ length: 60_000 }, () => ({}));
  const issues = checkProviderTools('mcp', many);
  expect(issues).toHaveLength(100_001);
  expect(issues.at(-1)).toMatchObject({ code: 'too-large', path: '' });
});

test.each(PROVIDERS)('%s: strict is true or false', (provider) => {
  const withStrict = (strict: unknown): unknown => {
    const tool = structuredClone(
      toolWith(provider, { type: 'object', properties: { a: { type: 'string' } } }),
    ) as Record<string, object>;
    Object.assign(tool['function'] ?? tool['toolSpec'] ?? tool, { strict });
    return tool;
  };
  const at = (strict: unknown): string[] =>
    checkProviderTools(provider, [withStrict(strict)])
      .filter(({ code, path }) => code === 'tool-shape' && path.endsWith('/strict'))
      .map(({ severity }) => severity);
  expect([at('yes'), at(1)]).toStrictEqual([['error'], ['error']]);
  expect([at(false), at(undefined)]).toStrictEqual([[], []]);
});

test.each(PROVIDERS)(
  '%s: half a surrogate pair anywhere in a tool is a warning, a whole one and an escape are none',
  (provider) => {
    const of = (description: string): string[] =>
      codes(provider, [toolWith(provider, { type: 'object', properties: { a: { type: 'string', description } } })]);
    expect(of('\ud83d')).toContain('not-unicode');
    expect(of('\\\udc00')).toContain('not-unicode');
    expect(of('😀 \\ud83d')).not.toContain('not-unicode');
  },
);

test.each(PROVIDERS.filter((provider) => provider !== 'gemini'))(
  '%s: a reference that leads nowhere is a warning',
  (provider) => {
    const at = ($ref: string): string[] =>
      checkProviderTools(provider, [
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
  checkProviderTools(provider, tools)
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
