import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cases } from '../../../../tests/long.ts';
import { createLogPlace, decision, entriesOf, execution, fill, NOW } from '../testing/audit-events.ts';
import { distScript } from '../testing/dist-script.ts';
import { createAuditLog } from './create-audit-log.ts';
import { verifyAuditLog } from './read-audit-log.ts';

const clock = (): Date => new Date(NOW);
const ZEROS = '0'.repeat(64);

const CLEAN = { ok: true, files: 1, problems: [], unfinished: 0 };

test('what is appended can be read again, verified, and is for its owner alone', async () => {
  const { directory, path } = await createLogPlace();
  const log = await createAuditLog(path, { clock });
  const first = await log.append(decision());
  const second = await log.append(execution({ exitCode: null, error: 'killed' }));
  await log.close();
  expect(await entriesOf(path)).toStrictEqual([
    { seq: 1, time: NOW, prev: ZEROS, ...decision(), hash: first.hash },
    { seq: 2, time: NOW, prev: first.hash, ...execution({ exitCode: null, error: 'killed' }), hash: second.hash },
  ]);
  expect((await entriesOf(path, 1)).map(({ seq }) => seq)).toStrictEqual([2]);
  expect([first.seq, second.seq]).toStrictEqual([1, 2]);
  expect(await verifyAuditLog(path)).toStrictEqual({ ...CLEAN, entries: 2 });
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(`${path}.head`)).mode & 0o777).toBe(0o600);
});

test('close waits for what was appended, and nothing is appended after', async () => {
  const { path } = await createLogPlace();
  const log = await createAuditLog(path, { clock });
  const pending = log.append(decision());
  await log.close();
  expect((await entriesOf(path)).length).toBe(1);
  await pending;
  await expect(log.append(decision())).rejects.toMatchObject({ code: 'AUDIT_CLOSED' });
});

test.each([
  ['maxBytes', { maxBytes: 0 }],
  ['keep', { keep: 1000 }],
])('%s out of range is refused', async (name, settings) => {
  const { path } = await createLogPlace();
  await expect(createAuditLog(path, settings)).rejects.toThrow(new RegExp(`^${name} is a whole number`));
});

test('what is no event is refused, and an event cannot bring the fields of the chain', async () => {
  const { path } = await createLogPlace();
  const log = await createAuditLog(path, { clock });
  await expect(log.append({ ...decision(), event: 'recovered' } as never)).rejects.toThrow(TypeError);
  await log.append({ ...decision(), seq: 9, prev: 'x', hash: 'x', time: 'x' } as never);
  const [entry] = await entriesOf(path);
  expect([entry?.seq, entry?.prev, entry?.time]).toStrictEqual([1, ZEROS, NOW]);
});

const SCRIPT = `
  import { writeSync } from 'node:fs';
  import { createAuditLog } from './record/create-audit-log.ts';
  const [path, who, times, text = '', maxBytes = '8388608'] = process.argv.slice(2);
  const log = await createAuditLog(path, { maxBytes: Number(maxBytes), keep: 999 });
  for (let n = 0; n < Number(times); n += 1) {
    try {
      const { seq } = await log.append({ ...${JSON.stringify(decision())}, who, call: String(n), reasons: [text] });
      writeSync(1, seq + '\\n');
    } catch (error) {
      writeSync(1, error.code + '\\n');
      break;
    }
  }
`;

function run(command: string, args: readonly string[]): { readonly child: ChildProcess; readonly text: () => string } {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return { child, text: () => text };
}

async function prepareScript() {
  const { directory, path } = await createLogPlace();
  await mkdir(directory);
  return { path, script: distScript(directory, SCRIPT) };
}

test('four processes append to one log through rotations, and nothing is lost', async () => {
  const { path, script } = await prepareScript();
  const runs = ['a', 'b', 'c', 'd'].map((who) => run(process.execPath, [script, path, who, '25', '', '6000']));
  const reader = (async () => {
    const results = [];
    for (let n = 0; n < 10; n += 1) results.push((await verifyAuditLog(path)).problems);
    return results.flat();
  })();
  await Promise.all(runs.map(({ child }) => once(child, 'close')));
  expect(await reader).toStrictEqual([]);
  const { files, ...verified } = await verifyAuditLog(path);
  expect(verified).toStrictEqual({ ok: true, entries: 100, problems: [], unfinished: 0 });
  expect(files).toBeGreaterThan(5);
  const entries = await entriesOf(path);
  expect(entries.map(({ seq }) => seq)).toStrictEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  for (const who of ['a', 'b', 'c', 'd']) {
    const calls = entries.flatMap((entry) => (entry.event === 'decision' && entry.who === who ? [entry.call] : []));
    expect(calls).toStrictEqual(Array.from({ length: 25 }, (_, n) => String(n)));
  }
});

test('a writer that is killed at any moment leaves a log that verifies, with all that was confirmed', async () => {
  const { path, script } = await prepareScript();
  for (let kill = 0; kill < cases(20); kill += 1) {
    const { child, text } = run(process.execPath, [script, path, 'x', '1e9', 'y'.repeat(3000), '20000']);
    if (child.stdout !== null) await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    child.kill('SIGKILL');
    await once(child, 'close');
    const confirmed = Number(text().slice(0, text().lastIndexOf('\n')).split('\n').at(-1));
    const verified = await verifyAuditLog(path);
    expect(verified.problems).toStrictEqual([]);
    expect([0, 1]).toContain(verified.entries - confirmed);
  }
});

/** 512 bytes each. */
const FILE_LIMIT = 16;

test('a full disk is the system error, and the log stays verifiable', async () => {
  const { path, script } = await prepareScript();
  // The limit on the size of a file ends a write in its middle, as a full disk does.
  const limited = `ulimit -f ${FILE_LIMIT}; exec "$0" "$@"`;
  const { child, text } = run('/bin/sh', ['-c', limited, process.execPath, script, path, 'x', '100', 'z'.repeat(100)]);
  await once(child, 'close');
  const lines = text().trim().split('\n');
  expect(lines.at(-1)).toBe('EFBIG');
  expect(await verifyAuditLog(path)).toStrictEqual({ ...CLEAN, entries: lines.length - 1 });
  await fill(path, 1);
  expect(await verifyAuditLog(path)).toStrictEqual({ ...CLEAN, entries: lines.length });
});

test('a line that a crash left unfinished is set aside, and the log says so', async () => {
  const { directory, path } = await createLogPlace();
  await fill(path, 2);
  await appendFile(path, '{"seq":3,"ti');
  expect(await verifyAuditLog(path)).toStrictEqual({ ...CLEAN, entries: 2, unfinished: 12 });
  expect((await entriesOf(path)).map(({ seq }) => seq)).toStrictEqual([1, 2]);
  await fill(path, 1);
  const [recovered, added] = await entriesOf(path, 2);
  expect(recovered).toMatchObject({
    seq: 3,
    event: 'recovered',
    reason: 'torn-line',
    bytes: 12,
    file: 'audit.jsonl.torn-2026-11-22T030405.678Z',
  });
  expect(added).toMatchObject({ seq: 4, event: 'decision' });
  expect(await readFile(`${path}.torn-2026-11-22T030405.678Z`, 'utf8')).toBe('{"seq":3,"ti');
  expect(await verifyAuditLog(path)).toStrictEqual({ ...CLEAN, entries: 4 });
  expect((await readdir(directory)).length).toBe(4);
});

test('a link or a directory in the place of the log is refused', async () => {
  const { directory, path } = await createLogPlace();
  await mkdir(directory);
  await writeFile(join(directory, 'target'), '');
  await symlink(join(directory, 'target'), path);
  const log = await createAuditLog(path);
  await expect(log.append(decision())).rejects.toMatchObject({ code: 'ELOOP' });
  expect(await readFile(join(directory, 'target'), 'utf8')).toBe('');
  const other = await createAuditLog(join(directory, 'other'));
  await mkdir(join(directory, 'other'));
  await expect(other.append(decision())).rejects.toMatchObject({ code: 'EISDIR' });
});
