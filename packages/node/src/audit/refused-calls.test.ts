import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decision, entriesOf, execution } from '../testing/audit-events.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import type { AuditEntry, AuditEvent } from './audit-event.ts';
import { type AuditLogSettings, createAuditLog } from './create-audit-log.ts';
import { verifyAuditLog } from './read-audit-log.ts';

const refusal = (change: object = {}): AuditEvent => {
  const { approved: _, ...rest } = decision({ decision: 'deny', ...change });
  return rest;
};

async function prepare(settings: AuditLogSettings = {}) {
  const { path: directory } = await createTemporaryDirectory();
  const path = join(directory, 'audit.jsonl');
  const log = await createAuditLog(path, settings);
  onTestFinished(() => log.close());
  return { directory, path, log };
}

const callOf = (entry: AuditEntry): string => ('call' in entry ? entry.call : entry.event);

test.each<[string, AuditEvent, 'main' | 'refused']>([
  ['an allowed call', decision({ decision: 'allow' }), 'main'],
  ['an approved call', decision({ decision: 'confirm', approved: true }), 'main'],
  ['what ran', execution(), 'main'],
  ['what did not start though it was allowed', execution({ exitCode: null, error: 'gone' }), 'main'],
  [
    'a denied call that somebody approved',
    decision({ decision: 'deny', approved: true, refused: 'policy' }),
    'refused',
  ],
  ['a declined call', decision({ decision: 'confirm', approved: false }), 'refused'],
  ['an allowed call whose program was replaced', decision({ decision: 'allow', refused: 'changed' }), 'refused'],
  ['an invalid call', refusal({ refused: 'invalid', problems: ['“n” is a number.'] }), 'refused'],
])('%s stands in the right file', async (_what, event, part) => {
  const { path, log, directory } = await prepare();
  await log.append(event);
  const name = part === 'main' ? 'audit.jsonl' : 'audit.jsonl.refused';
  const files = (await readdir(directory)).filter((file) => !/\.(?:head|lock)$/.test(file));
  expect(files).toStrictEqual([name]);
  expect(await readFile(join(directory, name), 'utf8')).toContain(`"event":"${event.event}"`);
  expect(await entriesOf(path)).toMatchObject([event]);
});

test('both files have one order, and whoever reads on misses nothing', async () => {
  const { path, log } = await prepare();
  const expected: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    const call = `call ${n}`;
    expected.push(call);
    await log.append(n % 3 === 0 ? decision({ call }) : refusal({ call }));
  }
  const entries = await entriesOf(path);
  expect(entries.map(callOf)).toStrictEqual(expected);
  expect(entries.map(({ seq }) => seq)).toStrictEqual(expected.map((_, at) => at + 1));
  expect((await entriesOf(path, 17)).map(callOf)).toStrictEqual(expected.slice(17));
  expect(await verifyAuditLog(path)).toMatchObject({ ok: true, entries: 40, files: 2 });
});

test('a reader that goes on while others write gets every number once', async () => {
  const { path, log } = await prepare();
  const other = await createAuditLog(path);
  onTestFinished(() => other.close());
  let running = true;
  const write = async (): Promise<void> => {
    for (let n = 0; n < 40; n += 1) await Promise.all([log.append(decision()), other.append(refusal())]);
    running = false;
  };
  const written = write();
  const seqs: number[] = [];
  while (running) for (const { seq } of await entriesOf(path, seqs.at(-1))) seqs.push(seq);
  await written;
  for (const { seq } of await entriesOf(path, seqs.at(-1))) seqs.push(seq);
  expect(seqs).toStrictEqual(Array.from({ length: 80 }, (_, n) => n + 1));
});

test('what was written to one file after it was opened does not become a gap in what is read', async () => {
  const { path, log } = await prepare();
  await log.append(decision());
  const opened = [await readFile(path), await readFile(`${path}.head`)] as const;
  for (const event of [refusal(), decision(), refusal()]) await log.append(event);
  // As a reader sees it that opened the first file before line 3 was written, and the second one after line 4.
  await writeFile(path, opened[0]);
  await writeFile(`${path}.head`, opened[1]);
  expect((await entriesOf(path)).map(({ seq }) => seq)).toStrictEqual([1, 2]);
});

/** The attack took 3,400; with fewer the files are smaller by as much, so that it would evict as much. */
const REFUSALS = Number(process.env['ATIP_REFUSALS'] ?? 200);
const MAX_BYTES = Math.round((8_388_608 * REFUSALS) / 3400);

/** As in the attack that this is for: it was denied, and each took 25 kB of the log. */
const FLOOD = refusal({ argv: ['unzip', '\u202e'.repeat(9000)], call: 'flood' });

test('refused calls of 25 kB each evict nothing of what was before them', { timeout: 300_000 }, async () => {
  const { path, log, directory } = await prepare({ maxBytes: MAX_BYTES });
  await log.append(decision({ call: 'before' }));
  await log.append(execution({ call: 'before' }));
  for (let n = 0; n < REFUSALS; n += 50) await Promise.all(Array.from({ length: 50 }, () => log.append(FLOOD)));
  await log.append(decision({ call: 'after' }));
  const entries = await entriesOf(path);
  expect(entries.slice(0, 2).map(callOf)).toStrictEqual(['before', 'before']);
  expect(entries.at(-1)).toMatchObject({ seq: REFUSALS + 3, call: 'after' });
  expect(await verifyAuditLog(path)).toMatchObject({ ok: true, entries: REFUSALS + 3, dropped: [] });
  const main = await readFile(join(directory, 'audit.jsonl'), 'utf8');
  expect(main.split('\n').length).toBe(4);
});

test('refused calls evict the oldest refused calls alone, and the log says how many and of when', async () => {
  let minute = 0;
  const clock = (): Date => new Date(Date.UTC(2026, 10, 22, 3, minute));
  const { path, log } = await prepare({ clock, maxBytes: 2000, keep: 1, refused: { maxBytes: 9000, keep: 1 } });
  await log.append(decision({ call: 'before' }));
  for (minute = 1; minute <= 50; minute += 1) await log.append(FLOOD);
  const entries = await entriesOf(path);
  expect(callOf(entries[0] ?? ({} as never))).toBe('before');
  const { ok, dropped, problems } = await verifyAuditLog(path);
  expect([ok, problems]).toStrictEqual([true, []]);
  const [gone] = dropped;
  const first = entries.find((entry) => entry.seq > 1);
  const [from, to] = ['2026-11-22T03:01:00.000Z', new Date(Date.UTC(2026, 10, 22, 3, gone?.count)).toISOString()];
  expect(dropped).toStrictEqual([{ file: `${path}.refused`, first: first?.seq, count: gone?.count, from, to }]);
  // Everything that has a number is there, or was counted when it went.
  expect(entries.length + (gone?.count ?? 0)).toBe(entries.at(-1)?.seq);
});

test('of a refused call’s argv 1 KiB is kept, and how long it was', async () => {
  const { log, path } = await prepare();
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const argvs = [
    ['unzip', '\u202e'.repeat(9000)],
    ['x', 'y'.repeat(1017)],
    ['x', 'y'.repeat(1016)],
    Array.from({ length: 3000 }, () => 'word'),
    // A secret on which the cut falls is told before it is cut.
    ['x', 'y '.repeat(500), token, token],
    ['x', `${'y '.repeat(490)}${token}${'z'.repeat(500)}`],
    [],
  ];
  for (const argv of argvs) await log.append(refusal({ argv }));
  const entries = await entriesOf(path);
  const kept = entries.map((entry) => (entry.event === 'decision' ? entry : undefined));
  const text = await readFile(`${path}.refused`, 'utf8');
  const written = [...text.matchAll(/"argv":(\[.*?\]),"(?:argvBytes|call)"/g)].map(([, argv = '']) => argv.length);
  expect(written.length).toBe(argvs.length);
  expect(Math.max(...written)).toBeLessThanOrEqual(1024);
  expect(kept.map((entry) => entry?.argvBytes)).toStrictEqual([
    ...argvs.slice(0, 2).map((argv) => Buffer.byteLength(JSON.stringify(argv))),
    undefined,
    ...argvs.slice(3, 6).map((argv) => Buffer.byteLength(JSON.stringify(argv))),
    undefined,
  ]);
  expect(kept[0]?.argv[1]).toMatch(/^\u202e+…\[CUT\]$/);
  expect(kept[2]?.argv).toStrictEqual(argvs[2]);
  expect(text).not.toContain(token.slice(0, 8));
});

test('nothing else makes the line of a refused call long', async () => {
  const { log, path } = await prepare();
  const long = '\u202e'.repeat(9000);
  const many = Array.from({ length: 50 }, () => long);
  const effects = Object.fromEntries(many.map((_, n) => [`${long}${n}`, many]));
  const problems = many;
  await log.append(
    refusal({ call: long, who: long, tool: { name: long, path: long }, command: many, argv: many, effects, problems }),
  );
  const [entry] = await entriesOf(path);
  expect(entry).toMatchObject({ event: 'decision', decision: 'deny', rule: 'network' });
  expect((await readFile(`${path}.refused`, 'utf8')).length).toBeLessThan(8192);
});
