import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decision, entriesOf, fill } from '../testing/audit-events.ts';
import { distScript } from '../testing/dist-script.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { verifyAuditLog } from './read-audit-log.ts';

async function prepare(): Promise<{ readonly directory: string; readonly path: string }> {
  const { path: directory } = await createTemporaryDirectory();
  return { directory, path: join(directory, 'audit.jsonl') };
}

/** Every number is there, or was counted when it went. @returns how many went */
async function expectSum(path: string): Promise<number> {
  const { problems, dropped } = await verifyAuditLog(path);
  expect(problems).toStrictEqual([]);
  const entries = await entriesOf(path);
  const [gone] = dropped;
  expect(gone?.first ?? 1).toBe(entries[0]?.seq);
  expect((gone?.count ?? 0) + entries.length).toBe(entries.at(-1)?.seq);
  return gone?.count ?? 0;
}

const FEW = { maxBytes: 1300, keep: 2 };

test('the sum goes on from file to file, also when more or fewer files are kept from then on', async () => {
  const { path } = await prepare();
  await fill(path, 5, FEW);
  const sums = [await expectSum(path)];
  for (const settings of [FEW, { ...FEW, keep: 6 }, { ...FEW, keep: 6 }, { ...FEW, keep: 1 }, FEW]) {
    await fill(path, 7, settings);
    sums.push(await expectSum(path));
  }
  expect(sums[0]).toBe(0);
  expect(sums).toStrictEqual(sums.toSorted((a, b) => a - b));
  expect(sums.at(-1)).toBeGreaterThan(20);
});

test('a writer that was killed at any moment of a rotation leaves sums that are right', async () => {
  const { directory, path } = await prepare();
  await mkdir(join(directory, 'script'));
  const script = distScript(
    join(directory, 'script'),
    `import { createAuditLog } from './audit/create-audit-log.ts';
     const log = await createAuditLog(process.argv[2], { maxBytes: 1, keep: 1 });
     console.log('begun');
     for (;;) await log.append(${JSON.stringify(decision())});`,
  );
  for (let kill = 0; kill < 10; kill += 1) {
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
    child.kill('SIGKILL');
    await once(child, 'close');
    await fill(path, 1, { maxBytes: 1_000_000, keep: 1 });
    await expectSum(path);
  }
});

test('a writer that was killed between counting what goes and removing it counts it once', async () => {
  const { directory, path } = await prepare();
  await fill(path, 30, FEW);
  const names = ['', '.1', '.2', '.head'];
  const copy = (from: string, to: string) => Promise.all(names.map((name) => copyFile(from + name, to + name)));
  const before = await expectSum(path);
  // The files as they were before the rotation, with the head that counts what it is going to remove.
  while ((await expectSum(path)) === before) {
    await copy(path, join(directory, 'before'));
    await fill(path, 1, FEW);
  }
  const { first, removed } = JSON.parse(await readFile(`${path}.head`, 'utf8')).main;
  await copy(join(directory, 'before'), path);
  const head = JSON.parse(await readFile(`${path}.head`, 'utf8'));
  await writeFile(`${path}.head`, JSON.stringify({ ...head, main: { ...head.main, first, removed } }));
  await fill(path, 1, FEW);
  await expectSum(path);
});

test('what is older than it may be goes, file by file, is counted, and the chain verifies', async () => {
  const { path } = await prepare();
  const at = async (day: number): Promise<void> => {
    const clock = () => new Date(Date.UTC(2026, 0, 1 + day));
    await fill(path, 2, { keepDays: 16, clock });
  };
  const days = async () =>
    (await entriesOf(path)).map(({ time }) => (Date.parse(time) - Date.UTC(2026, 0, 1)) / 86_400_000);
  // A file is begun anew once its first entry is two days old.
  for (const day of [0, 1, 3, 5]) await at(day);
  expect(await days()).toStrictEqual([0, 0, 1, 1, 3, 3, 5, 5]);
  await at(18);
  expect(await days()).toStrictEqual([3, 3, 5, 5, 18, 18]);
  expect(await expectSum(path)).toBe(4);
  await at(40);
  expect(await days()).toStrictEqual([18, 18, 40, 40]);
  expect(await expectSum(path)).toBe(8);
});

test.each([0, -1, Number.NaN])('%s days are refused', async (keepDays) => {
  await expect(fill((await prepare()).path, 1, { keepDays })).rejects.toThrow(RangeError);
});
