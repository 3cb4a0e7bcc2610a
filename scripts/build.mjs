// `npm run build [-- PART…]`: builds all that is published. `npm start` and Vitest build only what is stale.
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fail, ROOT, run } from './repository.mjs';

const CACHE = join(ROOT, 'node_modules/.cache');
const LOCK = join(CACHE, 'atip-build.lock');
const PACKAGES = [
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`),
  ...['server/src', 'schema', 'tsconfig.base.json', 'package-lock.json'],
];

/** The steps of the build: each part needs those before it. A stamp says when it began, because compilers leave unchanged files as they are. */
const PARTS = {
  packages: {
    sources: PACKAGES,
    results: ['packages/cli/dist/main.js'],
    commands: [['node_modules/typescript/bin/tsc', '-b', 'tsconfig.build.json']],
  },
  bundle: {
    sources: [...PACKAGES, 'packages/cli/package.json', 'scripts/build-cli.mjs'],
    results: ['packages/cli/bundle/main.js'],
    commands: [['scripts/build-cli.mjs']],
  },
  page: {
    sources: [...PACKAGES, ...['src', 'build', 'public', 'index.html'].map((name) => `web/${name}`), 'vite.config.ts'],
    results: ['web/dist/index.html'],
    commands: [['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']],
  },
};

/** Builds these parts, or all; prints only to stderr. Ends the process when one fails. */
export async function build(...names) {
  await locked(() => buildParts(names.length > 0 ? names : Object.keys(PARTS)));
}

/** As `build`, but only parts that a source is newer than. */
export async function ensureBuilt(...names) {
  const stale = () => (names.length > 0 ? names : Object.keys(PARTS)).filter((name) => !isCurrent(name));
  if (stale().length > 0) await locked(() => buildParts(stale()));
}

/** Vitest's global set-up: tests start the built command line. The page takes long and few need it: `npm test` builds it before. */
export async function setup(project) {
  const current = () => ensureBuilt('packages', 'bundle');
  await current();
  project.onTestsRerun(current);
}

async function buildParts(names) {
  if (names.length === 0) return;
  process.stderr.write(`Building ${names.join(', ')} …\n`);
  const codes = await Promise.all([
    names.includes('page') ? buildPart('page') : 0,
    buildEach(names.filter((name) => name !== 'page')),
  ]);
  if (codes.some((code) => code !== 0)) fail('The build failed; the lines above say why.');
}

async function buildEach(names) {
  for (const name of names) if ((await buildPart(name)) !== 0) return 1;
  return 0;
}

async function buildPart(name) {
  const started = new Date();
  for (const args of PARTS[name].commands)
    if ((await run(process.execPath, args, { stdio: ['ignore', process.stderr, process.stderr] })) !== 0) return 1;
  writeFileSync(stampOf(name), '');
  // A source saved during the build may be missing from it.
  utimesSync(stampOf(name), started, started);
  return 0;
}

function isCurrent(name) {
  const { sources, results } = PARTS[name];
  const built = timeOf(stampOf(name));
  return (
    results.every((path) => timeOf(join(ROOT, path)) > 0) && sources.every((path) => timeOf(join(ROOT, path)) <= built)
  );
}

function stampOf(name) {
  return join(CACHE, `atip-built-${name}`);
}

/** One build at a time: several runs of Vitest may find the same part stale. */
async function locked(action) {
  mkdirSync(CACHE, { recursive: true });
  const own = `${LOCK}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    while (!takes(own)) await delay(100);
  } finally {
    rmSync(own);
  }
  // `fail` ends the process, too.
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  await action();
  process.off('exit', release);
  release();
}

/** A link is made only where nothing is, and has its text at once. A lock whose process is gone is removed. */
function takes(own) {
  try {
    linkSync(own, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
  } catch (error) {
    if (error.code === 'ESRCH') rmSync(LOCK, { force: true });
    else if (error.code !== 'ENOENT' && error.code !== 'EPERM') throw error;
  }
  return false;
}

/** Newest modification below a path, in ms; 0 without one. Tests are no part of what is built. */
function timeOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = readdirSync(path).filter((name) => !/\.test(?:-d)?\.tsx?$|^testing$/.test(name));
  return Math.max(stat.mtimeMs, ...names.map((name) => timeOf(join(path, name))));
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const parts = process.argv.slice(2);
  await build(...parts);
  if (parts.length === 0) await finish();
}

async function finish() {
  // Of the programs whose documents the page has; Vite writes those of its packages.
  const licences = 'THIRD_PARTY_LICENSES.txt';
  copyFileSync(join(ROOT, 'packages/shims', licences), join(ROOT, 'web/dist', licences));
  if ((await run(process.execPath, ['scripts/build-edge.mjs'])) !== 0) fail('scripts/build-edge.mjs failed.');
}
