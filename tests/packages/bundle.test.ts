import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';

test('a copy of the program without the file of known programs says so, and knows everything else', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-bundle-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(dirname(ATIP), join(root, 'bundle'), {
    recursive: true,
    filter: (path) => basename(path) !== 'known.pack',
  });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'bin'));
  for (const name of ['jq', 'bit']) writeFileSync(join(root, 'bin', name), '#!/bin/sh\n', { mode: 0o755 });
  const env = { PATH: join(root, 'bin'), HOME: root, XDG_DATA_DIRS: '/nowhere' };
  const list = (program: string): unknown => {
    const args = [program, 'list', '--json', '--verbose'];
    const { tools, skipped } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
    return [tools.map(({ name }: { name: string }) => name), skipped];
  };
  const reason = 'What is known of other programs cannot be read: no such file or directory.';
  expect(list(ATIP)).toStrictEqual([['jq', 'bit'], []]);
  expect(list(join(root, 'bundle/main.js'))).toStrictEqual([
    ['jq'],
    [{ source: '@atip/registry', code: 'unreadable', reason }],
  ]);
});
