import { compile } from '../compile/compile.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { McpAnnotations } from '../types/provider.ts';
import type { AtipEffects } from '../types/tool.ts';
import { findingsOf } from '../testing/findings.ts';
import { acceptance } from './mcp.ts';
import { expect, test } from 'vitest';

const found = findingsOf(acceptance);

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const schema = { type: 'object', properties: {} };
const tool = (rest: object): unknown => ({ name: 'a', description: 'b', inputSchema: schema, annotations, ...rest });
const I = '/0/inputSchema';

test.each<[string, unknown, string[]]>([
  ['nothing wrong', tool({ title: 'A', outputSchema: { type: 'object' } }), []],
  ['mcp-name: characters', tool({ name: 'a b' }), ['mcp-name /0/name ?']],
  ['no name', tool({ name: 1 }), ['tool-shape /0/name']],
  ['mcp-desc', tool({ description: undefined }), ['mcp-desc /0/description i']],
  [
    'mcp-annotations: one missing, one no boolean',
    tool({ annotations: { ...annotations, readOnlyHint: undefined, openWorldHint: 'no' } }),
    ['mcp-annotations /0/annotations/readOnlyHint ?', 'mcp-annotations /0/annotations/openWorldHint'],
  ],
  ['mcp-input: no type', tool({ inputSchema: { properties: {} } }), [`mcp-input ${I}`]],
  ['mcp-root-props', tool({ inputSchema: { type: 'object' } }), [`mcp-root-props ${I} i`]],
  ['mcp-root-comb', tool({ inputSchema: { ...schema, oneOf: [{}] } }), [`mcp-root-comb ${I}/oneOf ?`]],
  [
    'mcp-boolean',
    tool({ inputSchema: { type: 'object', properties: { x: true } } }),
    [`mcp-boolean ${I}/properties/x ?`],
  ],
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

test('a command as an MCP server lists it', () => {
  expect(compile([GH], 'mcp').tools[2]).toMatchObject({
    title: 'gh repo delete',
    inputSchema: { additionalProperties: false },
  });
});

/** `t` true, `f` false, `-` not stated. */
const STATED: Readonly<Record<string, boolean | undefined>> = { t: true, f: false, '-': undefined };

/** filesystem.write, network, destructive → readOnlyHint, destructiveHint, openWorldHint. */
const COMBINATIONS = `
--- ftt  --t ftt  --f fft  -t- ftt  -tt ftt  -tf fft  -f- ftf  -ft ftf  -ff fff
t-- ftt  t-t ftt  t-f fft  tt- ftt  ttt ftt  ttf fft  tf- ftf  tft ftf  tff fff
f-- ftt  f-t ftt  f-f fft  ft- ftt  ftt ftt  ftf fft  ff- tff  fft ftf  fff tff`
  .trim()
  .split(/\s{2,}|\n/)
  .map((pair) => pair.split(' ') as [string, string]);

test.each(COMBINATIONS)('write, network, destructive %s: read-only, destructive, open world %s', (stated, hints) => {
  const [write, network, destructive] = [...stated].map((letter) => STATED[letter]);
  const [readOnlyHint, destructiveHint, openWorldHint] = [...hints].map((letter) => STATED[letter]);
  const effects = {
    ...(write !== undefined && { filesystem: { write } }),
    ...(network !== undefined && { network }),
    ...(destructive !== undefined && { destructive }),
  };
  expect(annotationsOf(effects)).toStrictEqual({
    readOnlyHint,
    destructiveHint,
    idempotentHint: false,
    openWorldHint,
  });
});

test.each([
  [{ idempotent: true }, true],
  [{ idempotent: false }, false],
  [{}, false],
])('%j: idempotentHint %s', (effects, hint) => {
  expect(annotationsOf(effects)?.idempotentHint).toBe(hint);
});

function annotationsOf(effects: AtipEffects): McpAnnotations | undefined {
  return compile([toolWith({ x: { description: 'X', effects } })], 'mcp').tools[0]?.annotations;
}
