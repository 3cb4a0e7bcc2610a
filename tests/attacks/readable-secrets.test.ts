// needs: bwrap
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHousehold } from './held-run.ts';

/** Files with credentials, or with what was typed, as programs leave them in a home. */
const SECRETS = readFileSync(join(import.meta.dirname, 'files-with-credentials.txt'), 'utf8')
  .trim()
  .split(/\s+/);

test('what a program without network reads of a home full of credentials', async () => {
  const { lay, byTool } = await createHousehold();
  lay(Object.fromEntries(SECRETS.map((name) => [`home/${name}`, 'SECRET'])));
  const effects = { network: false, filesystem: { read: true, write: false, delete: false } };
  const script = 'cd; for f in "$@"; do grep -qs SECRET "$f" && echo "$f"; done; true';
  const { out } = await byTool('/bin/sh', ['-c', script, 'sh', ...SECRETS], { effects });
  const read = out.split('\n').filter((name) => name !== '');
  // What nobody can know by its name.
  expect(read).toStrictEqual([
    '.ansible-vault-key',
    '.my-own-notes/passwords.txt',
    'Documents/keys.kdbx',
    '.config/unheard-of-tool/token',
  ]);
});

test('the .env of a project is the project’s own', async () => {
  const { lay, byTool } = await createHousehold();
  lay({ 'home/project/.env': 'SECRET' });
  expect((await byTool('/bin/cat', ['.env'], {})).out).toBe('SECRET');
});
