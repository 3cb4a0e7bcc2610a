// needs: bwrap, git
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHousehold, type Household } from './held-run.ts';

/**
 * Places that other programs run or obey, written as a tool would plant them in a project: these are guarded, and
 * `ORDINARY_SOURCE` is what a person reads, commits and runs by name, and what tools are there to write.
 */
const GUARDED_PLACES = readFileSync(join(import.meta.dirname, 'guarded-places.txt'), 'utf8')
  .trim()
  .split(/\s+/);

const ORDINARY_SOURCE: readonly string[] = `
package.json Makefile justfile Rakefile setup.py pyproject.toml conftest.py build.rs build.gradle gradlew CMakeLists.txt
Dockerfile docker-compose.yml .github/workflows/ci.yml .gitlab-ci.yml .circleci/config.yml Jenkinsfile .gitattributes
.gitmodules .gitignore .editorconfig .eslintrc.js vite.config.ts CLAUDE.md AGENTS.md node_modules/x/index.js
.venv/lib/python3/site-packages/x.py .husky-notes/x tox.ini
`
  .trim()
  .split(/\s+/);

/** Surroundings that make each place real. */
const SURROUNDINGS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['deep/er/nested/.git', 'bare', 'vendor/x/bare.git', '.git/modules/sub', '.git/modules/a/b'].flatMap((name) => [
      [`${name}/HEAD`, 'ref: refs/heads/main\n'],
      [`${name}/objects/`, ''],
      [`${name}/refs/`, ''],
    ]),
    ['.git/worktrees/w/HEAD', 'ref: refs/heads/w\n'],
    ['.git/worktrees/w/commondir', '../..\n'],
    ['.git/worktrees/w/gitdir', '/nowhere/.git\n'],
    ['.venv/pyvenv.cfg', ''],
    ['env2/pyvenv.cfg', ''],
  ].map(([name = '', content = '']) => [name, content]),
);

const ALL = [...GUARDED_PLACES, ...ORDINARY_SOURCE];
/** Writes each place, making what is missing, and goes on where it may not. */
const PLANT = `#!/bin/bash
for place in "$@"; do case $place in */*) directories+=("\${place%/*}");; esac; done
mkdir -p "\${directories[@]}" 2>/dev/null
for place in "$@"; do case $place in */) ;; *) { printf planted > "$place"; } 2>/dev/null;; esac; done
`;
const CONFIG =
  '[core]\nhooksPath = tools/hooks\n[include]\npath = ../.gitinclude\n[filter "x"]\nclean = sh tools/clean.sh\n';

type Fate = 'protected' | 'moved aside' | 'ordinary source' | 'OPEN';

async function plant(program: 'tool' | 'git', isThere: boolean): Promise<Map<string, Fate>> {
  const house = await createHousehold();
  house.lay({ [`home/bin/${program}`]: PLANT });
  house.byHand('/usr/bin/git', ['init', '-q']);
  const laid = isThere ? { ...SURROUNDINGS, ...Object.fromEntries(ALL.map((name) => [name, 'before'])) } : {};
  house.lay(Object.fromEntries(Object.entries(laid).map(([name, content]) => [`home/project/${name}`, content])));
  house.lay({ 'home/project/.git/config': CONFIG });
  if (isThere) house.lay({ 'home/project/.git/commondir': '.' });
  const args = isThere ? ALL : [...Object.keys(SURROUNDINGS), ...ALL];
  const { report } = await house.byTool(house.at(`home/bin/${program}`), args, { command: ['fetch'] });
  const aside = (report.planted?.movedAside ?? []).map(({ path }) => path);
  return new Map(ALL.map((name) => [name, fateOf(house, name, aside)]));
}

function fateOf({ at }: Household, name: string, aside: readonly string[]): Fate {
  const path = at(join('home/project', name));
  const isPlanted = existsSync(path) && readFileSync(path, 'utf8') === 'planted';
  if (isPlanted) return ORDINARY_SOURCE.includes(name) ? 'ordinary source' : 'OPEN';
  return aside.some((other) => `${path}/`.startsWith(`${other}/`)) ? 'moved aside' : 'protected';
}

test.each([
  ['any tool, places that exist', 'tool', true],
  ['any tool, places that do not exist', 'tool', false],
  ['Git, places that exist', 'git', true],
  ['Git, places that do not exist', 'git', false],
] as const)('what other programs run is not left planted: %s', async (_name, program, isThere) => {
  const fates = await plant(program, isThere);
  const with_ = (fate: Fate): string[] => [...fates].filter(([, one]) => one === fate).map(([path]) => path);
  expect(with_('OPEN')).toStrictEqual([]);
  expect(with_('ordinary source')).toStrictEqual(ORDINARY_SOURCE);
  if (isThere) expect(with_('moved aside')).toStrictEqual([]);
});

test('the lists are as long as they say', () => {
  expect(new Set(ALL).size).toBe(ALL.length);
  expect(GUARDED_PLACES.length).toBeGreaterThanOrEqual(113);
});
