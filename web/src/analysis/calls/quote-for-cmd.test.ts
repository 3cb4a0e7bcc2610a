import { expect, test } from 'vitest';
import { quoteForCmd } from './quote-for-cmd.ts';

test.each([
  [['git', 'log', '-n'], 'git log -n'],
  [['git', 'a b'], 'git "a b"'],
  [['git', ''], 'git ""'],
  [['git', 'a & b | c > d ^ (e)'], 'git "a & b | c > d ^ (e)"'],
  [['git', '--max-count=2', 'a,b;c'], 'git "--max-count=2" "a,b;c"'],
  [['git', 'C:\\a b\\'], 'git "C:\\a b\\\\"'],
  [['git', 'C:\\a'], 'git C:\\a'],
  [['C:\\git.exe', '/a'], 'C:\\git.exe /a'],
  [['/usr/bin/git', 'a'], '"/usr/bin/git" a'],
  [[':git', 'a'], '":git" a'],
])('%j is written as %s', (argv, text) => {
  expect(quoteForCmd(argv)).toStrictEqual({ ok: true, text });
});

test.each([
  ['%PATH%', 'cmd replaces %NAME%'],
  ['wow!', 'cmd replaces !NAME!'],
  ['say "x"', 'different rules'],
  ['a\nb', 'first line break'],
  ['\u001b', 'characters that cannot be seen'],
])('%j is refused with its reason', (value, reason) => {
  const quoted = quoteForCmd(['git', value]);
  expect(quoted.ok ? quoted.text : quoted.reason).toContain(reason);
});

test.each(['call', 'for', 'START', 'del'])('%s is cmd’s own, and no program can be meant', (name) => {
  expect(quoteForCmd([name, 'a & b'])).toStrictEqual({
    ok: false,
    reason: `No form is safe here: cmd has a command of its own called ${name}.`,
  });
});
