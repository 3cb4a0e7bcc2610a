import { type AtipEffects, type AtipTool, checkPolicy, flattenCommands, POLICY_PRESETS } from '@atip/core';
import { sandboxModeFor, trustSourceOf } from '@atip/core/internal';
import { brotliCompressSync } from 'node:zlib';
import { expect, test, onTestFinished } from 'vitest';
import { startTestRegistry } from '../testing/registry-server.ts';
import { digestOf } from '../files/digest.ts';
import { parseRemoteAddress, parseRemoteIndex } from './remote-index.ts';
import { lowerTrust, fetchDocuments } from './remote-tools.ts';

const SAFE: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
  reversible: true,
  idempotent: true,
  cost: { estimate: 'free', billable: false },
};
const tool = (effects: AtipEffects, more: Partial<AtipTool> = {}): AtipTool => ({
  atip: { version: '0.4' },
  name: 'shred',
  version: '1',
  description: 'Overwrites files',
  commands: { '': { description: 'Overwrites files', effects } },
  ...more,
});

function decisionOf(document: AtipTool) {
  const [command] = flattenCommands(document);
  if (command === undefined) throw new Error('It has no command.');
  const { metadata, path, effects, name } = command;
  const mapping = { command: [document.name, ...path], metadata, tool: document, path, effects };
  return checkPolicy({ id: '1', name, arguments: {} }, mapping, { ...POLICY_PRESETS.standard, byTrust: false })
    .decision;
}

test.each([
  ['native', 'community'],
  ['vendor', 'community'],
  ['org', 'community'],
  ['community', 'community'],
  ['user', 'user'],
  ['inferred', 'inferred'],
] as const)('who says to be %s is %s, without seal, and in a sandbox', (claimed, source) => {
  const checksum = `sha256:${'0'.repeat(64)}`;
  const trust = { source: claimed, verified: true, signedBy: 'us', attestation: 'https://us.example', checksum };
  const lowered = lowerTrust(tool(SAFE, { trust }));
  expect(lowered.trust).toStrictEqual({ source, checksum });
  expect(sandboxModeFor(POLICY_PRESETS.standard, trustSourceOf(lowered))).toBe('required');
});

test('who says nothing of trust is what a registry is', () => {
  expect(lowerTrust(tool(SAFE)).trust).toStrictEqual({ source: 'community' });
});

test('what a sandbox makes true stays: a command that only reads runs without a question', () => {
  const lowered = lowerTrust(tool(SAFE));
  expect(lowered.commands?.['']?.effects).toStrictEqual({
    filesystem: { read: true, write: false, delete: false },
    network: false,
    idempotent: true,
    cost: { estimate: 'free' },
  });
  expect(decisionOf(lowered)).toBe('allow');
});

test.each<[string, AtipEffects]>([
  ['writes', { ...SAFE, filesystem: { read: true, write: true, delete: false } }],
  ['sends', { ...SAFE, network: true }],
])('a command that %s and says that it destroys nothing is asked about', (_does, effects) => {
  expect(decisionOf(tool(effects))).toBe('allow');
  expect(decisionOf(lowerTrust(tool(effects)))).toBe('confirm');
});

test('the same holds for what the root and a group say of all below them', () => {
  const writes: AtipEffects = { filesystem: { write: true } };
  const commands = {
    all: { description: 'All', effects: SAFE, commands: { one: { description: 'One', effects: writes } } },
  };
  const document = tool(SAFE, { commands, effects: SAFE });
  expect(decisionOf(document)).toBe('allow');
  expect(decisionOf(lowerTrust(document))).toBe('confirm');
});

test('harm that is stated stays', () => {
  const harm: AtipEffects = { destructive: true, reversible: false, cost: { billable: true } };
  expect(lowerTrust(tool(harm)).commands?.['']?.effects).toStrictEqual(harm);
});

test('a command called __proto__ stays one', () => {
  const commands = JSON.parse('{"__proto__":{"description":"Odd","effects":{"destructive":false}}}');
  expect(JSON.stringify(lowerTrust(tool(SAFE, { commands })).commands)).toBe(
    '{"__proto__":{"description":"Odd","effects":{}}}',
  );
});

const documentOf = (name: string): string =>
  JSON.stringify({ atip: { version: '0.4' }, name, version: '1', description: 'x'.repeat(900) });
const SIZE = documentOf('a').length;

test('documents count until their room is taken, by their true size where they are kept', async () => {
  const server = await startTestRegistry();
  onTestFinished(server.stop);
  const names = ['a', 'b', 'c'];
  server.publish(Object.fromEntries(names.map((name) => [name, documentOf(name)])));
  const address = parseRemoteAddress(server.url);
  if (typeof address === 'string') throw new Error(address);
  const read = async (maxBytes: number, size: number, kept = new Map<string, string>()) => {
    const entries = names.map((name) => [name, { sha256: digestOf(documentOf(name)), size }] as const);
    const brought = await fetchDocuments(entries, { address, kept, maxBytes });
    return brought.map(({ reading, isNew }) => [reading.found?.tool.name ?? reading.skipped?.reason, isNew]);
  };
  const noRoom = `"c": With it, the registry's documents would have more than ${2 * SIZE} bytes.`;
  expect(await read(2 * SIZE, SIZE)).toStrictEqual([...['a', 'b'].map((name) => [name, true]), [noRoom, false]]);
  const kept = new Map(names.map((name) => [digestOf(documentOf(name)), documentOf(name)]));
  expect(await read(2 * SIZE, 1, kept)).toStrictEqual([...['a', 'b'].map((name) => [name, false]), [noRoom, false]]);
});

test.each<[string, (text: string) => Uint8Array, string]>([
  ['compressed', (text) => brotliCompressSync(text), 'a'],
  ['inflated by its host on the way', (text) => Buffer.from(text), 'a'],
  ['of other bytes', () => brotliCompressSync('{}'), 'Its bytes are not those of the digest in the index.'],
  [
    'that is larger than its index says',
    () => brotliCompressSync('x'.repeat(1e6)),
    'Its bytes are not those of the digest in the index.',
  ],
  ['that is not compressed', () => Buffer.from('not brotli'), 'Its bytes are not those of the digest in the index.'],
])('a document %s counts only with its digest', async (_how, packed, expected) => {
  const server = await startTestRegistry();
  onTestFinished(server.stop);
  const text = documentOf('a');
  const sha256 = digestOf(text);
  server.set(`sha256/${sha256}.json.br`, packed(text));
  const address = parseRemoteAddress(server.url);
  if (typeof address === 'string') throw new Error(address);
  const index = { 'atip-registry': 1, tools: { a: { sha256, size: SIZE, encoding: 'br' } } };
  const read = parseRemoteIndex(JSON.stringify(index));
  if (typeof read === 'string') throw new Error(read);
  const [brought] = await fetchDocuments([...read.tools], { address, kept: new Map() });
  expect(brought?.reading.found?.tool.name ?? brought?.reading.skipped?.reason.replace('"a": ', '')).toBe(expected);
});
