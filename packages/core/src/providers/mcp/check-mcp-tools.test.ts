import { expect, test } from 'vitest';
import { checkMcpTools } from './check-mcp-tools.ts';

/** What is found, as `code path`; `?` after a warning, `i` after an info. */
function found(tools: readonly unknown[]): string[] {
  const marks = { error: '', warning: ' ?', info: ' i' };
  return checkMcpTools(tools).map(({ code, path, severity }) => code + (path && ` ${path}`) + marks[severity]);
}

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const schema = { type: 'object', properties: {} };
const tool = (rest: object): unknown => ({ name: 'a', description: 'b', inputSchema: schema, annotations, ...rest });
const I = '/0/inputSchema';

test.each<[string, unknown, string[]]>([
  ['nothing wrong', tool({ title: 'A', outputSchema: { type: 'object' } }), []],
  ['mcp-name: characters', tool({ name: 'a b' }), ['mcp-name /0/name ?']],
  ['mcp-name: empty', tool({ name: '' }), ['mcp-name /0/name ?']],
  ['mcp-name: at the ends', tool({ name: '-a' }), ['mcp-name /0/name ?']],
  ['mcp-name: 128 with dots', tool({ name: `a.${'b'.repeat(126)}` }), []],
  ['mcp-name: 129', tool({ name: 'b'.repeat(129) }), ['mcp-name /0/name ?']],
  ['no name', tool({ name: 1 }), ['tool-shape /0/name']],
  ['mcp-desc', tool({ description: undefined }), ['mcp-desc /0/description i']],
  [
    'mcp-annotations: none',
    tool({ annotations: undefined }),
    [
      'mcp-annotations /0/annotations/readOnlyHint ?',
      'mcp-annotations /0/annotations/destructiveHint ?',
      'mcp-annotations /0/annotations/idempotentHint ?',
      'mcp-annotations /0/annotations/openWorldHint ?',
    ],
  ],
  [
    'mcp-annotations: one missing, one no boolean',
    tool({ annotations: { ...annotations, readOnlyHint: undefined, openWorldHint: 'no' } }),
    ['mcp-annotations /0/annotations/readOnlyHint ?', 'mcp-annotations /0/annotations/openWorldHint'],
  ],
  ['mcp-input: absent', tool({ inputSchema: undefined }), [`mcp-input ${I}`]],
  ['mcp-input: no type', tool({ inputSchema: { properties: {} } }), [`mcp-input ${I}`]],
  ['mcp-root-props', tool({ inputSchema: { type: 'object' } }), [`mcp-root-props ${I} i`]],
  ['mcp-root-comb', tool({ inputSchema: { ...schema, oneOf: [{}] } }), [`mcp-root-comb ${I}/oneOf ?`]],
  [
    'mcp-boolean',
    tool({ inputSchema: { type: 'object', properties: { x: true } } }),
    [`mcp-boolean ${I}/properties/x ?`],
  ],
  ['mcp-boolean: deeper', tool({ inputSchema: { type: 'object', properties: { x: { not: true } } } }), []],
  ['mcp-output', tool({ outputSchema: { type: 'array' } }), ['mcp-output /0/outputSchema ?']],
  [
    'any keyword of the newest draft',
    tool({ inputSchema: { ...schema, $schema: 'a', if: {}, unevaluatedProperties: false } }),
    [],
  ],
  ['schema-keyword', tool({ inputSchema: { ...schema, required: 'x' } }), [`schema-keyword ${I}/required`]],
])('%s', (_name, value, expected) => {
  expect(found([value])).toStrictEqual(expected);
});

test('annotations that are no object are refused, not read', () => {
  expect(found([tool({ annotations: [] })])[0]).toBe('mcp-annotations /0/annotations');
});

test('names tell tools apart by case', () => {
  expect(found([tool({}), tool({ name: 'A' }), tool({})])).toStrictEqual(['dup-name-case /1 ?', 'dup-name /2']);
});
