import { expect, test } from 'vitest';
import { secretVariables } from './secret-variables.ts';

test('variables are secret by their name, or by their value', () => {
  const environment = {
    HOME: '/home/u',
    PATH: '/usr/bin:/bin',
    PWD: '/home/u/proj',
    SSH_AUTH_SOCK: '/tmp/ssh-x/agent.1',
    GH_TOKEN: 'x',
    EMPTY_TOKEN: '',
    USE_TOKEN: 'true',
    DATABASE_URL: 'postgres://app:correct-horse@db/app',
    REDIS_URL: 'redis://localhost:6379',
    NOTE: 'glpat-0123456789abcdefghij',
    UNSET_KEY: undefined,
  };
  expect(secretVariables(environment)).toStrictEqual(['GH_TOKEN', 'DATABASE_URL', 'NOTE']);
});
