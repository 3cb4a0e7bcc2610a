import { createHash } from 'node:crypto';
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { IS_LONG } from '../../../../tests/long.ts';
import { createLogPlace, fill } from '../testing/audit-events.ts';
import { readAuditLog, type AuditProblemCode, verifyAuditLog } from './read-audit-log.ts';

const LINES = 6;

/** A log of six lines, or of so many files of which each has two. */
async function prepare(maxBytes = 1_000_000, keep = 8, lines = LINES): Promise<string> {
  const { path } = await createLogPlace();
  await fill(path, lines, { maxBytes, keep });
  return path;
}

async function problemsOf(path: string): Promise<(readonly [AuditProblemCode, number])[]> {
  const { ok, problems } = await verifyAuditLog(path);
  expect(ok).toBe(problems.length === 0);
  return problems.map(({ code, line }) => [code, line] as const);
}

async function edit(path: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  await writeFile(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** Gives a changed line the hash that belongs to it. */
function rehash(line: string): string {
  const body = `${line.slice(0, -75)}}`;
  return `${body.slice(0, -1)},"hash":"${createHash('sha256').update(body).digest('hex')}"}`;
}

const seal = (line: string | undefined, from: string, to: string): string => {
  expect(line).toContain(from);
  return rehash((line ?? '').replace(from, to));
};

test('a byte that is flipped anywhere in a line shows', async () => {
  const path = await prepare(1_000_000, 8, 3);
  const bytes = await readFile(path);
  const start = bytes.indexOf('\n') + 1;
  const end = bytes.indexOf('\n', start);
  const missed: number[] = [];
  for (let at = start; at <= end; at += IS_LONG ? 1 : 7) {
    const copy = Buffer.from(bytes);
    copy.writeUInt8((copy.at(at) ?? 0) ^ 1, at);
    await writeFile(path, copy);
    if ((await verifyAuditLog(path)).ok) missed.push(at);
  }
  expect(missed).toStrictEqual([]);
  expect(end - start).toBeGreaterThan(500);
});

test.each<[string, (lines: string[]) => string[], readonly (readonly [AuditProblemCode, number])[]]>([
  ['a line is removed', (lines) => lines.toSpliced(2, 1), [['out-of-order', 3]]],
  ['the last line is cut', (lines) => lines.slice(0, -1), [['end-missing', 0]]],
  ['the first lines are cut', (lines) => lines.slice(2), [['start-missing', 1]]],
  [
    'a line is forged with a hash that fits it',
    (lines) => lines.with(2, seal(lines[2], '"ana"', '"eva"')),
    [['out-of-order', 4]],
  ],
  [
    'the last line is forged with a hash that fits it',
    (lines) => lines.with(5, seal(lines[5], '"ana"', '"eva"')),
    [['end-changed', 0]],
  ],
  [
    'the first line claims one before it',
    (lines) => [seal(lines[0], `"prev":"${'0'.repeat(64)}"`, `"prev":"${'1'.repeat(64)}"`)],
    [
      ['out-of-order', 1],
      ['end-missing', 0],
    ],
  ],
  [
    'a line is added that has a number of before',
    (lines) => {
      const [, prev = ''] = /"prev":"(\w+)"/.exec(lines[5] ?? '') ?? [];
      const hash = (lines[5] ?? '').slice(-66, -2);
      return [...lines, rehash((lines[5] ?? '').replace('"seq":6', '"seq":5').replace(prev, hash))];
    },
    [
      ['out-of-order', 7],
      ['end-missing', 0],
    ],
  ],
  [
    'a line is longer than any',
    (lines) => lines.with(2, 'x'.repeat(3_000_000)),
    [
      ['changed', 3],
      ['out-of-order', 4],
    ],
  ],
])('%s, and it shows, also after the log went on', async (_what, change, expected) => {
  const path = await prepare();
  await edit(path, change);
  expect(await problemsOf(path)).toStrictEqual(expected);
  await fill(path, 1);
  expect((await verifyAuditLog(path)).ok).toBe(false);
});

test('a head that is behind, as a killed writer leaves it, is no problem, and the log goes on', async () => {
  const path = await prepare(1_000_000, 8, 4);
  const head = await readFile(`${path}.head`);
  await fill(path, 2);
  await writeFile(`${path}.head`, head);
  expect(await problemsOf(path)).toStrictEqual([]);
  await fill(path, 1);
  expect(await verifyAuditLog(path)).toMatchObject({ ok: true, entries: 7 });
});

test('a line forged behind a head that is behind is not built upon', async () => {
  const path = await prepare(1_000_000, 8, 4);
  const head = await readFile(`${path}.head`);
  await fill(path, 2);
  await writeFile(`${path}.head`, head);
  await edit(path, (lines) => lines.with(3, seal(lines[3], '"ana"', '"eva"')));
  await fill(path, 1);
  expect((await verifyAuditLog(path)).ok).toBe(false);
});

test.each<[string, (head: string) => Promise<void>, AuditProblemCode]>([
  ['filled with something else', (head) => writeFile(head, 'x'.repeat(99)), 'head-changed'],
  [
    'replaced by a link',
    async (head) => {
      await rename(head, `${head}.old`);
      await symlink(`${head}.old`, head);
    },
    'head-changed',
  ],
])('a head that was %s shows', async (_what, change, code) => {
  const path = await prepare();
  await change(`${path}.head`);
  expect(await problemsOf(path)).toStrictEqual([[code, 0]]);
});

test('a log whose last line and head are both damaged does not go on', async () => {
  const path = await prepare();
  await edit(path, (lines) => [...lines, 'x']);
  await writeFile(`${path}.head`, 'x');
  await expect(fill(path, 1)).rejects.toMatchObject({ code: 'AUDIT_DAMAGED' });
});

test('a file that was removed from the middle or the start shows', async () => {
  const path = await prepare(1300, 8, 10);
  const { files } = await verifyAuditLog(path);
  expect(files).toBeGreaterThan(3);
  await rename(`${path}.2`, `${path}-2`);
  expect((await problemsOf(path)).map(([code]) => code)).toStrictEqual(['out-of-order']);
  await rename(`${path}-2`, `${path}.2`);
  expect(await problemsOf(path)).toStrictEqual([]);
  await rm(`${path}.${files - 1}`);
  expect((await problemsOf(path)).map(([code]) => code)).toStrictEqual(['start-missing']);
});

test('a number that a killed writer left free in a rotation is no gap, and is filled', async () => {
  const path = await prepare(1300, 8, 7);
  const { entries } = await verifyAuditLog(path);
  await rename(`${path}.3`, `${path}.4`);
  await rename(`${path}.2`, `${path}.3`);
  expect(await verifyAuditLog(path)).toMatchObject({ ok: true, entries });
  await fill(path, 3, { maxBytes: 1300 });
  expect(await verifyAuditLog(path)).toMatchObject({ ok: true, entries: entries + 3 });
});

test('reading stops at a line that is not as it was written', async () => {
  const path = await prepare();
  await edit(path, (lines) => lines.with(2, (lines[2] ?? '').replace('"ana"', '"eva"')));
  const read: number[] = [];
  const all = async (): Promise<void> => {
    for await (const { seq } of readAuditLog(path)) read.push(seq);
  };
  await expect(all()).rejects.toMatchObject({ code: 'AUDIT_DAMAGED', message: expect.stringContaining('line 3') });
  expect(read).toStrictEqual([1, 2]);
});

test('of very many problems the first thousand are listed', async () => {
  const path = await prepare();
  await edit(path, (lines) => [...lines, ...new Array<string>(5000).fill('x')]);
  const { ok, problems } = await verifyAuditLog(path);
  expect([ok, problems.length]).toStrictEqual([false, 1000]);
});
