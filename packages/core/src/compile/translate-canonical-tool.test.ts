import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { checkProviderTools } from './transform.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import type { CanonicalTool, Provider, TranslateSettings } from '../types/provider.ts';
import { translateTool } from './translate-canonical-tool.ts';

const FILE_EDIT: CanonicalTool = {
  name: 'file_edit',
  description: 'Edit a file by replacing exact text matches.',
  parameters: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Absolute or relative path to file' },
      replace_all: { type: 'boolean', description: 'Replace all occurrences (default: false)' },
    },
    required: ['file_path'],
  },
};
const { name, description, parameters } = FILE_EDIT;

const STRICT_PARAMETERS = {
  type: 'object',
  properties: {
    file_path: { type: 'string', description: 'Absolute or relative path to file' },
    replace_all: { type: ['boolean', 'null'], description: 'Replace all occurrences (default: false)' },
  },
  required: ['file_path', 'replace_all'],
  additionalProperties: false,
};
const ANNOTATIONS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

test.each<[Provider, TranslateSettings, unknown]>([
  ['openai', {}, { type: 'function', function: { name, description, strict: true, parameters: STRICT_PARAMETERS } }],
  ['openai', { strict: false }, { type: 'function', function: { name, description, strict: false, parameters } }],
  ['openai-responses', {}, { type: 'function', name, description, strict: true, parameters: STRICT_PARAMETERS }],
  ['openai-responses', { strict: false }, { type: 'function', name, description, strict: false, parameters }],
  ['anthropic', {}, { name, description, input_schema: parameters }],
  [
    'anthropic',
    { strict: true },
    { name, description, strict: true, input_schema: { ...parameters, additionalProperties: false } },
  ],
  ['gemini', {}, { name, description, parameters }],
  ['gemini', { geminiSchema: 'json-schema' }, { name, description, parametersJsonSchema: parameters }],
  ['mcp', {}, { name, title: name, description, inputSchema: parameters, annotations: ANNOTATIONS }],
  ['bedrock', {}, { toolSpec: { name, description, inputSchema: { json: parameters } } }],
])('%s %o', (provider, settings, expected) => {
  expect(translateTool(FILE_EDIT, provider, settings)).toStrictEqual(expected);
  expect(checkProviderTools(provider, [expected])).toStrictEqual([]);
});

/** The translated schema of a tool with one optional property, and the tool's description. */
function translated(
  property: object,
  provider: Provider,
  settings: TranslateSettings = {},
  rest: object = {},
): unknown {
  const tool = { name: 'a', description: 'b', parameters: { type: 'object', properties: { x: property }, ...rest } };
  // The cases are canonical tools by construction, which `checkCanonicalTool` confirms on the way.
  const result = JSON.parse(JSON.stringify(translateTool(tool as unknown as CanonicalTool, provider, settings)));
  const body = result.function ?? result.toolSpec ?? result;
  const schema =
    body.parameters ?? body.input_schema ?? body.parametersJsonSchema ?? body.inputSchema?.json ?? body.inputSchema;
  const told = body.description === 'b' ? {} : { told: body.description };
  return {
    ...(body.strict !== undefined && { strict: body.strict }),
    ...told,
    ...(body.parametersJsonSchema && { wide: true }),
    x: schema?.properties.x,
  };
}

test.each<[string, object, unknown]>([
  ['an enum', { type: 'string', enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
  ['a constant', { type: 'string', const: 'a' }, { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] }],
  [
    'a keyword that is refused',
    { type: 'array', items: { type: 'string' }, uniqueItems: true },
    { type: ['array', 'null'], items: { type: 'string' }, description: '(uniqueItems: true)' },
  ],
  [
    'a default and a length',
    { type: 'string', description: 'c', default: 'd', minLength: 1 },
    { type: ['string', 'null'], description: 'c (default: d) (minLength: 1)' },
  ],
  [
    'items that are missing',
    { type: 'array' },
    { type: ['array', 'null'], items: { type: 'string' }, description: '(items: any)' },
  ],
  [
    'an object',
    { type: 'object', properties: { y: { type: 'integer' }, ['z']: { type: 'string' } }, required: ['z'] },
    {
      type: ['object', 'null'],
      properties: { y: { type: ['integer', 'null'] }, z: { type: 'string' } },
      required: ['y', 'z'],
      additionalProperties: false,
    },
  ],
])('OpenAI strict: %s', (_name, property, expected) => {
  expect(translated(property, 'openai')).toStrictEqual({ strict: true, x: expected });
});

test.each<[string, object, object, unknown]>([
  ['an object of any keys', { type: 'object' }, {}, { strict: false, x: { type: 'object' } }],
  [
    'a root that takes more',
    { type: 'string' },
    { additionalProperties: true },
    { strict: false, x: { type: 'string' } },
  ],
  [
    'what even the wider one refuses',
    { type: 'object', propertyNames: { pattern: 'a' } },
    {},
    { strict: false, x: { type: 'object', description: '(propertyNames: {"pattern":"a"})' } },
  ],
])('OpenAI without strict, as it cannot say %s', (_name, property, rest, expected) => {
  expect(translated(property, 'openai', {}, rest)).toStrictEqual(expected);
  expect(translated(property, 'openai-responses', {}, rest)).toStrictEqual(expected);
});

test.each<[string, object, unknown]>([
  [
    'additionalProperties',
    { type: 'object', properties: { additionalProperties: { type: 'string' } }, additionalProperties: false },
    { type: 'object', properties: { additionalProperties: { type: 'string' } } },
  ],
  [
    'a second type null',
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', enum: ['a'], nullable: true },
  ],
  ['numbers in an enum', { type: 'integer', enum: [1, 2] }, { type: 'integer', description: '(enum: [1,2])' }],
  [
    'a keyword that is none of its own',
    { type: 'number', exclusiveMinimum: 0, minimum: 1 },
    { type: 'number', minimum: 1, description: '(exclusiveMinimum: 0)' },
  ],
  [
    'what is false, and what is open',
    {
      type: 'object',
      properties: { y: { type: 'array', items: { type: 'string' }, uniqueItems: false } },
      additionalProperties: true,
    },
    {
      type: 'object',
      properties: { y: { type: 'array', items: { type: 'string' }, description: '(uniqueItems: false)' } },
      description: '(additionalProperties: true)',
    },
  ],
])('Gemini: %s', (_name, property, expected) => {
  expect(translated(property, 'gemini')).toStrictEqual({ x: expected });
});

test.each<[string, object]>([
  ['two types', { type: ['string', 'integer'] }],
  ['an object of any keys', { type: 'object', additionalProperties: { type: 'string' } }],
  ['items of any type', { type: 'array', items: {} }],
])('Gemini in JSON Schema, as the other dialect cannot say %s', (_name, property) => {
  expect(translated(property, 'gemini')).toStrictEqual({ wide: true, x: property });
  expect(() => translated(property, 'gemini', { geminiSchema: 'openapi' })).toThrow(AtipValidationError);
});

test('a tool without parameters has none for Gemini, and an empty description is its name', () => {
  const tool: CanonicalTool = { name: 'a', description: '', parameters: { type: 'object', properties: {} } };
  expect(translateTool(tool, 'gemini')).toStrictEqual({ name: 'a', description: 'a' });
  expect(translateTool(tool, 'openai')).toStrictEqual({
    type: 'function',
    function: {
      name: 'a',
      description: 'a',
      strict: true,
      parameters: { ...tool.parameters, required: [], additionalProperties: false },
    },
  });
});

test('what the root says beside its properties is told in the tool’s description', () => {
  const rest = {
    oneOf: [{ required: ['x'] }],
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description: 'All',
  };
  const told = 'b (oneOf: [{"required":["x"]}])';
  for (const provider of ['anthropic', 'openai', 'mcp', 'bedrock', 'gemini'] as const) {
    expect(translated({ type: 'string' }, provider, {}, rest)).toHaveProperty('told', told);
  }
});

test('strict on request: told where a keyword is refused, an error where nothing else remains', () => {
  const anthropic = (property: object): unknown => translated(property, 'anthropic', { strict: true });
  expect(anthropic({ type: 'integer', minimum: 1 })).toStrictEqual({
    strict: true,
    x: { type: 'integer', description: '(minimum: 1)' },
  });
  expect(() => anthropic({ type: 'object' })).toThrow(/as-obj at "\/0\/input_schema\/properties\/x"/);
  expect(() => translated({ type: 'object' }, 'openai', { strict: true })).toThrow(AtipValidationError);
});

test('a property called __proto__ stays one', () => {
  const tool = JSON.parse(
    '{"name":"a","description":"b","parameters":{"type":"object","properties":{"__proto__":{"type":"string"}}}}',
  );
  for (const provider of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'] as const) {
    expect(JSON.stringify(translateTool(tool, provider))).toContain('"__proto__":{"type":');
  }
});

test.each<Provider>(['openai', 'anthropic', 'gemini', 'mcp', 'bedrock'])(
  'for %s a name that begins with a digit is the one by which a call of it is found',
  (provider) => {
    const translated = JSON.stringify(translateTool({ ...FILE_EDIT, name: '7z' }, provider));
    const tool = {
      atip: '0.4',
      name: '7z',
      version: '1',
      description: 'Packs',
      commands: { '': { description: 'Packs' } },
    };
    const [entry] = compile([tool], provider).entries;
    expect(entry?.name).toBe('_7z_zsro29ap');
    expect(translated).toContain('"name":"_7z_zsro29ap"');
  },
);
