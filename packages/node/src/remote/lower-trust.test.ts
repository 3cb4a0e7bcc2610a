import { type AtipEffects, type AtipTool, checkPolicy, flattenCommands } from '@atip/core';
import { EXECUTION_POLICY_DEFAULTS, sandboxModeFor, trustSourceOf } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { lowerTrust } from './remote-tools.ts';

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
  return checkPolicy({ id: '1', name, arguments: {} }, mapping, EXECUTION_POLICY_DEFAULTS).decision;
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
  expect(sandboxModeFor(EXECUTION_POLICY_DEFAULTS, trustSourceOf(lowered))).toBe('required');
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
