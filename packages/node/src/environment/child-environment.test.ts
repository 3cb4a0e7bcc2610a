import { expect, test } from 'vitest';
import { childEnvironment, searchPath } from './child-environment.ts';

const FIXED = {
  CI: '1',
  NO_COLOR: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
  LANG: 'C.UTF-8',
};

test('only listed variables pass, and the fixed ones win', () => {
  const environment = childEnvironment({
    PATH: '/usr/bin',
    HOME: '/home/a',
    USER: 'a',
    XDG_CONFIG_HOME: '/home/a/.config',
    LANG: 'de_DE',
    PAGER: '/tmp/evil',
    LD_PRELOAD: '/tmp/evil.so',
    DYLD_INSERT_LIBRARIES: '/tmp/evil.dylib',
    NODE_OPTIONS: '--require=/tmp/evil.js',
    PYTHONPATH: '/tmp',
    PERL5OPT: '-Mevil',
    BASH_ENV: '/tmp/evil',
    GIT_SSH_COMMAND: 'evil',
    SSH_AUTH_SOCK: '/run/agent',
    GH_TOKEN: 'ghp_x',
    AWS_SECRET_ACCESS_KEY: 'x',
  });
  expect(environment).toStrictEqual({
    ...FIXED,
    PATH: '/usr/bin',
    HOME: '/home/a',
    USER: 'a',
    XDG_CONFIG_HOME: '/home/a/.config',
  });
});

test.each([
  ['/usr/bin:.:bin:/bin', ['/usr/bin', '/bin']],
  [':/usr/bin:', ['/usr/bin']],
  ['', []],
])('relative and empty PATH entries do not count: %j', (PATH, expected) => {
  expect(searchPath({ PATH })).toStrictEqual(expected);
});

test('no PATH is an empty one', () => {
  expect(childEnvironment({})).toStrictEqual({ ...FIXED, PATH: '' });
});
