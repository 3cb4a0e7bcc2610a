import { selectCommands } from '@atip/core';
import { expect, test } from 'vitest';
import { DEMO_TOOL } from '../testing/demo-tool.ts';
import { createTestClient } from '../testing/test-client.ts';

const SUMMARY = {
  name: 'demo',
  version: '1.0.0',
  description: 'Does what tests need',
  origin: 'shims',
  trust: 'user',
  executable: '/real/demo',
  hash: `sha256:${'0'.repeat(64)}`,
  commands: 5,
  destroys: 1,
  saved: false,
  issues: [],
};

async function get(path: string, overrides = {}): Promise<unknown> {
  const { send } = await createTestClient(overrides);
  return (await send('GET', path)).json();
}

test('the list has every tool, and what was left out', async () => {
  expect(await get('/tools')).toStrictEqual({
    tools: [SUMMARY],
    cwd: '/work',
    skipped: [{ source: '/shims/bad.json', code: 'symlink', reason: 'It is a symbolic link.' }],
  });
});

test('a tool without its executable is listed, and says so', async () => {
  expect(await get('/tools/demo', { machine: { find: async () => null } })).toStrictEqual({
    ...SUMMARY,
    executable: null,
    tool: DEMO_TOOL,
  });
});

test.each(['/tools/other', '/tools/__proto__', '/tools/..%2fdemo'])('%s is unknown', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, code: 'unknown-tool' });
});

test('an excerpt is what the query names; the summary is of the whole tool', async () => {
  expect(await get('/tools/demo?commands=say,wipe&depth=1')).toStrictEqual({
    ...SUMMARY,
    tool: selectCommands(DEMO_TOOL, { commands: ['say', 'wipe'], depth: 1 }),
  });
  expect(await get('/tools/demo?commands=say&commands=wipe')).toMatchObject({
    tool: { includedCommands: 2, commands: { say: {}, wipe: {} } },
  });
});

test('a command that there is not is refused', async () => {
  expect(await get('/tools/demo?commands=say,sing')).toMatchObject({ status: 404, code: 'unknown-command' });
});

test.each(['commands=say,', 'depth=0', 'depth=1&depth=2'])('?%s is refused', async (query) => {
  expect(await get(`/tools/demo?${query}`)).toMatchObject({ status: 400, code: 'invalid-request' });
});
