import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostOptions } from '@atip/node';
import { createLineWorker, createMachine } from '@atip/node/internal';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { OPEN_SANDBOX } from '../../../packages/node/src/testing/test-machine.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { createTestClient } from '../testing/test-client.ts';

async function prepare() {
  const { at, script } = await createTemporaryDirectory();
  await mkdir(at('work/sub'), { recursive: true });
  await mkdir(at('other'));
  const env = { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('home'), XDG_DATA_DIRS: '/nowhere' };
  const client = await createTestClient({
    host: { cwd: at('work'), env },
    machine: createMachine({ env, sandbox: OPEN_SANDBOX }),
  });
  const isThere = (name: string): boolean => existsSync(at(name));
  return { ...client, at, script, isThere };
}

test('a check says what the gate says, and runs nothing', async () => {
  const { send, isThere } = await prepare();
  const response = await send('POST', '/lines/check', { line: 'echo a > made; frobnicate' });
  const reasons = ['There is no document for "frobnicate".'];
  const parts = [
    { program: 'echo', decision: 'allow' },
    { start: 15, end: 25, unknown: ['frobnicate'] },
  ];
  expect(await response.json()).toMatchObject({ decision: 'confirm', reasons, parts, writes: ['made'], network: true });
  expect(isThere('work/made')).toBe(false);
});

test('a line runs with its input, in a directory below that of the companion, and is on record with its parts', async () => {
  const { send, ports, at } = await prepare();
  const events = readEvents(
    await send('POST', '/lines', { line: 'pwd; sort | head -n 1', input: 'b\na\n', cwd: 'sub' }),
  );
  const { check } = await events.next('accepted');
  expect(check).toMatchObject({ tool: 'bash', line: { decision: 'allow' }, cwd: at('work/sub') });
  expect((await events.rest()).find(({ event }) => event === 'result')?.data).toMatchObject({
    success: true,
    content: `${at('work/sub')}\na\n[Exit code: 0]`,
  });
  expect(ports.recorded.map(({ event }) => event)).toStrictEqual(['decision', 'execution']);
  expect(ports.recorded[0]).toMatchObject({ parts: [{ program: 'pwd' }, { program: 'sort' }, { program: 'head' }] });
});

test.each<[string, object, string]>([
  ['a policy that denies a part', { policy: { rules: [{ run: 'ls', decision: 'deny' }] } }, '403 policy-violation'],
  ['a policy that is none', { policy: { network: 7 } }, '400 invalid-request'],
  ['a directory outside', { cwd: '../other' }, '422 no-directory'],
  ['a directory that is not there', { cwd: 'nowhere' }, '422 no-directory'],
  ['a line of more than 128 KiB', { line: `ls ${'x'.repeat(131_072)}` }, '413 arguments-too-large'],
])('it is refused: %s', async (_name, more, expected) => {
  const { send, ports } = await prepare();
  expect(await problemCode(await send('POST', '/lines', { line: 'ls', ...more }))).toBe(expected);
  expect(ports.recorded.filter(({ event }) => event === 'execution')).toStrictEqual([]);
});

test('no policy of a client allows more than that of the companion', async () => {
  const { send, at } = await prepare();
  await writeFile(join(at('work'), 'a'), '');
  const policy = { rules: [{ run: 'rm', decision: 'allow' }], levels: { destructive: 'allow' } };
  const response = await send('POST', '/lines/check', { line: 'rm -rf a', policy });
  expect(await response.json()).toMatchObject({ decision: 'confirm' });
});

/** Judges no line, ever. */
const BUSY = 'data:text/javascript,export const checkLineCall = () => { for (;;); };';

test('a line that keeps its judge busy holds up nothing else, and is asked about', async () => {
  const { path } = await createTemporaryDirectory();
  const lines = createLineWorker({ limit: 1500, module: BUSY });
  onTestFinished(lines.close);
  const host: HostOptions = { cwd: path, checkLine: lines.check };
  const { send } = await createTestClient({ host });
  const order: string[] = [];
  const check = async (name: string): Promise<unknown> => {
    const { decision, reasons } = await (await send('POST', '/lines/check', { line: 'ls' })).json();
    order.push(name);
    return [decision, reasons];
  };
  const checks = Promise.all([check('first'), check('second')]);
  expect((await send('GET', '/health')).status).toBe(200);
  order.push('health');
  const late = ['confirm', ['The line was not judged within 1.5 s.']];
  expect(await checks).toStrictEqual([late, late]);
  expect(order).toStrictEqual(['health', 'first', 'second']);
});

test('a thread that is not there answers with an error, and more lines than can wait are asked about', async () => {
  const policies = [{}] as const;
  const settings = { id: '', cwd: '/', env: {}, policies, writable: [] };
  const broken = createLineWorker({ module: 'data:text/javascript,export const other = 1;' });
  await expect(broken.check('ls', settings)).rejects.toThrow('checkLineCall is not a function');
  await broken.close();
  const busy = createLineWorker({ module: BUSY });
  const all = Array.from({ length: 102 }, () => busy.check('ls', settings));
  expect((await all[101])?.decision).toBe('confirm');
  await busy.close();
});
