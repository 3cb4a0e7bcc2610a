import { ExecutionError } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { childEnvironment, searchPath, toolEnvironment } from './child-environment.ts';

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

test.each([
  ['HTTPS_PROXY', 'http://user:pa@ss@proxy:3128', 'http://proxy:3128'],
  ['http_proxy', 'user:pass@proxy:3128', 'proxy:3128'],
  ['https_proxy', 'proxy:3128', 'proxy:3128'],
  ['NO_PROXY', 'localhost,.corp', 'localhost,.corp'],
  ['SSL_CERT_FILE', '/etc/corp.pem', '/etc/corp.pem'],
])('the way into the network passes without a password: %s=%s', (name, value, passed) => {
  expect(childEnvironment({ [name]: value })[name]).toBe(passed);
  expect(toolEnvironment({ [name]: value }, [name])[name]).toBe(value);
});

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

const SOURCE = { PATH: '/usr/bin', GH_TOKEN: 'ghp_x', OTHER: 'y', LD_PRELOAD: '/evil.so' };

test('a named variable passes, if it is there, and nothing else does', () => {
  expect(toolEnvironment(SOURCE, ['GH_TOKEN', 'MISSING'])).toStrictEqual({
    ...childEnvironment(SOURCE),
    GH_TOKEN: 'ghp_x',
  });
  expect(toolEnvironment(SOURCE, [])).toStrictEqual(childEnvironment(SOURCE));
  expect(toolEnvironment({ ...SOURCE, PAGER: 'evil' }, ['PATH', 'PAGER'])).toStrictEqual(childEnvironment(SOURCE));
});

test.each([
  'LD_PRELOAD',
  'ld_preload',
  'DYLD_INSERT_LIBRARIES',
  'NODE_OPTIONS',
  'PYTHONPATH',
  'PERL5OPT',
  'RUBYOPT',
  'GIT_SSH_COMMAND',
  'BASH_ENV',
  'ENV',
  'HOME',
  'EDITOR',
  'VISUAL',
  'BROWSER',
  'MANPAGER',
  'SSH_ASKPASS',
  'IFS',
  'PROMPT_COMMAND',
  'JAVA_TOOL_OPTIONS',
  'ATIP_RUN',
])('what would run other code never passes: %s', (name) => {
  expect(() => toolEnvironment(SOURCE, [name])).toThrow(ExecutionError);
});
