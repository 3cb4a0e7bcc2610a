import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogPlace, entriesOf, fill } from '../testing/audit-events.ts';
import { verifyAuditLog } from './read-audit-log.ts';

/** Every number is there, or was counted when it went. @returns how many went */
async function expectSum(path: string): Promise<number> {
  const { problems, dropped } = await verifyAuditLog(path);
  expect(problems).toStrictEqual([]);
  const entries = await entriesOf(path);
  expect(dropped?.first ?? 1).toBe(entries[0]?.seq);
  expect((dropped?.count ?? 0) + entries.length).toBe(entries.at(-1)?.seq);
  return dropped?.count ?? 0;
}

const FEW = { maxBytes: 1300, keep: 2 };

test('the sum goes on from file to file, also when more or fewer files are kept from then on', async () => {
  const { path } = await createLogPlace();
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

test('a writer that was killed between counting what goes and removing it counts it once', async () => {
  const { directory, path } = await createLogPlace();
  await fill(path, 30, FEW);
  const names = ['', '.1', '.2', '.head'];
  const copy = (from: string, to: string) => Promise.all(names.map((name) => copyFile(from + name, to + name)));
  const before = await expectSum(path);
  // The files as they were before the rotation, with the head that counts what it is going to remove.
  while ((await expectSum(path)) === before) {
    await copy(path, join(directory, 'before'));
    await fill(path, 1, FEW);
  }
  const { first, removed } = JSON.parse(await readFile(`${path}.head`, 'utf8'));
  await copy(join(directory, 'before'), path);
  const head = JSON.parse(await readFile(`${path}.head`, 'utf8'));
  await writeFile(`${path}.head`, JSON.stringify({ ...head, first, removed }));
  await fill(path, 1, FEW);
  await expectSum(path);
});
