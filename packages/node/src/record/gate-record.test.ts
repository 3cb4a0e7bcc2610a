import { appendFile, mkdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { type GateEntry, isWholeLine, readGateRecord, recordGate, whyUnwritable } from './gate-record.ts';
import { redactWith } from './redact-text.ts';

const ENTRY: GateEntry = {
  ...{ event: 'gate', time: '2026-11-30T11:00:00.000Z', line: 'git push', decision: 'confirm', reasons: ['It sends.'] },
  ...{ agent: 'codex', session: 's', cwd: '/p' },
};
const redact = redactWith({ redact: ['ticket-\\d+'] });
const record = (gate: string, change: Partial<GateEntry> = {}, home = '/h') =>
  recordGate({ gate, home }, { ...ENTRY, ...change }, redact);

async function prepare() {
  const { at } = await createTemporaryDirectory();
  return { at, file: at('state/agent-tools/gate.jsonl') };
}

async function entriesOf(file: string) {
  const found = [];
  for await (const entry of readGateRecord(file)) found.push(entry);
  return found;
}

test('a decision is one line that only its person can read; of an allowed line without reasons', async () => {
  const { file } = await prepare();
  await record(file);
  await record(file, { decision: 'allow' });
  const { reasons: _none, ...allowed } = ENTRY;
  expect(await entriesOf(file)).toStrictEqual([ENTRY, { ...allowed, decision: 'allow' }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
});

test('secrets, the person’s own patterns and what hides are not on record as they were', async () => {
  const { file } = await prepare();
  const token = `ghp_${'a1B2'.repeat(9)}`;
  await record(file, { line: `echo ${token} ticket-12 \u202e`, reasons: [`It prints ${token}.`] });
  const text = await readFile(file, 'utf8');
  expect(text).not.toMatch(/ghp_|ticket-12|\u202e/);
  expect(await entriesOf(file)).toMatchObject([
    { line: 'echo [REDACTED] [REDACTED] \u202e', reasons: ['It prints [REDACTED].'] },
  ]);
});

test('a long line is shortened, and not within a character', async () => {
  const { file } = await prepare();
  await record(file, { line: `x${'😀'.repeat(3000)}` });
  await record(file, { line: '\n'.repeat(3_000_000) });
  const lines = (await entriesOf(file)).map((entry) => (typeof entry === 'object' ? entry.line : entry));
  expect(lines[0]).toBe(`x${'😀'.repeat(2047)}…[CUT]`);
  expect(lines.map(isWholeLine)).toStrictEqual([false, false]);
  expect(isWholeLine('git status')).toBe(true);
  expect((await stat(file)).size).toBeLessThan(40_000);
});

test('a line that is cut, or is no decision, is told and passed over', async () => {
  const { file } = await prepare();
  await record(file);
  const { size } = await stat(file);
  await truncate(file, size - 20);
  await record(file, { line: 'ls' });
  await appendFile(file, '{"event":"gate","time":"yesterday"}\nnull\n[1]\n{"event":"ga');
  const found = (await entriesOf(file)).map((entry) => (typeof entry === 'object' ? entry.line : entry));
  expect(found).toStrictEqual(['damaged', 'ls', 'damaged', 'damaged', 'damaged', 'damaged']);
});

test('of a huge file the end is read', async () => {
  const { at, file } = await prepare();
  await mkdir(at('state/agent-tools'), { recursive: true });
  await writeFile(file, '');
  await truncate(file, 500_000_000);
  await record(file);
  // The file before it, which takes its name now.
  expect((await stat(`${file}.1`)).size).toBeGreaterThan(500_000_000);
  const found = await entriesOf(file);
  expect(found[0]).toBe('left-out');
  expect(found.slice(1).filter((entry) => entry !== 'damaged')).toStrictEqual([ENTRY]);
});

test('a file that is full becomes the older one, of which there is one', async () => {
  const { file } = await prepare();
  for (const name of ['first', 'second']) {
    await record(file, { line: name });
    await appendFile(file, `\n${' '.repeat(8_388_608)}`);
    await record(file, { line: `last of ${name}` });
  }
  await record(file, { line: 'third' });
  const found = (await entriesOf(file)).flatMap((entry) => (typeof entry === 'object' ? [entry.line] : []));
  expect(found).toStrictEqual(['second', 'last of second', 'third']);
});

test.each<[string, (at: (name: string) => string) => Promise<unknown>, string | undefined]>([
  ['a directory that is not there yet', async () => undefined, undefined],
  ['a file in the place of its directory', (at) => writeFile(at('state'), ''), 'ENOTDIR'],
  ['a directory in its place', (at) => mkdir(at('state/agent-tools/gate.jsonl'), { recursive: true }), 'EISDIR'],
])('%s: the decision stands, and the reason is known', async (_what, make, code) => {
  const { at, file } = await prepare();
  await make(at);
  expect(whyUnwritable(file, '/h')).toBe(code);
  await expect(record(file)).resolves.toBeUndefined();
  if (code === undefined) expect(await entriesOf(file)).toStrictEqual([ENTRY]);
});

test('a home that is missing stays missing', async () => {
  const { at, file } = await prepare();
  expect(whyUnwritable(file, at('state'))).toBe('ENOENT');
  await record(file, {}, at('state'));
  await expect(stat(at('state'))).rejects.toThrow('ENOENT');
});

test('no directory below /proc is sought for ever', async () => {
  await expect(record('/proc/none/state/gate.jsonl')).resolves.toBeUndefined();
});

test('a link in its place is not followed', async () => {
  const { at, file } = await prepare();
  await record(file);
  await rm(file);
  await writeFile(at('other'), '');
  await symlink(at('other'), file);
  await record(file);
  expect(await readFile(at('other'), 'utf8')).toBe('');
});
