// `npm run build [-- PART…]`: builds all that ships, or these parts, where a source is newer than what was built.
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
const DATA = [
  ...['build', 'effects', 'sources', 'structure', 'words'].map((name) => `packages/catalog/${name}`),
  ...['packages/core/src', 'packages/core/build', 'packages/importers/src/effects', 'packages/node/src/configuration'],
  ...['server/src/routes', 'server/build', 'schema/0.6.json', 'scripts/build-data.mjs'],
];
const PACKAGES = [
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`),
  ...['server/src', 'schema/0.6.json', 'tsconfig.base.json', 'package-lock.json'],
];
const PAGE = ['src', 'build', 'public', 'index.html'].map((name) => `web/${name}`);
const DOCUMENTS = 'packages/catalog/documents/index.json';

/** The parts of the build. A stamp says when one began, because compilers leave unchanged files as they are. */
const PARTS = {
  data: {
    needs: [],
    sources: DATA,
    results: [DOCUMENTS, 'server/src/generated/companion-checks.ts', 'schema/config.json'],
    commands: [['scripts/build-data.mjs']],
  },
  packages: {
    needs: ['data'],
    sources: PACKAGES,
    results: ['packages/cli/dist/main.js'],
    commands: [['node_modules/typescript/bin/tsc', '-b', 'tsconfig.build.json']],
  },
  bundle: {
    needs: ['packages'],
    sources: [...PACKAGES, DOCUMENTS, 'packages/cli/package.json', 'scripts/build-cli.mjs'],
    results: ['packages/cli/bundle/main.js'],
    commands: [['scripts/build-cli.mjs']],
  },
  page: {
    needs: ['data'],
    sources: [...PACKAGES, ...PAGE, DOCUMENTS, 'vite.config.ts'],
    results: ['web/dist/index.html'],
    commands: [['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']],
    // Of the programs whose documents the page has; Vite writes those of its packages.
    copies: [['packages/catalog/THIRD_PARTY_LICENSES.txt', 'web/dist/THIRD_PARTY_LICENSES.txt']],
  },
  docs: {
    needs: ['packages'],
    sources: [...PACKAGES, 'scripts/build-docs.mjs'],
    results: ['cli', 'http', 'providers'].map((name) => `docs/reference/${name}.md`),
    commands: [['scripts/build-docs.mjs']],
  },
  edge: {
    needs: ['page'],
    sources: [...PACKAGES, ...PAGE, DOCUMENTS, 'scripts/build-edge.mjs'],
    results: ['server/dist/edge/worker.js'],
    commands: [['scripts/build-edge.mjs']],
  },
};

/** Builds these parts and those that they need, or all, where a source is newer. Ends the process when one fails. */
export async function build(...names) {
  const wanted = names.length > 0 ? names : Object.keys(PARTS);
  if (wanted.every(isWhole)) return;
  await locked(async () => {
    const running = new Map();
    const part = (name) => {
      if (!running.has(name))
        running.set(
          name,
          Promise.all(PARTS[name].needs.map(part)).then(() => buildPart(name)),
        );
      return running.get(name);
    };
    await Promise.all(wanted.map(part));
  });
}

function isWhole(name) {
  return isCurrent(name) && PARTS[name].needs.every(isWhole);
}

/**
 * Vitest's global set-up: tests start the built command line, where `ATIP_BUILD` names no other part. The page takes long and
 * few need it: `npm test` builds it before.
 */
export async function setup(project) {
  const current = () => build(process.env.ATIP_BUILD ?? 'bundle');
  await current();
  project.onTestsRerun(current);
}

async function buildPart(name) {
  if (isCurrent(name)) return;
  process.stderr.write(`Building ${name} …\n`);
  const started = new Date();
  for (const args of PARTS[name].commands)
    if ((await run(process.execPath, args, { stdio: ['ignore', process.stderr, process.stderr] })) !== 0)
      fail(`The build of ${name} failed; the lines above say why.`);
  for (const paths of PARTS[name].copies ?? []) copyFileSync(...paths.map((path) => join(ROOT, path)));
  writeFileSync(stampOf(name), '');
  // A source saved during the build may be missing from it.
  utimesSync(stampOf(name), started, started);
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

/**
 * Newest modification below a path, in ms; 0 without one. Tests are no part of what is built, and what is generated is no source:
 * the first build makes those folders, which changes the folder around them.
 */
function timeOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const all = readdirSync(path);
  const names = all.filter((name) => !/\.test(?:-d)?\.tsx?$|^testing$|^generated$/.test(name));
  return Math.max(all.includes('generated') ? 0 : stat.mtimeMs, ...names.map((name) => timeOf(join(path, name))));
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await build(...process.argv.slice(2));
