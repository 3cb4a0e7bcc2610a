import { expect, test } from 'vitest';
import {
  allProviders,
  besides,
  columnTitle,
  MOST_COLUMNS,
  type OutputColumn,
  readColumns,
  tidySettings,
  withColumn,
} from './output-columns.ts';

const MCP: OutputColumn = { provider: 'mcp', settings: {} };

test('a column is called after its provider and what is not usual', () => {
  expect(columnTitle(MCP)).toBe('MCP');
  expect(
    columnTitle({
      provider: 'gemini',
      settings: { globalOptions: 'none', examples: true, strategy: 'action', geminiSchema: 'json-schema' },
    }),
  ).toBe('Gemini, no global options, with examples, a tool per group, JSON Schema');
  expect(columnTitle({ provider: 'openai', settings: { strict: true, globalOptions: 'all' } })).toBe(
    'OpenAI, strict, all global options',
  );
});

test('settings that change nothing are left out', () => {
  const all = { strict: true, globalOptions: 'required', examples: false, geminiSchema: 'json-schema' } as const;
  expect(tidySettings('openai', all)).toStrictEqual({ strict: true });
  expect(tidySettings('gemini', all)).toStrictEqual({ geminiSchema: 'json-schema' });
  expect(tidySettings('mcp', all)).toStrictEqual({});
});

test('a column that is there is not added again, and there is a limit', () => {
  expect(withColumn([MCP], { provider: 'mcp', settings: { strict: true } })).toStrictEqual([MCP]);
  const six = allProviders('openai');
  expect(six.map(({ provider }) => provider)).toStrictEqual([
    'openai-responses',
    'anthropic',
    'gemini',
    'mcp',
    'bedrock',
  ]);
  const full = (['all', 'none'] as const).reduce<readonly OutputColumn[]>(
    (columns, globalOptions) => withColumn(columns, { provider: 'openai', settings: { globalOptions } }),
    six,
  );
  expect(full.length + 1).toBe(MOST_COLUMNS);
  expect(withColumn(full, { provider: 'mcp', settings: { examples: true } })).toBe(full);
});

test('a column that became the first one is not shown twice', () => {
  const strict: OutputColumn = { provider: 'openai', settings: { strict: true } };
  expect(besides([strict, MCP], strict)).toStrictEqual([MCP]);
  expect(besides([strict, MCP], { provider: 'openai', settings: {} })).toStrictEqual([strict, MCP]);
});

test.each([
  [null, []],
  ['', []],
  ['{', []],
  ['{"provider":"mcp"}', []],
  ['[null, 3, {"provider":"nobody"}, {"provider":"mcp"}, {"provider":"mcp","settings":null}]', [MCP]],
  [
    '[{"provider":"openai","settings":{"strict":"yes","globalOptions":"some","strategy":"action","other":1}}]',
    [{ provider: 'openai', settings: { strategy: 'action' } }],
  ],
])('%j is read as far as it is understood', (stored, columns) => {
  expect(readColumns(stored)).toStrictEqual(columns);
});

test('what is kept comes back', () => {
  const columns: readonly OutputColumn[] = [
    { provider: 'gemini', settings: { globalOptions: 'all', examples: true, geminiSchema: 'json-schema' } },
    { provider: 'anthropic', settings: { strict: true } },
  ];
  expect(readColumns(JSON.stringify(columns))).toStrictEqual(columns);
});
