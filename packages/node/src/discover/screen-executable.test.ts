import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPathLocator, currentAccount } from '../executables/find-executable.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { followWrapper, wrappedPaths } from './screen-executable.ts';

const US = currentAccount() ?? { uid: -1, gids: [] };

async function prepare() {
  const { path, at, write } = await createTemporaryDirectory();
  const file = (name: string, mode?: number) => write(name, 'x', mode);
  const script = await file('bin/tool', 0o755);
  /** Names of the targets without the directory, or the code of a refusal. */
  const follow = (text: string) => {
    const found = followWrapper({ path: script, text }, US, createPathLocator(US));
    return 'code' in found ? found.code : found.targets.map((target) => target.real.replace(`${path}/`, ''));
  };
  return { at, file, follow, script };
}

test.each([
  ['a Node script that names a directory', 'lib/index.js', "#!/usr/bin/env node\nrequire('../lib')"],
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

/** The first alternative of each reference. */
function firsts(script: string): (string | undefined)[] {
  return wrappedPaths('/opt/x/bin/tool', script).references.map(([first]) => first);
}

test.each([
  ['exec /usr/lib/x/x "$@"', ['/usr/lib/x/x']],
  ['exec -a "$0" /usr/lib/x/x "$@"', ['/usr/lib/x/x']],
  ['exec /usr/bin/env A=1 /usr/bin/python3.11 /usr/share/x/x.py "$@"', ['/usr/share/x/x.py']],
  ['exec node /usr/lib/x/cli.js "$@"', ['/usr/lib/x/cli.js']],
  ['exec "$(dirname "$0")/../lib/x" "$@"', ['/opt/x/bin/../lib/x']],
  [`exec "$(dirname -- "\${BASH_SOURCE[0]}")/x" "$@"`, ['/opt/x/bin/x']],
  [`exec \${0%/*}/../lib/x "$@"`, ['/opt/x/bin/../lib/x']],
  ['exec node "$basedir/../x/cli.js" "$@"', ['/opt/x/bin/../x/cli.js']],
  ['exec "$HOME/evil" "$@"', []],
  ['exec /usr/lib/$ARCH/x "$@"', []],
  ['exec /usr/lib/*/x "$@"', []],
  ['# exec /usr/lib/x/x', []],
  ['cat /etc/passwd', []],
  [`exec /usr/lib/x/x ${'y'.repeat(5000)}`, []],
])('the shell line %s hands over to %j', (line, expected) => {
  expect(firsts(`#!/bin/sh\nset -e\n${line}\n`)).toStrictEqual(expected);
});

test.each([
  ["require('../lib/cli')(process)", ['/opt/x/lib/cli']],
  ['require("./cli.js")', ['/opt/x/bin/cli.js']],
  ["import { run } from '../dist/index.js';", ['/opt/x/dist/index.js']],
  ["const a=require('./a'),b=require('/usr/lib/b')", ['/opt/x/bin/a', '/usr/lib/b']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the source that is read
  ['import(`./${name}.js`)', []],
])('the Node script %s hands over to %j', (code, expected) => {
  expect(firsts(`#!/usr/bin/env node\n${code}\n`)).toStrictEqual(expected);
});

test("Node's suffixes are tried in its order", () => {
  const { references } = wrappedPaths('/opt/x/bin/tool', "#!/usr/bin/env node\nrequire('./a')");
  expect(references).toStrictEqual([
    ['/opt/x/bin/a', '/opt/x/bin/a.js', '/opt/x/bin/a.cjs', '/opt/x/bin/a.mjs', '/opt/x/bin/a/index.js'],
  ]);
});

test.each([
  ['#!/usr/bin/python3\nfrom pkg.cli import main', ['/opt/x/bin/pkg/cli.py']],
  ['#!/usr/bin/env -S python3 -I\nimport sys\n  from pkg import main', ['/opt/x/bin/sys.py', '/opt/x/bin/pkg.py']],
  ['#!/usr/bin/python3\nfrom .relative import main\n# from other import x', []],
  ["#!/bin/sh\n'''exec' \"/opt/a b/bin/python3\" \"$0\" \"$@\"\n' '''\nfrom pkg import main", ['/opt/x/bin/pkg.py']],
  ['#!/usr/bin/perl\nexec "/usr/lib/x"; require "./x.pl"', []],
])('%j hands over to %j', (script, expected) => {
  expect(firsts(script)).toStrictEqual(expected);
});
