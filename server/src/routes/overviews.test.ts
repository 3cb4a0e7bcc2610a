import { listTools } from '@atip/node';
import { createMachine } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { createTestMachine, OPEN_SANDBOX, overviewTool } from '../../../packages/node/src/testing/test-machine.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createToolCatalog } from '../tools/tool-catalog.ts';

/** A companion that knows a tool by its overview. */
async function prepare() {
  const { directory, env, home: cwd, scan } = await createTestMachine(OPEN_SANDBOX);
  await directory.script('bin/bigtool', overviewTool());
  await scan();
  const asking = { sandbox: OPEN_SANDBOX, timeout: 10_000 };
  const catalog = await createToolCatalog((load) => listTools(env, load ? { load: { ...asking, ...load } } : {}));
  const machine = createMachine({ env, sandbox: OPEN_SANDBOX });
  const { send } = await createTestClient({ catalog, machine, host: { cwd } });
  const check = (name: string) => send('POST', '/calls/check', { call: { id: '1', name, arguments: {} } });
  return { send, check };
}

test('a call of a command that an overview left out is checked by what its program says of it', async () => {
  const { send, check } = await prepare();
  expect(await (await send('GET', '/tools/bigtool')).json()).toMatchObject({ commands: 0 });
  const harm = await (await check('bigtool_harm_act')).json();
  expect(harm).toMatchObject({
    path: ['harm', 'act'],
    effects: { destructive: true },
    decision: { decision: 'confirm' },
  });
  expect(await (await send('GET', '/tools/bigtool')).json()).toMatchObject({ commands: 2 });
  expect(await problemCode(await check('bigtool_harm_other'))).toBe('404 unknown-command');
});
