import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLogPlace, decision, entriesOf } from '../testing/audit-events.ts';
import type { AuditEvent } from './audit-event.ts';
import { createAuditLog } from './create-audit-log.ts';

const refusal = (change: object = {}): AuditEvent => {
  const { approved: _, ...rest } = decision({ decision: 'deny', ...change });
  return rest;
};

async function prepare() {
  const { path } = await createLogPlace();
  const log = await createAuditLog(path);
  onTestFinished(() => log.close());
  return { path, log };
}

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
  const text = await readFile(path, 'utf8');
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
  expect((await readFile(path, 'utf8')).length).toBeLessThan(8192);
});
