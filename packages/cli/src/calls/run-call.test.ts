import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createHost, createSandbox, listTools, loadConfiguration, verifyAuditLog, withPolicy } from '@atip/node';
import { readAuditLog } from '@atip/node/internal';
import { ExecutionError, UnknownCommandError } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { testHost } from '../testing/run-test-cli.ts';
import { callFailure, runHere } from './run-call.ts';

/** A machine on which no sandbox can be built. */
async function prepare(name: string, change: { readonly sandbox?: 'preferred' | 'off'; readonly yes?: boolean } = {}) {
  const { env, work: cwd, log } = await createDemoMachine();
  const sandbox = await createSandbox({ env, directories: ['/nowhere'] });
  const said = { stdout: '', stderr: '' };
  const write = (output: 'stdout' | 'stderr') => (text: string) => {
    said[output] += text;
  };
  const ask = async () => {
    throw new Error('Nobody is to be asked about what cannot run.');
  };
  const outputs = { stdout: { write: write('stdout') }, stderr: { write: write('stderr') } };
  const host = testHost({ cwd, env, ask, ...outputs });
  const { found } = await listTools(env);
  const call = { id: 'c1', name, arguments: name === 'demo_say' ? { text: 'hi' } : {} };
  const loaded = await loadConfiguration({ env, cwd });
  const configuration = withPolicy(
    loaded,
    { byTrust: false, ...(change.sandbox && { sandbox: change.sandbox }) },
    () => 'a test',
  );
  const calls = { ...createHost({ found, env, cwd, configuration, sandbox }), configuration };
  const run = () => runHere({ call }, calls, { name, yes: change.yes === true, json: false }, host);
  return { run, said, log, wiped: join(cwd, 'wiped') };
}

test.each([
  ['demo_say', {}],
  ['demo_wipe', {}],
  ['demo_wipe', { yes: true }],
])(
  '%s with %j is refused where a sandbox is required and there is none, and that is on record',
  async (name, change) => {
    const { run, said, log, wiped } = await prepare(name, change);
    await expect(run()).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/^Nothing was run\. .*bubblewrap is not installed/),
    });
    expect(said).toStrictEqual({ stdout: '', stderr: '' });
    await expect(access(wiped)).rejects.toMatchObject({ code: 'ENOENT' });
    const { value: entry } = await readAuditLog(log).next();
    expect(entry).toMatchObject({ event: 'decision' });
    expect(await verifyAuditLog(log)).toMatchObject({ ok: true });
  },
);

test('where one is preferred the call runs, and says that nothing held it', async () => {
  const { run, said } = await prepare('demo_say', { sandbox: 'preferred' });
  expect(await run()).toBe(0);
  expect(said.stdout).toBe('hi\n');
  expect(said.stderr).toMatch(/^atip: It ran without a sandbox\. bubblewrap is not installed/);
});

const ENOSPC = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });

test('what stops a call has its exit code', () => {
  const held = { held: true, canAnswer: true };
  const failed = new ExecutionError('It cannot be started.');
  expect(callFailure(failed, held)).toMatchObject({ exitCode: 5 });
  expect(callFailure(failed, { ...held, held: false })).toMatchObject({ exitCode: 3 });
  expect(callFailure(new UnknownCommandError('x', []), held)).toMatchObject({ exitCode: 1 });
  expect(callFailure(ENOSPC, held)).toMatchObject({ exitCode: 5 });
});
