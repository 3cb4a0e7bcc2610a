// needs: git
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { createLineScene, readLineTable } from './line-scene.ts';

const COMMITTED =
  'src/a.ts src/b.ts src/mod.ts src/lib/c.ts src/lib/d.ts docs/guide.md docs/index.md README.md package.json package-lock.json kept.txt uv.lock coverage/kept/x odd/a';
const OTHER =
  'notes.txt nötes.txt staged.txt twin.txt note1.txt notes-dir/n.txt notes-dir/a.ts notes-dir/src/a.ts notes-dir/sub.txt other-dir/sub.txt out/results.csv build/rows.csv ' +
  'data/rows.csv vendor-dist/x vendor/x dist/a.js dist/a.js.map dist2/x node_modules/x/index.js packages/lib/node_modules/y/index.js kept.txt.bak coverage/own/y .envrc a.patch x.sed';

/** A project in which some files are as HEAD has them, and others are changed, new, linked or named twice. */
async function prepare() {
  const temporary = await createTemporaryDirectory(onTestFinished, '/tmp');
  writeFileSync(temporary.at('own'), 'mine');
  const links = {
    'src-link': 'src',
    'link-to-notes': 'notes-dir',
    'file-link': 'src/a.ts',
    'target-link': 'data',
    target: 'data',
  };
  const scene = await createLineScene(
    ['other.txt', '.bashrc', ...COMMITTED.split(' ').map((name) => `proj/${name}`)],
    links,
  );
  const { home, cwd } = scene;
  const git = (where: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@x', ...args], {
      cwd: where,
      env: { HOME: home, PATH: process.env['PATH'] },
    });
  const put = (name: string, text = 'mine\n') => {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  put('.gitignore', 'node_modules\ndist\ntarget\ncoverage\n.pytest_cache\nout/*\n!out/results.csv\ndata\nvendor\n');
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '-f', '--', ...COMMITTED.split(' '), '.gitignore', 'file-link');
  git(cwd, 'commit', '-qm', 'all');
  for (const name of [...OTHER.split(' '), 'src/mod.ts', 'odd/a b', 'b']) put(name);
  linkSync(join(cwd, 'twin.txt'), join(home, 'twin'));
  git(cwd, 'add', 'staged.txt');
  mkdirSync(join(home, 'clone'));
  git(join(home, 'clone'), 'init', '-q');
  writeFileSync(join(home, 'clone/x.txt'), 'x');
  git(join(home, 'clone'), 'add', '-A');
  git(join(home, 'clone'), 'commit', '-qm', 'x');
  return { ...scene, temporary: `${basename(temporary.path)}/own` };
}

test('lines that lose only what git or a build brings back run unasked, and their neighbours do not', async () => {
  const { home, temporary, unasked } = await prepare();
  const rows = readLineTable('saved').filter(([first = '']) => first === 'run' || first === 'ask');
  const lines = rows.map(([decision, text = '']) => ({
    decision,
    line: String(JSON.parse(`"${text}"`))
      .replaceAll('/home/u', home)
      .replace('%TMP%', temporary),
  }));
  expect(lines.length).toBeGreaterThan(150);
  const allowed = new Set(await unasked(lines.map(({ line }) => line)));
  expect(lines.filter(({ decision, line }) => (decision === 'run') !== allowed.has(line))).toStrictEqual([]);
});
