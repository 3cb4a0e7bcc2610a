import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { createTestClient } from '../testing/test-client.ts';
import { TEST_OUTCOME } from '../testing/test-ports.ts';
import { createToolCatalog } from '../tools/tool-catalog.ts';

const effects = { network: false, destructive: false, filesystem: { read: true, write: false, delete: false } };
const CODE = { destructive: true, 'x-runs': 'call' } as const;
const TOOL: AtipTool = {
  ...{ atip: { version: '0.4' }, name: 'echo', version: '1', description: 'd', effects },
  commands: {
    back: { description: 'd', 'x-stdin': {} },
    run: { description: 'd', 'x-stdin': { 'x-effects': CODE } },
  },
};
const HASH = `sha256:${'0'.repeat(64)}` as const;

async function prepare() {
  const found = [{ tool: TOOL, origin: 'shims' as const, source: '/echo.json', hash: HASH, issues: [] }];
  const inputs: unknown[] = [];
  const client = await createTestClient({
    catalog: await createToolCatalog(async () => ({ found, skipped: [] })),
    machine: {
      run: async (_argv, _program, { input }) => {
        inputs.push(input);
        return { ...TEST_OUTCOME, stdout: 'said' };
      },
    },
  });
  const call = (name: string, args: object) =>
    client.send('POST', '/calls', { call: { id: '1', name: `echo_${name}`, arguments: args } });
  return { ...client, inputs, call };
}

test('the question about a call has the text that it runs', async () => {
  const { call, inputs } = await prepare();
  const events = readEvents(await call('run', { stdin: 'rm -r ~' }));
  await events.next('accepted');
  expect(await events.next('confirmation-required')).toMatchObject({ stdin: 'rm -r ~', argv: ['/bin/echo', 'run'] });
  expect(inputs).toStrictEqual([]);
});

test('no client is told of the number of an output, which another client could give', async () => {
  const { call } = await prepare();
  expect(await (await call('back', { stdin: 'a' })).text()).not.toContain('[Output');
  expect(await problemCode(await call('back', { stdin_from: 1 }))).toBe('422 validation-failed');
});
