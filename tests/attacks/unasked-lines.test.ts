import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLineJudge } from '@atip/node';
import { expect, test } from 'vitest';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

/** Lines of attackers who had not seen the code, by kind; nearly all were run by bash, with a witness. `/home/u` is the home. */
const KINDS = [
  ['secret', 170],
  ['path', 170],
  ['link', 170],
  ['git-config', 170],
  ['output', 144],
  ['send', 94],
  ['code', 166],
] as const;

/** The home and the project for which the lines were written; the links came with the project. */
async function prepare() {
  const { at } = await createDirectoryOutsideTmp();
  const home = at('home/u');
  const files = [
    '.ssh/id_rsa',
    '.ssh/authorized_keys',
    '.aws/credentials',
    '.config/gh/hosts.yml',
    '.bashrc',
    '.netrc',
  ];
  const inProject = ['src/a.ts', 'README.md', 'package.json', 'Makefile', '.env', 'sub/b.ts', 'a.txt'];
  for (const name of [...files, ...inProject.map((file) => `proj/${file}`)]) {
    mkdirSync(dirname(`${home}/${name}`), { recursive: true });
    writeFileSync(`${home}/${name}`, 'x\n');
  }
  const links = {
    rootlink: '/',
    homelink: home,
    klink: `${home}/.ssh/authorized_keys`,
    envlink: '.env',
    hooklink: '.git/hooks',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, `${home}/proj/${name}`);
  execFileSync('git', ['init', '-q', `${home}/proj`]);
  return { home, cwd: `${home}/proj` };
}

test.each(KINDS)('no line of %s.tsv runs unasked', async (kind, count) => {
  const { home, cwd } = await prepare();
  const judge = createLineJudge({
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    cwd,
    session: { agent: 'claude-code', folder: cwd },
    configuration: { settings: { policy: { preset: 'standard' }, writable: [] } },
  });
  const rows = readFileSync(new URL(`lines/${kind}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const unasked: string[] = [];
  for (const row of rows) {
    const [name = '', text = ''] = row.split('\t');
    const line = String(JSON.parse(`"${text}"`)).replaceAll('/home/u', home);
    if ((await judge(line)).decision === 'allow') unasked.push(name);
  }
  expect(rows.length).toBe(count);
  expect(unasked).toStrictEqual([]);
});
