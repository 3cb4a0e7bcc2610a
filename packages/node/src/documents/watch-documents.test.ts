import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { xdgPaths } from '../process/xdg-paths.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { watchDocuments } from './watch-documents.ts';

/** Directories of which none is there yet. */
async function prepare() {
  const { path: home, at } = await createTemporaryDirectory();
  const paths = xdgPaths({ HOME: home, XDG_DATA_DIRS: at('system') });
  const problems: unknown[] = [];
  let hear: () => void = () => undefined;
  const watching = watchDocuments(
    paths,
    () => hear(),
    (error) => problems.push(error),
  );
  onTestFinished(() => watching.close());
  /** Resolves when a change is told that came after the work began. */
  const after = async (work: () => Promise<unknown>): Promise<void> => {
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    await work();
    await heard;
  };
  const listen = (told: () => void): void => {
    hear = told;
  };
  return { at, paths, problems, after, listen };
}

test('a document is noticed that comes, changes, and goes, in a directory that was not there', async () => {
  const { paths, problems, after } = await prepare();
  const file = `${paths.tools}/demo.json`;
  await after(() => mkdir(paths.tools, { recursive: true }));
  await after(() => writeFile(file, '{}'));
  await after(() => writeFile(file, '{ }'));
  await after(() => rename(file, `${paths.tools}/other.json`));
  await after(async () => {
    await rm(paths.tools, { recursive: true });
    await mkdir(paths.tools);
  });
  await after(() => writeFile(file, '{}'));
  await after(() => rm(paths.data, { recursive: true }));
  await after(() => mkdir(paths.shims, { recursive: true }));
  expect(problems).toStrictEqual([]);
});

test('our own state and record are no change of the documents', async () => {
  const { paths, after, listen } = await prepare();
  let told = 0;
  listen(() => {
    told += 1;
  });
  await mkdir(paths.state, { recursive: true });
  await mkdir(paths.data, { recursive: true });
  await writeFile(paths.auditLogs, '{}');
  await delay(500);
  expect(told).toBe(0);
  await after(() => writeFile(paths.registry, '{}'));
});
