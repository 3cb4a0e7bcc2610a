import { expect, test } from 'vitest';
import { wrappedPaths } from './screen-executable.ts';

/** The first alternative of each reference. */
function firsts(script: string): (string | undefined)[] {
  return wrappedPaths('/opt/x/bin/tool', script).references.map(([first]) => first);
}

test.each([
  ['exec /usr/lib/x/x "$@"', ['/usr/lib/x/x']],
  ['  exec "/usr/lib/a b/x" "$@"', ['/usr/lib/a b/x']],
  ["exec '/usr/lib/x/x' $*", ['/usr/lib/x/x']],
  ['exec -a "$0" /usr/lib/x/x "$@"', ['/usr/lib/x/x']],
  ['[ -x /a ] && exec /usr/lib/x/x', ['/a', '/usr/lib/x/x']],
  ['FOO=1 /usr/lib/x/x "$@"', ['/usr/lib/x/x']],
  ['exec /usr/bin/env A=1 /usr/bin/python3.11 /usr/share/x/x.py "$@"', ['/usr/share/x/x.py']],
  ['exec node /usr/lib/x/cli.js "$@"', ['/usr/lib/x/cli.js']],
  ['exec java -jar /usr/share/x.jar "$@"', ['/usr/share/x.jar']],
  ['exec "$(dirname "$0")/../lib/x" "$@"', ['/opt/x/bin/../lib/x']],
  [`exec "$(dirname -- "\${BASH_SOURCE[0]}")/x" "$@"`, ['/opt/x/bin/x']],
  [`exec \${0%/*}/../lib/x "$@"`, ['/opt/x/bin/../lib/x']],
  ['exec `dirname $0`/x "$@"', ['/opt/x/bin/x']],
  ['exec node "$basedir/../x/cli.js" "$@"', ['/opt/x/bin/../x/cli.js']],
  ['exec "$HOME/evil" "$@"', []],
  ['exec $EVIL/x "$@"', []],
  ['exec /usr/lib/$ARCH/x "$@"', []],
  ['exec /usr/lib/*/x "$@"', []],
  ['exec x "$@"', []],
  ['# exec /usr/lib/x/x', []],
  ['cat /etc/passwd', []],
  [`exec /usr/lib/x/x ${'y'.repeat(5000)}`, []],
])('the shell line %s hands over to %j', (line, expected) => {
  expect(firsts(`#!/bin/sh\nset -e\n${line}\n`)).toStrictEqual(expected);
});

test.each([
  ["require('../lib/cli')(process)", ['/opt/x/lib/cli']],
  ['require("./cli.js")', ['/opt/x/bin/cli.js']],
  ['import "./cli.js";', ['/opt/x/bin/cli.js']],
  ["import { run } from '../dist/index.js';", ['/opt/x/dist/index.js']],
  ["await import('../dist/index.js')", ['/opt/x/dist/index.js']],
  ["const a=require('./a'),b=require('/usr/lib/b')", ['/opt/x/bin/a', '/usr/lib/b']],
  ["require('fs')", []],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the source that is read
  ['import(`./${name}.js`)', []],
  ['require(path.join("./x"))', []],
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
  ['no script: exec /usr/lib/x "$@"', []],
])('%j hands over to %j', (script, expected) => {
  expect(firsts(script)).toStrictEqual(expected);
});

test.each([
  ['#!/usr/bin/env python3', '/usr/bin/env'],
  ['#! /bin/sh -e', '/bin/sh'],
  ['#!node', undefined],
  ['#!', undefined],
])('%j is run by %s', (line, interpreter) => {
  expect(wrappedPaths('/opt/x/bin/tool', `${line}\n`).interpreter).toBe(interpreter);
});

test('no more than 64 references are followed up', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `exec /usr/lib/x${index} "$@"`);
  expect(firsts(`#!/bin/sh\n${lines.join('\n')}`)).toHaveLength(64);
});

test('a first line of 256 KiB that no system would run takes no time', () => {
  const line = `#!/${'a'.repeat(120_000)} ${'b'.repeat(120_000)}`;
  expect(wrappedPaths('/opt/x/bin/tool', `${line}\rc`).references).toStrictEqual([]);
});
