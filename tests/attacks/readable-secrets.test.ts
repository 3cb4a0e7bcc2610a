// needs: bwrap
import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTable } from '../read-table.ts';
import { createHousehold, type Household } from './held-run.ts';

/** Files with credentials, or with what was typed, as programs leave them in a home. */
const PLACES = readTable('tests/attacks/credential-places.tsv').map(([place = '']) => place);

const ONLY_READS = { network: false, filesystem: { read: true, write: false, delete: false } };

async function readableOf({ byTool }: Household, paths: readonly string[], more: object = {}): Promise<string[]> {
  const script = 'cd; for f in "$@"; do grep -qs SECRET "$f" && echo "$f"; done; true';
  const { out } = await byTool('/bin/sh', ['-c', script, 'sh', ...paths], { effects: ONLY_READS, ...more });
  return out.split('\n').filter((name) => name !== '');
}

const filled = (paths: readonly string[]) => Object.fromEntries(paths.map((name) => [`home/${name}`, 'SECRET']));

test('a program reads none of the places of a home, those included that nobody could know by name', async () => {
  const house = await createHousehold();
  house.lay(filled(PLACES));
  expect(PLACES.length).toBeGreaterThanOrEqual(152);
  expect(await readableOf(house, PLACES)).toStrictEqual([]);
});

test.each([
  ['the home itself', 'home'],
  ['what holds the home', '.'],
])('nor where it works in %s', async (_name, cwd) => {
  const house = await createHousehold();
  house.lay(filled(PLACES));
  expect(await readableOf(house, PLACES, { cwd: house.at(cwd) })).toStrictEqual([]);
});

test('nor where settings lie elsewhere', async () => {
  const { lay, at, byTool } = await createHousehold({ XDG_CONFIG_HOME: 'config' });
  lay({ 'config/unheard-of-tool/token': 'SECRET' });
  const { out } = await byTool('/bin/cat', [at('config/unheard-of-tool/token')], { effects: ONLY_READS });
  expect(out).toContain('No such file');
});

test('where a person opens the whole home, what is known to be secret stays hidden', async () => {
  const house = await createHousehold();
  house.lay(filled(PLACES));
  expect(await readableOf(house, PLACES, { readable: ['~'] })).toStrictEqual([
    '.my-own-notes/passwords.txt',
    'Documents/keys.kdbx',
    '.config/unheard-of-tool/token',
  ]);
});

test('what a program shows of itself leads to no secret', async () => {
  const house = await createHousehold();
  house.lay({ ...filled(['.ssh/id_rsa', '.config/gh/hosts.yml', '.toolrc', 'Documents/x']) });
  symlinkSync(house.at('home/.ssh/id_rsa'), house.at('home/.link'));
  const places = ['.ssh/id_rsa', '.config/gh/hosts.yml', '.toolrc', '.link', 'Documents/x'];
  const shown = ['.ssh', '.config', '.toolrc', '.link', 'Documents'].map((name) => house.at(`home/${name}`));
  expect(await readableOf(house, places, { shown })).toStrictEqual(['.toolrc']);
});

const ENVIRONMENTS = ['.env', '.env.local', 'packages/a/.env.production', '.env.example'];

test('the .env files of a project are hidden, but for the tool that is granted them', async () => {
  const house = await createHousehold();
  const paths = ENVIRONMENTS.map((name) => `project/${name}`);
  house.lay(filled(paths));
  symlinkSync(house.at('home/project/.env'), house.at('home/project/harmless.txt'));
  const asked = [...paths, 'project/harmless.txt'];
  expect(await readableOf(house, asked)).toStrictEqual(['project/.env.example']);
  expect(await readableOf(house, asked, { granted: { places: [], envFiles: true } })).toStrictEqual(asked);
  const writes = { effects: { filesystem: { read: true, write: true } } };
  expect(await readableOf(house, asked, writes)).toStrictEqual(['project/.env.example']);
});

test('git loses no .env that it tracks, and adds none as empty', async () => {
  const { lay, byHand, byTool } = await createHousehold();
  byHand('git', ['init', '-q']);
  lay({ 'home/project/.env': 'TRACKED' });
  byHand('git', ['add', '.env']);
  byHand('git', ['commit', '-qm', 'x']);
  lay({ 'home/project/.env.local': 'SECRET' });
  const added = await byTool('/usr/bin/git', ['add', '-A'], { command: ['add'] });
  expect(added.out).toContain('Permission denied');
  expect(byHand('git', ['status', '--short'])).toBe('?? .env.local\n');
});
