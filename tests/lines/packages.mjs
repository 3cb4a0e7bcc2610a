// The packages of a project as their package managers install them: lock files, links, scripts and records.
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** A version, and the programs of each package. */
const NODE = {
  typescript: ['5.4.5', { tsc: 'bin/tsc', tsserver: 'bin/tsserver' }],
  vitest: ['1.6.0', { vitest: 'vitest.mjs' }],
  eslint: ['9.3.0', { eslint: 'bin/eslint.js' }],
  prettier: ['3.2.5', { prettier: 'bin/prettier.cjs' }],
  jest: ['29.7.0', { jest: 'bin/jest.js' }],
  vite: ['5.2.11', { vite: 'bin/vite.js' }],
  tsx: ['4.11.0', { tsx: 'dist/cli.mjs' }],
  prisma: ['5.14.0', { prisma: 'build/index.js' }],
  '@biomejs/biome': ['1.7.3', { biome: 'bin/biome' }],
  '@vitest/coverage-v8': ['1.6.0', {}],
  '@playwright/test': ['1.44.1', { playwright: 'cli.js' }],
  esbuild: ['0.21.4', { esbuild: 'bin/esbuild' }],
  mocha: ['10.4.0', { mocha: 'bin/mocha.js', _mocha: 'bin/_mocha' }],
  'ts-node': ['10.9.2', { 'ts-node': 'dist/bin.js' }],
  express: ['4.19.2', {}],
  zod: ['3.23.8', {}],
};
/** A version, and the scripts of each distribution. */
const PYTHON = {
  pytest: ['8.2.1', ['pytest', 'py.test']],
  'pytest-cov': ['5.0.0', []],
  ruff: ['0.4.4', ['ruff']],
  mypy: ['1.10.0', ['mypy', 'stubgen']],
  mkdocs: ['1.6.0', ['mkdocs']],
  alembic: ['1.13.1', ['alembic']],
  black: ['24.4.2', ['black', 'blackd']],
  coverage: ['7.5.1', ['coverage', 'coverage3']],
  django: ['5.0.6', ['django-admin']],
  flask: ['3.0.3', ['flask']],
  uvicorn: ['0.30.1', ['uvicorn']],
  gunicorn: ['22.0.0', ['gunicorn']],
  fastapi: ['0.111.0', []],
  requests: ['2.32.3', []],
  numpy: ['1.26.4', ['f2py']],
  pandas: ['2.2.2', []],
  isort: ['5.13.2', ['isort']],
  flake8: ['7.0.0', ['flake8']],
  'pytest-xdist': ['3.6.1', []],
  'pytest-asyncio': ['0.23.7', []],
  'pytest-django': ['4.8.0', []],
};
const GEMS =
  'brakeman minitest puma rack rackup rails railties rake rspec rspec-core rspec-rails rubocop rubocop-rails sinatra'.split(
    ' ',
  );
const PHP = {
  'phpunit/phpunit': ['11.1.3', ['phpunit']],
  'pestphp/pest': ['2.34.7', ['bin/pest']],
  'laravel/pint': ['1.16.0', ['builds/pint']],
  'vimeo/psalm': ['5.24.0', ['psalm']],
  'phpstan/phpstan': ['1.11.1', ['phpstan']],
  'friendsofphp/php-cs-fixer': ['v3.57.2', ['php-cs-fixer']],
  'squizlabs/php_codesniffer': ['3.10.1', ['bin/phpcs', 'bin/phpcbf']],
  'rector/rector': ['1.1.0', ['bin/rector']],
  'laravel/framework': ['v11.9.2', []],
};

/** The packages that package.json asks for. */
export const DEV_DEPENDENCIES = Object.fromEntries(
  Object.entries(NODE).map(([name, [version]]) => [name, `^${version}`]),
);

/** Lays the packages of a project in five languages. @param cwd its directory */
export function layPackages(cwd) {
  const write = (name, text, mode = 0o644) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
    chmodSync(join(cwd, name), mode);
  };
  const link = (name, target) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    symlinkSync(relative(dirname(join(cwd, name)), join(cwd, target)), join(cwd, name));
  };
  layNode(write, link);
  layPython(write, cwd);
  layPhp(write, link);
  const specs = GEMS.map((name) => `    ${name} (7.1.3)\n`).join('');
  write('Gemfile.lock', `GEM\n  remote: https://rubygems.org/\n  specs:\n${specs}\nDEPENDENCIES\n  rails (~> 7.1)\n`);
  const stub = '#!/usr/bin/env ruby\n';
  write(
    'bin/rails',
    `${stub}APP_PATH = File.expand_path("../config/application", __dir__)\nrequire_relative "../config/boot"\nrequire "rails/commands"\n`,
    0o755,
  );
  write('bin/rake', `${stub}require_relative "../config/boot"\nrequire "rake"\nRake.application.run\n`, 0o755);
  write(
    'bin/rspec',
    `${stub}require "rubygems"\nrequire "bundler/setup"\nload Gem.bin_path("rspec-core", "rspec")\n`,
    0o755,
  );
  write('go.mod', 'module example.org/proj\n\ngo 1.24\n\ntool golang.org/x/tools/cmd/stringer\n');
}

function layNode(write, link) {
  const packages = { '': { name: 'proj', version: '1.0.0', devDependencies: DEV_DEPENDENCIES } };
  for (const [name, [version, bin]] of Object.entries(NODE)) {
    const place = `node_modules/${name}`;
    const resolved = `https://registry.npmjs.org/${name}/-/${basename(name)}-${version}.tgz`;
    packages[place] = { version, resolved, integrity: `sha512-${name}`, dev: true, bin };
    write(`${place}/package.json`, JSON.stringify({ name, version, bin }));
    for (const [program, file] of Object.entries(bin)) {
      write(`${place}/${file}`, '#!/usr/bin/env node\n', 0o755);
      link(`node_modules/.bin/${program}`, `${place}/${file}`);
    }
  }
  const lock = { name: 'proj', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  const { '': _root, ...installed } = packages;
  write('node_modules/.package-lock.json', `${JSON.stringify({ ...lock, packages: installed }, null, 2)}\n`);
}

function layPython(write, cwd) {
  const python = realpathSync('/usr/bin/python3');
  write('.venv/pyvenv.cfg', `home = ${dirname(python)}\nversion_info = 3.12.3\n`);
  mkdirSync(join(cwd, '.venv/bin'), { recursive: true });
  symlinkSync(python, join(cwd, '.venv/bin/python'));
  symlinkSync('python', join(cwd, '.venv/bin/python3'));
  write('.venv/bin/activate', 'VIRTUAL_ENV=x\n');
  const site = '.venv/lib/python3.12/site-packages';
  for (const [name, [version, scripts]] of Object.entries({ ...PYTHON, pip: ['24.0', ['pip', 'pip3']] })) {
    const records = scripts.map((script) => {
      const text = `#!${cwd}/.venv/bin/python\nimport sys\nfrom ${name.replace('-', '_')} import main\nsys.exit(main())\n`;
      write(`.venv/bin/${script}`, text, 0o755);
      return `../../../bin/${script},sha256=x,${text.length}\n`;
    });
    const info = `${site}/${name.replace('-', '_')}-${version}.dist-info`;
    write(`${site}/${name.replace('-', '_')}/__init__.py`, '');
    write(`${info}/RECORD`, records.join(''));
    write(`${info}/entry_points.txt`, `[console_scripts]\n${scripts.map((script) => `${script} = x:main\n`).join('')}`);
  }
  const locked = Object.entries(PYTHON).map(
    ([name, [version]]) => `\n[[package]]\nname = "${name}"\nversion = "${version}"\n`,
  );
  write('uv.lock', `version = 1\nrequires-python = ">=3.12"\n${locked.join('')}`);
  write(
    'pyproject.toml',
    '[project]\nname = "proj"\nversion = "0.1.0"\ndependencies = ["alembic>=1.13", "django>=5", "flask>=3"]\n\n[dependency-groups]\ndev = ["pytest>=8", "pytest-cov", "ruff", "mypy", "black", "mkdocs"]\n',
  );
}

function layPhp(write, link) {
  const listed = [];
  for (const [name, [version, bin]] of Object.entries(PHP)) {
    listed.push({ name, version, bin });
    for (const file of bin) {
      write(`vendor/${name}/${file}`, '#!/usr/bin/env php\n', 0o755);
      link(`vendor/bin/${basename(file)}`, `vendor/${name}/${file}`);
    }
  }
  write('composer.lock', JSON.stringify({ packages: [], 'packages-dev': listed }, null, 4));
  write('vendor/composer/installed.json', JSON.stringify({ packages: listed, dev: true }, null, 4));
}
