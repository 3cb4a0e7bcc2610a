// needs: git
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLineScene, readLineTable } from './line-scene.ts';

const COMMITTED =
  'src/a.ts src/b.ts src/lib/c.ts src/main.go src/x/d.ts src/x/e.ts docs/guide.md docs/index.md README.md package.json app/a.php app/b.php odd/a.md space/c.txt .vscode/settings.json vendored/node_modules/z.js package-lock.json';

export async function prepare() {
  const scene = await createLineScene(
    ['.bashrc', '.ssh/id_rsa', ...COMMITTED.split(' ').map((name) => `proj/${name}`)],
    { 'src-link': 'src', 'docs-link.txt': 'docs/guide.md' },
  );
  const { home, cwd } = scene;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@x', ...args], {
      cwd,
      env: { HOME: home, PATH: process.env['PATH'] },
    });
  const put = (name: string, text = 'mine\n') => {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  put('.gitignore', 'node_modules\n__pycache__\n');
  git('init', '-q', '-b', 'main');
  for (const name of ['spaced/a -e1e id.md', 'quoted/a"b.md', '-n.yml']) put(name);
  git('add', '-f', '--', ...COMMITTED.split(' '), '.gitignore', 'spaced', 'quoted', '-n.yml');
  git('commit', '-qm', 'all');
  git('branch', 'done');
  git('branch', 'feat/x');
  put('vendored/node_modules/z.js', 'changed\n');
  put('odd/-e1e id.md');
  put('space/a b.txt');
  put('lines/a\nb.txt');
  put('own/notes.txt');
  put('own/sub/x.txt');
  put('app/__pycache__/a.pyc');
  put('src/__pycache__/b.pyc');
  put('node_modules/x/index.js');
  put('packages/p/node_modules/y/index.js');
  return { ...scene, git, put };
}

test('commands that take the names of a list are judged by each of them', async () => {
  const { unasked } = await prepare();
  const rows = readLineTable('listed').filter(([first = '']) => first === 'run' || first === 'ask');
  const lines = rows.map(([decision, text = '']) => ({ decision, line: String(JSON.parse(`"${text}"`)) }));
  const allowed = new Set(await unasked(lines.map(({ line }) => line)));
  expect(lines.filter(({ decision, line }) => (decision === 'run') !== allowed.has(line))).toStrictEqual([]);
});

test('the first line of a judge that deletes what find lists is judged by these names', async () => {
  const { unasked } = await prepare();
  expect(await unasked(["find docs -name '*.md' -delete"])).toHaveLength(1);
});
