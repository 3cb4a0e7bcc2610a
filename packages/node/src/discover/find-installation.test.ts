// needs: bwrap
import { mkdir, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { resolveExecutable } from '../executables/find-executable.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { explainFailure } from './explain-failure.ts';
import { runQuestion } from './run-question.ts';

const sandbox = createSandbox({ env: {} });

/** A program, or an interpreter, that writes what it can read of the home. */
const reading = (...paths: string[]): string =>
  `#!/bin/sh\ncd ~\nfor file in ${paths.join(' ')} notes/private .ssh/id; do cat "$file" 2>/dev/null; done; :\n`;

interface Home {
  /** By place in the home. Texts that begin with `#!` are programs; `HOME` in them is the home. */
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly program: string;
  readonly path?: readonly string[];
  /** Where a probe stands. Absent: outside of the home. */
  readonly temporary?: string;
}

/** Asks a program of a home that begins empty for it. @returns the lines that it wrote */
async function ask({ files, links = {}, program, path = [], temporary }: Home): Promise<string[]> {
  // Files in /tmp are hidden as well, but for other reasons.
  vi.stubEnv('TMPDIR', '/var/tmp');
  const home = await createTemporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    await home.write(name, text.replaceAll('HOME', home.path), text.startsWith('#!') ? 0o755 : 0o644);
  }
  for (const [name, target] of Object.entries(links)) {
    await mkdir(dirname(home.at(name)), { recursive: true });
    await symlink(target.replace('HOME', home.path), home.at(name));
  }
  if (temporary !== undefined) {
    await mkdir(home.at(temporary), { recursive: true });
    vi.stubEnv('TMPDIR', home.at(temporary));
  }
  const executable = await resolveExecutable(home.at(program));
  if (executable === null) throw new Error(`${program} is no program.`);
  const env = { HOME: home.path, PATH: [...path.map(home.at), '/usr/bin', '/bin'].join(':') };
  const settings = { env, sandbox: await sandbox, timeout: 20_000 };
  const said = await runQuestion(executable, ['--help'], settings, { maxOutput: 10_000 }).then(
    (answered) => {
      const { stdout, stderr, exitCode } = answered.outcome;
      const why = exitCode === 0 ? '' : explainFailure('--help', answered).reason;
      return `${stdout}${stderr}${why.replaceAll(home.path, 'HOME')}`;
    },
    (error: unknown) => String(error),
  );
  vi.unstubAllEnvs();
  return said.split('\n').filter((line) => line !== '');
}

const NODE = '.nvm/versions/node/v22/bin';
const PYTHON = '.pyenv/versions/3.12/bin/python3';
const VENV_CFG = `home = HOME/${dirname(PYTHON)}\n`;

test.each<[string, Home]>([
  [
    'npm -g in nvm: the package, its node_modules, node of the PATH with its library',
    {
      files: {
        [`${NODE}/node`]: reading(
          '.nvm/versions/node/v22/lib/own',
          '.npm-global/lib/node_modules/tool/node_modules/dep',
        ),
        '.nvm/versions/node/v22/lib/own': 'own\n',
        '.npm-global/lib/node_modules/tool/package.json': '{"name":"tool"}',
        '.npm-global/lib/node_modules/tool/dist/package.json': '{"type":"module"}',
        '.npm-global/lib/node_modules/tool/dist/cli.js': '#!/usr/bin/env -S node --quiet\n',
        '.npm-global/lib/node_modules/tool/node_modules/dep': 'dependency\n',
      },
      links: { '.npm-global/bin/tool': '../lib/node_modules/tool/dist/cli.js' },
      program: '.npm-global/bin/tool',
      path: [NODE],
    },
  ],
  [
    'pipx: the virtual environment behind the link, and the Python of pyenv that it was made with',
    {
      files: {
        [PYTHON]: reading('.pyenv/versions/3.12/lib/own', '.local/share/pipx/venvs/tool/lib/dep'),
        '.pyenv/versions/3.12/lib/own': 'own\n',
        '.local/share/pipx/venvs/tool/pyvenv.cfg': VENV_CFG,
        '.local/share/pipx/venvs/tool/lib/dep': 'dependency\n',
        '.local/share/pipx/venvs/tool/bin/tool': '#!HOME/.local/share/pipx/venvs/tool/bin/python\n',
      },
      links: {
        '.local/share/pipx/venvs/tool/bin/python': `HOME/${PYTHON}`,
        '.local/bin/tool': '../share/pipx/venvs/tool/bin/tool',
      },
      program: '.local/bin/tool',
    },
  ],
  [
    'a shim of pyenv: all of pyenv',
    {
      files: {
        '.pyenv/shims/tool': '#!/usr/bin/env bash\nexec "HOME/.pyenv/libexec/pyenv" exec tool\n',
        '.pyenv/libexec/pyenv': reading('.pyenv/version', '.pyenv/versions/3.12/lib/dep'),
        '.pyenv/version': 'own\n',
        '.pyenv/versions/3.12/lib/dep': 'dependency\n',
      },
      program: '.pyenv/shims/tool',
    },
  ],
])('a program sees its installation, and nothing else of the home: %s', async (_name, home) => {
  const files = { ...home.files, 'notes/private': 'private\n', '.ssh/id': 'private\n' };
  expect(await ask({ ...home, files })).toStrictEqual(['own', 'dependency']);
});

const PACKAGE = '{"name":"tool"}';

test.each<[string, Home]>([
  [
    'a link into ~/.ssh',
    {
      files: { '.ssh/tool': reading('.ssh/private'), '.ssh/private': 'private\n' },
      links: { 'bin/tool': '../.ssh/tool' },
      program: 'bin/tool',
    },
  ],
  [
    'a package.json in the home',
    { files: { 'package.json': PACKAGE, 'app/tool': reading('private') }, program: 'app/tool' },
  ],
  [
    'a package.json beside secrets',
    {
      files: { 'all/package.json': PACKAGE, 'all/app/tool': reading('all/private') },
      links: { '.aws': 'all/aws' },
      program: 'all/app/tool',
    },
  ],
  [
    'a pyvenv.cfg that names ~/.ssh',
    {
      files: {
        'env/pyvenv.cfg': 'home = HOME/.ssh/bin\n',
        'env/bin/tool': reading('.ssh/lib/private'),
        '.ssh/bin/python3': '#!/bin/sh\n',
        '.ssh/lib/private': 'private\n',
      },
      program: 'env/bin/tool',
    },
  ],
  [
    'a first line that names a program among secrets',
    {
      files: {
        'app/tool': '#!HOME/.ssh/bin/python3\n',
        '.ssh/bin/python3': reading('.ssh/lib/private'),
        '.ssh/lib/private': 'private\n',
      },
      program: 'app/tool',
    },
  ],
  [
    'node_modules that is a link',
    {
      files: { 'app/tool': reading('work/private'), 'work/private': 'private\n' },
      links: { 'app/node_modules': '../work' },
      program: 'app/tool',
    },
  ],
  [
    'settings and history of its own project',
    {
      files: {
        'app/package.json': PACKAGE,
        'app/tool': reading('app/.env', 'app/.git/config'),
        'app/.env': 'private\n',
        'app/.git/config': 'private\n',
      },
      program: 'app/tool',
    },
  ],
])('what is private stays hidden: %s', async (_name, home) => {
  const files = { ...home.files, private: 'private\n', 'all/private': 'private\n', 'all/aws/key': 'private\n' };
  expect(await ask({ ...home, files })).not.toContain('private');
});

/** A program that fails with this on its error output. */
const failing = (said: string): string => `#!/bin/sh\necho "${said}" >&2\nexit 1\n`;

test.each<[string, string, string]>([
  [
    'a file by its path',
    "cannot open 'HOME/data/x.db': No such file",
    'It needs "HOME/data/x.db", which the sandbox hides.',
  ],
  [
    'a package of Node',
    "Cannot find package 'dep' imported from HOME/other/app/cli.mjs",
    'It needs "HOME/other/node_modules/dep", which the sandbox hides.',
  ],
  ['nothing that is there', "No module named 'dep'", 'The sandbox hides "HOME" except "HOME/app".'],
])('a program that fails names what the sandbox hides: %s', async (_name, said, reason) => {
  const files = { 'data/x.db': '', 'other/node_modules/dep': '', 'app/tool': failing(said) };
  expect((await ask({ files, program: 'app/tool' })).at(-1)).toContain(reason);
});
