import { expect, test } from 'vitest';
import { detectImport } from './detect-import.ts';

const SCHEMA = { type: 'object', properties: {} };

test.each([
  ['', 'empty', 'certain'],
  ['{"atip":"0.4","name":"a"}', 'atip', 'certain'],
  ['{"some":"thing"}', 'atip', 'guess'],
  ['{"atip":', 'atip', 'guess'],
  ['Usage: rm [OPTION]... FILE', 'help', 'likely'],
  ['rm\n\n  -f, --force  never ask', 'help', 'likely'],
  ['once upon a time', 'help', 'guess'],
  [JSON.stringify({ tools: [{ name: 'a', inputSchema: SCHEMA }] }), 'mcp', 'likely'],
  [JSON.stringify({ jsonrpc: '2.0', result: { tools: [{ name: 'a', inputSchema: SCHEMA }] } }), 'mcp', 'likely'],
  [JSON.stringify([{ type: 'function', function: { name: 'a', parameters: SCHEMA } }]), 'provider-tools', 'likely'],
  [JSON.stringify([{ type: 'function', name: 'a', parameters: SCHEMA }]), 'provider-tools', 'likely'],
  [JSON.stringify([{ name: 'a', input_schema: SCHEMA }]), 'provider-tools', 'likely'],
  [JSON.stringify({ functionDeclarations: [{ name: 'a' }] }), 'provider-tools', 'likely'],
  [JSON.stringify({ tools: [{ toolSpec: { name: 'a', inputSchema: { json: SCHEMA } } }] }), 'provider-tools', 'likely'],
  [JSON.stringify({ name: 'a', description: 'b', parameters: SCHEMA }), 'canonical', 'likely'],
  [JSON.stringify({ version: '1', commands: { 'a:b': { id: 'a:b', flags: {} } } }), 'oclif', 'likely'],
  [JSON.stringify({ name: 'a', subcommands: [{ name: 'b' }] }), 'fig', 'likely'],
  [JSON.stringify({ name: 'a', flags: { '-f': 'force' } }), 'carapace', 'likely'],
  ['name: a\nflags:\n  -f: force\n', 'carapace', 'likely'],
  ['const completionSpec: Fig.Spec = { name: "a" };', 'code', 'certain'],
  ['https://example.org/tool.json', 'address', 'certain'],
  ['{"atip-session":"#v2.w.AAAA"}', 'session', 'certain'],
  ['http://127.0.0.1:4170/#v2.w.AAAA-_', 'session', 'certain'],
])('%s is %s, %s', (text, kind, confidence) => {
  const detection = detectImport(text);
  expect([detection.kind, detection.confidence]).toStrictEqual([kind, confidence]);
});

test('the name of a file decides where the text does not', () => {
  expect(detectImport('some: thing', 'a.YAML').kind).toBe('carapace');
  expect(detectImport('Usage: a', 'a.txt').kind).toBe('help');
});

test('broken JSON is named with its line', () => {
  expect(detectImport('{\n  "a" 1\n}').reason).toContain('line 2');
});

test.each(['\n', '\r', '\u2028'])(
  'a hundred thousand line breaks (%j) are gone through once',
  { timeout: 2000 },
  (lineBreak) => {
    expect(detectImport(`a${lineBreak.repeat(90_000)}b`).kind).toBe('help');
  },
);
