import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createExistingPath } from '../files/real-path.ts';
import { expect, test } from 'vitest';
import { createTree } from '../testing/temporary-directory.ts';
import { secretPaths } from './surroundings.ts';

/** Without those of the system, which differ between machines and users. */
function found(home: string, env: Readonly<Record<string, string>> = {}, more: readonly string[] = []) {
  return secretPaths(home, env, more, createExistingPath()).filter(({ path }) => !path.startsWith('/etc/'));
}

test('links are followed: to a directory elsewhere, and from inside one to a file elsewhere', async () => {
  const home = await createTree('keys/id', '.aws/', 'big/', 'dotfiles/credentials');
  symlinkSync('keys', join(home, '.ssh'));
  symlinkSync('../dotfiles/credentials', join(home, '.aws/credentials'));
  symlinkSync('../big', join(home, '.aws/big'));
  symlinkSync('nowhere', join(home, '.netrc'));
  expect(found(home)).toStrictEqual([
    { path: join(home, 'keys'), directory: true },
    { path: join(home, '.aws'), directory: true },
    { path: join(home, 'dotfiles/credentials'), directory: false },
  ]);
});

test('variables name other places, and a caller more', async () => {
  const path = await createTree('home/', 'config/gh/', 'state/agent-tools/', 'gpg/', 'mine/', 'kube');
  const at = (name: string): string => join(path, name);
  const env = {
    XDG_CONFIG_HOME: at('config'),
    XDG_STATE_HOME: at('state'),
    GNUPGHOME: at('gpg'),
    KUBECONFIG: at('kube'),
    NETRC: 'relative',
    DOCKER_CONFIG: '/',
  };
  expect(found(at('home'), env, [at('mine'), at('missing')])).toStrictEqual([
    { path: at('config/gh'), directory: true },
    { path: at('state/agent-tools'), directory: true },
    { path: at('gpg'), directory: true },
    { path: at('kube'), directory: false },
    { path: at('mine'), directory: true },
  ]);
});
