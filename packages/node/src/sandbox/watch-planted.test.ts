import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { moveAside } from './watch-planted.ts';

const NOW = new Date('2026-11-22T21:30:00Z');

test('each kind of file is moved as it is, also to another file system', async () => {
  const { path } = await createTemporaryDirectory();
  const aside = mkdtempSync('/dev/shm/atip-test-');
  onTestFinished(() => rmSync(aside, { recursive: true }));
  const at = (name: string): string => join(path, name);
  mkdirSync(at('.vscode/deep'), { recursive: true });
  writeFileSync(at('.vscode/deep/tasks.json'), 'x');
  symlinkSync('../../mine', at('.vscode/link'));
  writeFileSync(at('mine'), 'mine');
  writeFileSync(at('.envrc'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync('mine', at('.npmrc'));
  execFileSync('mkfifo', [at('.vscode/pipe')]);
  const names = ['.vscode', '.envrc', '.npmrc'];
  const outcomes = await moveAside(
    [...names, '.gone'].map((name) => ({ path: at(name), why: 'because' })),
    aside,
    NOW,
  );
  expect(outcomes.map(({ movedTo }) => movedTo?.slice(aside.length + 1).replace(/-[0-9a-f]{6}\//, '/'))).toStrictEqual(
    names.map((name, index) => `2026-11-22T21-30-00/${index + 1}/${name}`),
  );
  const [directory = '', script = '', link = ''] = outcomes.map(({ movedTo = '' }) => movedTo);
  expect(names.filter((name) => existsSync(at(name)))).toStrictEqual([]);
  expect(readFileSync(join(directory, 'deep/tasks.json'), 'utf8')).toBe('x');
  expect([readlinkSync(join(directory, 'link')), readlinkSync(link)]).toStrictEqual(['../../mine', 'mine']);
  expect(readFileSync(at('mine'), 'utf8')).toBe('mine');
  expect(lstatSync(script).mode & 0o777).toBe(0o600);
  expect(lstatSync(dirname(dirname(script))).mode & 0o777).toBe(0o700);
  const manifest: unknown = JSON.parse(readFileSync(join(dirname(dirname(script)), 'manifest.json'), 'utf8'));
  expect(manifest).toHaveLength(names.length);
  expect(manifest).toContainEqual({ path: at('.envrc'), movedTo: script, why: 'because', mode: '755' });
});

test('what cannot be moved is said, and the rest is moved', async () => {
  const { path } = await createTemporaryDirectory();
  writeFileSync(join(path, '.envrc'), '');
  const outcomes = await moveAside(
    // The first is where nothing can be taken from.
    ['/proc/self/status', join(path, '.envrc')].map((planted) => ({ path: planted, why: 'because' })),
    join(path, 'state/moved-aside'),
    NOW,
  );
  expect(outcomes.map(({ problem }) => problem !== undefined)).toStrictEqual([true, false]);
});
