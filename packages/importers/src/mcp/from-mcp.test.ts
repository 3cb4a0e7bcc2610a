import { checkCall, checkTool, compile } from '@atip/core';
import { expect, test } from 'vitest';
import { fromMcp } from './from-mcp.ts';

const READS = {
  filesystem: { write: false, delete: false },
  reversible: true,
  idempotent: true,
  destructive: false,
};

const RESULT = {
  tools: [
    {
      name: 'write_file',
      title: 'Write File',
      description: 'Create or overwrite a file.',
      inputSchema: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Where', minLength: 1 },
          mode: { type: 'string', enum: ['text', 'binary'], default: 'text' },
          size: { type: 'integer', enum: [1, 2] },
          home: { type: 'string', format: 'uri' },
          times: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null },
          tags: { type: 'array', items: { type: 'string' }, default: ['a'] },
          edits: { type: 'array', items: { $ref: '#/$defs/Edit' } },
          options: { type: 'object', default: { deep: true } },
          either: { type: ['string', 'number'] },
          kind: { $ref: '#/$defs/Kind', description: 'What kind' },
          dry: { type: ['boolean', 'null'], default: false },
          'a b': { type: 'number' },
          'a-b': { type: 'number' },
        },
        required: ['path', 'edits'],
        $defs: { Edit: { type: 'object' }, Kind: { const: 'x', description: 'of the kind' } },
      },
      annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    },
    { name: 'list', annotations: { title: 'List', readOnlyHint: true } },
  ],
  nextCursor: 'more',
};

const option = (name: string, fields: object): object => ({ name, flags: [`--${name}`], description: '', ...fields });

test('a list of tools with everything in it', () => {
  const { tool, issues } = fromMcp(RESULT, { name: 'files', version: '1.2' });
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'files',
    version: '1.2',
    description: 'Tools of the MCP server files',
    trust: { source: 'inferred' },
    'x-mcp': true,
    commands: {
      write_file: {
        description: 'Create or overwrite a file.',
        options: [
          option('path', { description: 'Where', type: 'string', required: true }),
          option('mode', { type: 'enum', enum: ['text', 'binary'], default: 'text' }),
          option('size', { type: 'enum', enum: [1, 2] }),
          option('home', { type: 'url' }),
          option('times', { type: 'integer' }),
          option('tags', { type: 'array', default: ['a'] }),
          option('edits', { type: 'string', 'x-json': true, required: true }),
          option('options', { type: 'string', 'x-json': true, default: '{"deep":true}' }),
          option('either', { type: 'string', 'x-json': true }),
          option('kind', { description: 'What kind', type: 'enum', enum: ['x'] }),
          option('dry', { type: 'boolean', default: false }),
          option('a b', { flags: ['--a-b'], type: 'number' }),
          option('a-b', { flags: ['--a-b-13'], type: 'number' }),
        ],
        effects: { idempotent: true, destructive: true },
      },
      list: { description: 'List', effects: READS },
    },
  });
  expect(issues.map(({ code, path, message }) => [code, path, Number.parseInt(message, 10)])).toStrictEqual([
    ['import-no-program', '', 1],
    ['import-incomplete', '', 1],
    ['import-lost-rule', '/commands/write_file', 1],
    ['import-json-value', '/commands/write_file', 3],
  ]);
});

test.each([
  [{}, undefined],
  [{ readOnlyHint: true }, READS],
  [{ readOnlyHint: true, destructiveHint: false }, READS],
  [{ readOnlyHint: true, destructiveHint: true }, { destructive: true }],
  [{ readOnlyHint: false }, { destructive: true }],
  [{ readOnlyHint: false, destructiveHint: false }, { modifies: ['what the server works on'] }],
  [{ destructiveHint: false }, undefined],
  [
    { openWorldHint: true, idempotentHint: false },
    { network: true, idempotent: false },
  ],
  [{ readOnlyHint: 'true', destructiveHint: 0, openWorldHint: 1, idempotentHint: 'yes' }, undefined],
])('the claims %j come to %j', (annotations, effects) => {
  const { tool } = fromMcp({ tools: [{ name: 'a', annotations }] });
  expect(tool.commands?.['a']?.effects).toStrictEqual(effects);
});

const SETS = { type: 'object', properties: { operation: { enum: ['list', 'set'] } }, required: ['operation'] };

test.each([
  ['delete_branch', {}],
  ['linear_deleteComment', {}],
  ['remove_volume', {}],
  ['create_issue', {}],
  ['context', SETS],
])('%s is not believed to read only', (name, inputSchema) => {
  const { tool, issues } = fromMcp({ tools: [{ name, inputSchema, annotations: { readOnlyHint: true } }] });
  expect(tool.commands?.[name]?.effects).toBe(undefined);
  expect(issues).toContainEqual(expect.objectContaining({ code: 'import-contradiction' }));
});

test.each([['list_deleted'], ['get_deletion_status'], ['run_query'], ['search_removed'], ['undelete_status']])(
  '%s may read only',
  (name) => {
    const { tool } = fromMcp({ tools: [{ name, annotations: { readOnlyHint: true } }] });
    expect(tool.commands?.[name]?.effects).toStrictEqual(READS);
  },
);

test('a whole response and the list alone are read too', () => {
  const { tools } = RESULT;
  const { commands } = fromMcp({ tools }).tool;
  expect(fromMcp({ jsonrpc: '2.0', id: 1, result: { tools } }).tool.commands).toStrictEqual(commands);
  expect(fromMcp(tools).tool.commands).toStrictEqual(commands);
});

test('a reference to itself ends, and a tool without a name is left out', () => {
  const loop = { properties: { a: { $ref: '#/properties/a' } } };
  const { tool, issues } = fromMcp({ tools: [{ name: 'a', inputSchema: loop }, {}] });
  expect(tool.commands).toStrictEqual({
    a: { description: '', options: [option('a', { type: 'string', 'x-json': true })] },
  });
  expect(issues.map(({ code }) => code)).toStrictEqual([
    'import-no-program',
    'import-json-value',
    'import-lost-command',
  ]);
});

test('characters that hide are taken out of texts, and a tool with such a value is left out', () => {
  const inputSchema = { type: 'object', properties: { a: { type: 'string', description: 'Sep\0arated\u200b' } } };
  const mode = { type: 'object', properties: { mode: { enum: ['on', 'o\rff'] } } };
  const { tool, issues } = fromMcp([
    { name: 'one', description: 'One\u202e', inputSchema },
    { name: 'two', description: 'Two', inputSchema: mode },
  ]);
  expect(tool.commands).toMatchObject({ one: { description: 'One', options: [{ description: 'Separated' }] } });
  expect(Object.keys(tool.commands ?? {})).toStrictEqual(['one']);
  expect(issues.map(({ code, severity }) => [code, severity])).toContainEqual(['hidden-characters', 'warning']);
  expect(fromMcp([{ name: 'one', description: '', inputSchema }], { name: 'to\u200bol' }).tool.name).toBe('unknown');
});

const text = (more: object = {}): object => ({ type: 'string', ...more });
const OPTIONAL = 'import-lost-choice';

/** Inputs that people met: the options that they become, required ones with `!`, and the losses. */
const INPUTS: readonly (readonly [string, object, string, readonly string[]])[] = [
  [
    'alternatives of objects',
    {
      type: 'object',
      anyOf: [{ properties: { a: text(), b: text() }, required: ['a'] }, { properties: { b: text(), c: text() } }],
    },
    'a: string, b: string, c: string',
    [OPTIONAL],
  ],
  [
    'a kind that every alternative requires',
    {
      oneOf: [
        { properties: { kind: { const: 'file' }, path: text() }, required: ['kind', 'path'] },
        { properties: { kind: { const: 'url' }, url: text({ format: 'uri' }) }, required: ['kind', 'url'] },
      ],
    },
    'kind!: enum file url, path: string, url: url',
    [OPTIONAL],
  ],
  [
    'alternatives of what is required',
    { type: 'object', properties: { id: text(), name: text() }, oneOf: [{ required: ['id'] }, { required: ['name'] }] },
    'id: string, name: string',
    [OPTIONAL],
  ],
  [
    'parts that all hold',
    { allOf: [{ properties: { a: text() }, required: ['a'] }, { properties: { b: { type: 'integer' } } }] },
    'a!: string, b: integer',
    [],
  ],
  [
    'one alternative beside properties of its own',
    { properties: { a: text() }, anyOf: [{ properties: { b: text() }, required: ['b'] }] },
    'a: string, b!: string',
    [],
  ],
  ['zod’s optional', { properties: { a: { anyOf: [{ not: {} }, text()] } } }, 'a: string', []],
  [
    'zod’s optional and nullable',
    { properties: { a: { anyOf: [{ not: {} }, { type: 'null' }, { type: 'boolean' }] } } },
    'a: boolean',
    [],
  ],
  [
    'an enum of pydantic 1',
    {
      properties: { a: { allOf: [{ $ref: '#/definitions/A' }], default: 'x', title: 'A' } },
      definitions: { A: { enum: ['x', 'y'] } },
    },
    'a: enum x y',
    [],
  ],
  ['a constant or null', { properties: { a: { oneOf: [{ const: 'x' }, { const: null }] } } }, 'a: enum x', []],
  [
    'constants with titles',
    { properties: { a: { oneOf: [{ const: 'x', title: 'X' }, { const: 'y' }] } } },
    'a: enum x y',
    [],
  ],
  ['an object or null as the input', { type: ['object', 'null'], properties: { a: text() } }, 'a: string', []],
  [
    'an object or null as a value',
    { properties: { a: { type: ['object', 'null'] } } },
    'a: JSON',
    ['import-json-value'],
  ],
  [
    'values of two kinds',
    { properties: { a: { anyOf: [text(), { type: 'integer' }] } } },
    'a: JSON',
    ['import-json-value'],
  ],
  [
    'a condition',
    { properties: { a: text() }, if: { required: ['a'] }, else: { required: [] } },
    'a: string',
    ['import-lost-rule'],
  ],
  ['any properties', { patternProperties: { '^x': text() } }, '', ['import-lost-rule']],
  ['a schema elsewhere', { $ref: 'https://example.org/a.json' }, '', ['import-lost-rule']],
  [
    'alternatives behind references',
    { $ref: '#/$defs/In', $defs: { In: { anyOf: [{ $ref: '#/$defs/A' }] }, A: { properties: { a: text() } } } },
    'a: string',
    [],
  ],
];

test.each(INPUTS)('an input with %s can be called, and its losses are told', (_name, inputSchema, options, losses) => {
  const { tool, issues } = fromMcp([{ name: 'do', description: 'D', inputSchema }]);
  const read = tool.commands?.['do']?.options ?? [];
  const shown = read.map(({ name, required, type, enum: values = [], 'x-json': json }) =>
    [`${name}${required ? '!' : ''}:`, json ? 'JSON' : type, ...values].join(' '),
  );
  expect(shown.join(', ')).toBe(options);
  expect(issues.map(({ code }) => code).filter((code) => code !== 'import-no-program')).toStrictEqual(losses);
});

test('an input that is a part of itself ends', () => {
  const parts = Array.from({ length: 30 }, () => ({ $ref: '#' }));
  const inputSchema = { properties: { a: text() }, anyOf: parts, allOf: parts };
  expect(fromMcp([{ name: 'do', description: 'D', inputSchema }]).tool.commands?.['do']?.options).toHaveLength(1);
});

test('tools of a server without a name keep theirs on the way to a provider, and are called by them', () => {
  const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
  const { tool } = fromMcp({ tools: [{ name: 'read_file', description: 'Reads a file', inputSchema }] });
  expect(compile([tool], 'anthropic').tools.map(({ name }) => name)).toStrictEqual(['read_file']);
  const { problems } = checkCall({ id: '1', name: 'read_file', arguments: {} }, [tool]);
  expect(problems?.map(({ code }) => code)).toStrictEqual(['INVALID_FORMAT']);
  expect(checkTool(tool)).toStrictEqual([]);
});
