import { ExecutionError } from '@atip/core';
import { expect, test } from 'vitest';
import { childEnvironment, toolEnvironment } from './child-environment.ts';

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
