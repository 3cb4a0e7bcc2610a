// needs: bwrap
import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stampNow } from '../executables/executable-identity.ts';
import { executeCommand } from '../process/execute-command.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createSandbox } from './create-sandbox.ts';
import { CANARY_SCRIPT } from './sandbox-canary.ts';
import { testRecord } from './test-record.ts';

const PASSED = { outcome: { checks: [] }, version: '1', hasLandlock: true };

async function prepare() {
  const { at, script } = await createTemporaryDirectory();
  const state = at('.local/state/agent-tools');
  mkdirSync(state, { recursive: true });
  return { at, script, state, file: join(state, 'sandbox-test.json'), env: { HOME: at('.'), PATH: '/usr/bin' } };
}

test('a passed test is remembered for what was tested, and for nothing else', async () => {
  const { state } = await prepare();
  await testRecord(state, 'bwrap 1', 'test').write(PASSED);
  expect(await testRecord(state, 'bwrap 1', 'test').read()).toStrictEqual(PASSED);
  expect(await testRecord(state, 'bwrap 2', 'test').read()).toBe(undefined);
  expect(await testRecord(state, 'bwrap 1', 'another test').read()).toBe(undefined);
});

test.each<[string, (file: string) => void]>([
  ['is a day old', (file) => edit(file, ({ at, ...rest }) => ({ ...rest, at: Number(at) - 25 * 3_600_000 }))],
  ['is of the future', (file) => edit(file, ({ at, ...rest }) => ({ ...rest, at: Number(at) + 3_600_000 }))],
  ['is of another kernel or user', (file) => edit(file, (record) => ({ ...record, key: 'x' }))],
  ['others may write', (file) => chmodSync(file, 0o666)],
  [
    'is a link to another file',
    (file) => {
      renameSync(file, `${file}.other`);
      symlinkSync(`${file}.other`, file);
    },
  ],
  ['is cut', (file) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40))],
])('a record that %s counts for nothing', async (_name, spoil) => {
  const { state, file } = await prepare();
  const record = testRecord(state, 'bwrap');
  await record.write(PASSED);
  expect(await record.read()).toStrictEqual(PASSED);
  spoil(file);
  expect(await record.read()).toBe(undefined);
});

function edit(file: string, change: (record: Record<string, unknown>) => object): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

test('a forged record makes nothing run without a sandbox: bubblewrap refuses the run', async () => {
  const { at, script, state, env } = await prepare();
  await script('bwrap', '#!/bin/bash\necho "no namespaces" >&2\nexit 1\n');
  const bubblewrap = at('bwrap');
  const identity = `${bubblewrap} ${await stampNow(bubblewrap)}`;
  expect((await createSandbox({ directories: [at('.')], env })).status.available).toBe(false);
  await testRecord(state, identity, CANARY_SCRIPT, process.arch).write(PASSED);
  const sandbox = await createSandbox({ directories: [at('.')], env });
  expect(sandbox.status.available).toBe(true);
  const touch = realpathSync('/usr/bin/touch');
  const request = {
    executable: touch,
    foundAs: touch,
    cwd: at('.'),
    home: at('.'),
    effects: {},
    writableRoots: [at('.')],
  };
  const { wrap } = await sandbox.plan(request);
  await expect(executeCommand([touch, at('ran')], { env: {}, wrap })).rejects.toThrow();
  expect(() => readFileSync(at('ran'))).toThrow('ENOENT');
});

test('the doctor tests anew', async () => {
  const { at, script, state, env } = await prepare();
  await script('bwrap', '#!/bin/bash\nexit 1\n');
  const bubblewrap = at('bwrap');
  await testRecord(state, `${bubblewrap} ${await stampNow(bubblewrap)}`, CANARY_SCRIPT, process.arch).write(PASSED);
  const { status } = await createSandbox({ directories: [at('.')], env, isTestedAnew: true });
  expect(status.available).toBe(false);
});
