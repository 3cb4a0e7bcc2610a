import { loadShim } from '@atip/shims';
import { expect, test } from 'vitest';
import { serverInstructions } from './server-instructions.ts';

const EFFECTS = { destructive: false, reversible: true, network: false, filesystem: { write: false, delete: false } };
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
  const text = serverInstructions([toolOf(200)], 'ask');
  expect(text.slice(text.indexOf('##'))).toBe(`## Tool Safety Summary

### Destructive Operations
These permanently destroy data. Ask the user before calling one, and name what will be lost:
200 tools, which say so

### Billable Operations
These may cost money. Say so before calling one, and do not repeat it needlessly:
demo_pay`);
});

test('names are kept in place of descriptions where they fit', () => {
  const text = serverInstructions([toolOf(80)], 'ask');
  expect(text).toContain('demo_wipe-78, demo_wipe-79\n\n### Billable');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
});

test('the biggest tools fit as well', async () => {
  const tools = await Promise.all((['git', 'docker', 'kubectl'] as const).map((name) => loadShim(name)));
  const text = serverInstructions(tools, 'client');
  expect([Buffer.byteLength(text) <= 2048, text.match(/^### /gm)?.length]).toStrictEqual([true, 11]);
});
