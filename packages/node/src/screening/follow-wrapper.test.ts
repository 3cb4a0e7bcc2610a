import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { currentAccount } from '../executables/check-writers.ts';
import { followWrapper } from './screen-executable.ts';
import { createPathLocator } from '../executables/locate-path.ts';

const US = currentAccount() ?? { uid: -1, gids: [] };

async function prepare() {
  const { path, remove } = await createTemporaryDirectory();
  onTestFinished(remove);
  const at = (name: string): string => join(path, name);
  const file = async (name: string, mode = 0o644): Promise<string> => {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), 'x');
    await chmod(at(name), mode);
    return at(name);
  };
  const script = await file('bin/tool', 0o755);
  /** Names of the targets without the directory, or the code of a refusal. */
  const follow = (text: string) => {
    const found = followWrapper({ path: script, text }, US, createPathLocator(US));
    return 'code' in found ? found.code : found.targets.map((target) => target.real.replace(`${path}/`, ''));
  };
  return { at, file, follow, script };
}

test.each([
  ['a shell wrapper', 'lib/x', '#!/bin/sh\nexec "$(dirname "$0")/../lib/x" "$@"'],
  ['a Node script', 'lib/x.js', "#!/usr/bin/env node\nrequire('../lib/x')"],
  ['a Node script that names a directory', 'lib/index.js', "#!/usr/bin/env node\nrequire('../lib')"],
  [
    "a stub of the script's prefix",
    'lib/python3.11/site-packages/pkg/cli.py',
    '#!/usr/bin/env python3\nfrom pkg.cli import main',
  ],
  ['a stub of a package', 'lib/python3/dist-packages/pkg/__init__.py', '#!/usr/bin/env python3\nimport pkg'],
  ['a stub beside its module', 'bin/pkg.py', '#!/usr/bin/env python3\nfrom pkg import main'],
])('%s leads to %s', async (_title, target, text) => {
  const { file, follow } = await prepare();
  await file(target);
  expect(follow(text)).toStrictEqual([target]);
});

test("a stub leads to the modules of its interpreter's prefix, as the stub names it", async () => {
  const { at, file, follow } = await prepare();
  await file('venv/lib/python3.12/site-packages/pkg/cli.py');
  await mkdir(at('venv/bin'));
  await symlink('/bin/sh', at('venv/bin/python3'));
  const expected = ['venv/lib/python3.12/site-packages/pkg/cli.py'];
  expect(follow(`#!${at('venv/bin/python3')}\nfrom pkg.cli import main`)).toStrictEqual(expected);
});

test('the interpreter is what the verdict depends on besides', async () => {
  const { script } = await prepare();
  const found = followWrapper({ path: script, text: '#!/bin/sh\n' }, US, createPathLocator(US));
  expect(found).toMatchObject({ targets: [], interpreter: { path: '/bin/sh' } });
});

test('a wrapper that leads to a pipe, a device, a directory, nothing or itself has no target', async () => {
  const { at, follow, script } = await prepare();
  execFileSync('mkfifo', [at('pipe')]);
  await symlink('loop', at('loop'));
  const words = [at('pipe'), '/dev/null', at('bin'), at('gone'), at('loop'), script].join(' ');
  expect(follow(`#!/bin/sh\nexec ${words} "$@"`)).toStrictEqual([]);
});

test('a file that everyone may write makes the script unsafe, as target and as interpreter', async () => {
  const { at, file, follow } = await prepare();
  const open = await file('lib/open', 0o666);
  await file('shared/x');
  await chmod(at('shared'), 0o777);
  await symlink('lib/open', at('link'));
  for (const path of [open, at('shared/x'), at('link')]) {
    expect(follow(`#!/bin/sh\nexec ${path} "$@"`)).toBe('unsafe-target');
    expect(follow(`#!${path}\n`)).toBe('unsafe-target');
  }
});

test('eight targets are followed, each once', async () => {
  const { file, follow } = await prepare();
  const paths: string[] = [];
  for (let count = 0; count < 10; count += 1) paths.push(await file(`lib/x${count}`));
  const lines = paths.flatMap((path) => [`exec ${path} "$@"`, `exec ${path}`]);
  expect(follow(`#!/bin/sh\n${lines.join('\n')}`)).toStrictEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((count) => `lib/x${count}`),
  );
});
