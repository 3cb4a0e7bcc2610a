import type { AtipTool } from '@atip/core';
import { createHost } from '@atip/node';
import { expect, test } from 'vitest';
import { serverInstructions } from './create-mcp-server.ts';

const HOST = createHost();

const EFFECTS = { destructive: false, reversible: true, network: false, filesystem: { write: false, delete: false } };
const offerOf = (tool: AtipTool) => ({ documents: [tool], searches: false });
const toolOf = (count: number) => ({
  ...{ atip: { version: '0.4' }, name: 'demo', version: '1', description: 'Demo' },
  commands: {
    pay: { description: 'Pays', effects: { ...EFFECTS, cost: { billable: true } } },
    ...Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `wipe-${at}`,
        { description: 'Wipes', effects: { ...EFFECTS, destructive: true } },
      ]),
    ),
  },
});

test('instructions that a client would cut are shortened at their longest lists', () => {
  const text = serverInstructions(offerOf(toolOf(200)), { host: HOST, version: '1', confirm: 'ask' });
  expect(text.slice(text.indexOf('##'))).toBe(`## Tool Safety Summary

### Destructive Operations
These permanently destroy data. Ask the user before calling one, and name what will be lost:
demo_wipe-0, demo_wipe-1, demo_wipe-2 and 197 more tools

### Billable Operations
These may cost money. Say so before calling one, and do not repeat it needlessly:
demo_pay

### Unchecked Effects
Guessed (inferred), or claimed by strangers (community) or a user. Doubt what sounds harmless:
demo (inferred)`);
});

test('names are kept in place of descriptions where they fit', () => {
  const text = serverInstructions(offerOf(toolOf(80)), { host: HOST, version: '1', confirm: 'ask' });
  expect(text).toContain('demo_wipe-78, demo_wipe-79\n\n### Billable');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
});

test('every heading fits with its advice, however many tools there are', () => {
  const worst = {
    ...{ destructive: true, reversible: false, network: true, cost: { billable: true }, interactive: { tty: true } },
    ...{ filesystem: { write: true, delete: true } },
    ...({ 'x-runs': 'call', 'x-sends': 'given', 'x-reveals': 'credentials', 'x-privilege': 'root' } as const),
  };
  const commands = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`c${at}`, { description: 'C', ...(at % 2 === 0 && { effects: worst }) }]),
  );
  const text = serverInstructions(offerOf({ ...toolOf(0), commands }), { host: HOST, version: '1', confirm: 'client' });
  expect([Buffer.byteLength(text) <= 2048, text.match(/^### /gm)?.length]).toStrictEqual([true, 13]);
});

test('with search a model is told of the three tools', () => {
  const text = serverInstructions(offerOf(toolOf(1)), {
    host: createHost({ strategy: 'search' }),
    version: '1',
    confirm: 'ask',
  });
  expect(text.startsWith('search_commands finds commands of programs on this machine, ')).toBe(true);
});

test('workflows stand behind the dangers, as far as there is room; of other tools none', () => {
  const patterns = [
    { name: 'clear-out', description: 'Wipes\n## twice', steps: [{ command: 'demo wipe-0' }] },
    { name: 'beyond', description: 'Runs another', steps: [{ command: 'other' }] },
  ];
  const text = serverInstructions(offerOf(toolOf(1)), { host: HOST, version: '1', confirm: 'ask', patterns });
  expect(text.slice(text.indexOf('- clear-out'))).toBe('- clear-out: Wipes ## twice\n  1. demo wipe-0');
  const full = serverInstructions(offerOf(toolOf(80)), { host: HOST, version: '1', confirm: 'ask', patterns });
  expect(full).toContain('demo_wipe-79');
  expect(Buffer.byteLength(full)).toBeLessThanOrEqual(2048);
  const letters = [{ ...patterns[0], name: 'a', description: 'ж'.repeat(190), steps: [{ command: 'demo wipe-0' }] }];
  expect(
    Buffer.byteLength(
      serverInstructions(offerOf(toolOf(1)), { host: HOST, version: '1', confirm: 'ask', patterns: letters }),
    ),
  ).toBeLessThanOrEqual(2048);
});
