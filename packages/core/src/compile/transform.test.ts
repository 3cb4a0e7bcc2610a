import { handleToolResult } from '../calls/handle-tool-result.ts';
import { parseToolCall } from '../calls/parse-tool-call.ts';
import { AtipValidationError } from '../errors/atip-error.ts';
import { PROVIDERS } from '../providers/list.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { Provider, ProviderTool } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { compile } from './compile.ts';
import { buildRequest, compileTools, toAnthropic, toGemini, toOpenAI } from './transform.ts';
import { expect, test } from 'vitest';

test('one function tool per command, safety in the description', () => {
  const { globalOptions: _none, ...gh } = GH;
  expect(toOpenAI(gh)).toStrictEqual([
    {
      type: 'function',
      function: {
        name: 'gh_pr_list',
        description: 'List pull requests [NETWORK]',
        parameters: {
          type: 'object',
          properties: {
            state: { type: 'string', description: 'Filter by state (default: open)', enum: ['open', 'closed', 'all'] },
            limit: { type: 'integer', description: 'How many' },
          },
          required: [],
          additionalProperties: false,
        },
      },
    },
    {
      type: 'function',
      function: {
        name: 'gh_pr_create',
        description: 'Create a pull request [⚠️ NOT IDEMPOTENT | CREATES: pull_request | NETWORK]',
        parameters: {
          type: 'object',
          properties: {
            title: { type: 'string', description: 'Title' },
            draft: { type: 'boolean', description: 'As a draft' },
            label: { type: 'array', description: 'Labels', items: { type: 'string' } },
          },
          required: ['title'],
          additionalProperties: false,
        },
      },
    },
    {
      type: 'function',
      function: {
        name: 'gh_repo_delete',
        description: 'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | NETWORK]',
        parameters: {
          type: 'object',
          properties: { repo: { type: 'string', description: 'Repository to delete' } },
          required: ['repo'],
          additionalProperties: false,
        },
      },
    },
  ]);
});

test('strict: all required, optional ones nullable, null in their enums', () => {
  const [list, create] = toOpenAI(GH, { strict: true });
  expect(list?.function).toStrictEqual({
    name: 'gh_pr_list',
    description: 'List pull requests [NETWORK]',
    strict: true,
    parameters: {
      type: 'object',
      properties: {
        state: {
          type: ['string', 'null'],
          description: 'Filter by state (default: open)',
          enum: ['open', 'closed', 'all', null],
        },
        limit: { type: ['integer', 'null'], description: 'How many' },
        'token-file': { type: 'string', description: 'Token (file path)' },
      },
      required: ['state', 'limit', 'token-file'],
      additionalProperties: false,
    },
  });
  expect(create?.function.parameters.properties['label']).toStrictEqual({
    type: ['array', 'null'],
    description: 'Labels',
    items: { type: 'string' },
  });
  expect(create?.function.parameters.properties['title']?.type).toBe('string');
});

test('types that JSON Schema lacks become strings with a note', () => {
  const types = ['file', 'directory', 'url', 'number'] as const;
  const tool = toolWith({
    x: { description: 'X', arguments: types.map((type) => ({ name: type, type, description: 'D' })) },
  });
  expect(toOpenAI(tool)[0]?.function.parameters.properties).toStrictEqual({
    file: { type: 'string', description: 'D (file path)' },
    directory: { type: 'string', description: 'D (directory path)' },
    url: { type: 'string', description: 'D (URL)' },
    number: { type: 'number', description: 'D' },
  });
});

test('enums keep one numeric kind, mixed ones become strings, empty ones restrict nothing', () => {
  const argument = (name: string, values: (string | number)[]) => ({
    name,
    type: 'enum' as const,
    enum: values,
    description: name,
  });
  const tool = toolWith({
    x: {
      description: 'X',
      arguments: [argument('i', [1, 2, 2]), argument('n', [1, 2.5]), argument('m', [1, 'a']), argument('e', [])],
    },
  });
  expect(toOpenAI(tool)[0]?.function.parameters.properties).toStrictEqual({
    i: { type: 'integer', description: 'i', enum: [1, 2] },
    n: { type: 'number', description: 'n', enum: [1, 2.5] },
    m: { type: 'string', description: 'm', enum: ['1', 'a'] },
    e: { type: 'string', description: 'e' },
  });
});

test('variadic arguments are lists of their type', () => {
  const tool = toolWith({
    x: { description: 'X', arguments: [{ name: 'n', type: 'integer', description: 'N', variadic: true }] },
  });
  expect(toOpenAI(tool)[0]?.function.parameters.properties).toStrictEqual({
    n: { type: 'array', description: 'N', items: { type: 'integer' } },
  });
});

test('a description over 1024 units is cut before its flags, never inside a character', () => {
  const tool = toolWith({ x: { description: `${'a'.repeat(987)}${'🎉'.repeat(40)}`, effects: { destructive: true } } });
  const description = toOpenAI(tool)[0]?.function.description ?? '';
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(description).toMatch(/^a{987}🎉+\.\.\. \[⚠️ DESTRUCTIVE\]$/u);
  expect(description).not.toMatch(/\p{Surrogate}/u);
});

test('half a surrogate pair does not reach a provider', () => {
  const tool = toolWith({
    x: { description: 'a\ud800', arguments: [{ name: 'n', type: 'string', description: '\udc00b' }] },
  });
  expect(toOpenAI(tool)[0]?.function).toMatchObject({
    description: 'a\ufffd',
    parameters: { properties: { n: { description: '\ufffdb' } } },
  });
});

test('values that are one as text are listed once', () => {
  const tool = toolWith({
    x: { description: 'X', arguments: [{ name: 'm', type: 'enum', enum: [1, '1', 'x'], description: 'm' }] },
  });
  expect(toOpenAI(tool)[0]?.function.parameters.properties['m']?.enum).toStrictEqual(['1', 'x']);
});

test('a missing description is the command line', () => {
  expect(toOpenAI(toolWith({ x: { description: '' } }))[0]?.function.description).toBe('tool x');
});

test('an option called __proto__ is a property like any other', () => {
  const tool = toolWith({
    x: { description: 'X', options: [{ name: '__proto__', flags: ['--p'], type: 'string', description: 'P' }] },
  });
  const properties = toOpenAI(tool)[0]?.function.parameters.properties ?? {};
  expect(Object.keys(properties)).toHaveLength(1);
  expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
});

test('no commands, no tools', () => {
  expect(toOpenAI({ atip: '0.3', name: 't', version: '1', description: 'd' })).toStrictEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['null', null, []],
  ['a list', [], []],
  ['no name', { atip: '0.3', version: '1', description: 'd' }, ['name']],
  ['no version', { atip: '0.3', name: 'n', description: 'd' }, ['version']],
  ['no description', { atip: '0.3', name: 'n', version: '1' }, ['description']],
  ['no atip', { name: 'n', version: '1', description: 'd' }, ['atip']],
  ['an atip object without version', { atip: {}, name: 'n', version: '1', description: 'd' }, ['atip']],
])('%s is a validation error with its path', (_name, value, path) => {
  expect.assertions(2);
  try {
    toOpenAI(value as AtipTool);
  } catch (error) {
    expect(error).toBeInstanceOf(AtipValidationError);
    expect((error as AtipValidationError).path).toStrictEqual(path);
  }
});

test('declarations with keys of letters, digits and underscores', () => {
  expect(toGemini(GH)[2]).toStrictEqual({
    name: 'gh_repo_delete',
    description: 'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | NETWORK]',
    parameters: {
      type: 'object',
      properties: {
        repo: { type: 'string', description: 'Repository to delete' },
        token_file: { type: 'string', description: 'Token (file path)' },
      },
      required: ['repo', 'token_file'],
    },
  });
});

test('enums are strings, whatever they were, and never empty', () => {
  const tool = toolWith({
    x: {
      description: 'X',
      arguments: [{ name: 'level', type: 'enum', enum: [1, 2], description: 'L' }],
      options: [
        { name: 'e', flags: ['-e'], type: 'enum', enum: ['', 'a'], description: 'E' },
        { name: 'list', flags: ['--list'], type: 'array', enum: [1, 2], description: 'M' },
      ],
    },
  });
  expect(toGemini(tool)[0]?.parameters.properties).toStrictEqual({
    level: { type: 'string', description: 'L', enum: ['1', '2'] },
    e: { type: 'string', description: 'E', enum: ['a'] },
    list: { type: 'array', description: 'M', items: { type: 'string', enum: ['1', '2'] } },
  });
});

test('of a command without parameters the schema is empty, and left out of what Gemini gets, which refuses it', () => {
  const tool = toolWith({ x: { description: 'X' } });
  const empty = { type: 'object', properties: {}, required: [] };
  expect(toGemini(tool)).toStrictEqual([{ name: 'tool_x', description: 'X', parameters: empty }]);
  expect(compileTools([tool], 'gemini').tools).toStrictEqual(toGemini(tool));
  const sent = [{ name: 'tool_x', description: 'X' }];
  expect(compile([tool], 'gemini').tools).toStrictEqual(sent);
  expect(buildRequest('gemini', toGemini(tool))).toStrictEqual({ tools: [{ functionDeclarations: sent }] });
});

test('strict is a word of OpenAI: of Anthropic it has its own', () => {
  const tool = toolWith({ x: { description: 'X' } });
  const open = { type: 'object', properties: {}, required: [] };
  expect(compileTools([tool], 'anthropic', { strict: true }).tools).toStrictEqual([
    { name: 'tool_x', description: 'X', input_schema: open },
  ]);
  expect(compileTools([tool], 'anthropic', { anthropicStrict: true }).tools).toStrictEqual([
    { name: 'tool_x', description: 'X', strict: true, input_schema: { ...open, additionalProperties: false } },
  ]);
});

test('the dialect of JSON Schema keeps numeric enums, and is closed', () => {
  const level = { name: 'dry-level', type: 'enum' as const, enum: [1, 2], description: 'L' };
  const tool = toolWith({ x: { description: 'X', arguments: [level] }, y: { description: 'Y' } });
  expect(compile([tool], 'gemini', { geminiSchema: 'json-schema' }).tools).toStrictEqual([
    {
      name: 'tool_x',
      description: 'X',
      parametersJsonSchema: {
        type: 'object',
        properties: { dry_level: { type: 'integer', description: 'L', enum: [1, 2] } },
        required: ['dry_level'],
        additionalProperties: false,
      },
    },
    { name: 'tool_y', description: 'Y' },
  ]);
});

test('input_schema with only what is required in required', () => {
  expect(toAnthropic(GH)[1]).toStrictEqual({
    name: 'gh_pr_create',
    description: 'Create a pull request [⚠️ NOT IDEMPOTENT | CREATES: pull_request | NETWORK]',
    input_schema: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'Title' },
        draft: { type: 'boolean', description: 'As a draft' },
        label: { type: 'array', description: 'Labels', items: { type: 'string' } },
        'token-file': { type: 'string', description: 'Token (file path)' },
      },
      required: ['title', 'token-file'],
    },
  });
});

test('descriptions have no limit', () => {
  const long = 'x'.repeat(5000);
  expect(toAnthropic(toolWith({ x: { description: long, effects: { destructive: true } } }))[0]?.description).toBe(
    `${long} [⚠️ DESTRUCTIVE]`,
  );
});

function nameOf(tool: ProviderTool): string {
  if ('function' in tool) return tool.function.name;
  return 'toolSpec' in tool ? tool.toolSpec.name : tool.name;
}

test.each(PROVIDERS)('several tools in their order for %s', (provider) => {
  const { provider: to, tools } = compileTools([toolWith({ x: { description: 'X' } }), GH], provider);
  expect(to).toBe(provider);
  const names = tools.map((tool) => nameOf(tool));
  expect(names).toStrictEqual(['tool_x', 'gh_pr_list', 'gh_pr_create', 'gh_repo_delete']);
});

test('of two commands with one name the later stands, in the place of the earlier', () => {
  const { tools } = compileTools(
    [toolWith({ x: { description: 'First' }, y: { description: 'Y' } }), toolWith({ x: { description: 'Second' } })],
    'anthropic',
  );
  expect(tools.map((tool) => 'input_schema' in tool && [tool.name, tool.description])).toStrictEqual([
    ['tool_x', 'Second'],
    ['tool_y', 'Y'],
  ]);
});

test('one invalid tool stops the whole compilation', () => {
  expect(() => compileTools([GH, {} as AtipTool], 'openai')).toThrow(AtipValidationError);
  expect(compileTools([], 'openai')).toStrictEqual({ provider: 'openai', tools: [] });
});

test.each(['mistral', 'toString', '__proto__'])('%s is no provider, said with those there are', (name) => {
  const provider = name as Provider;
  const message = /There is no provider ".*"; known are openai, openai-responses, anthropic, gemini, mcp, bedrock\./;
  expect(() => compileTools([], provider)).toThrow(message);
  expect(() => parseToolCall(provider, {})).toThrow(message);
  expect(() => handleToolResult(provider, 'id', '')).toThrow(message);
});
