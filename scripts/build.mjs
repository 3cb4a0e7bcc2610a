// `npm run build`: packages and page, then what is published beside them. `npm start` builds the first two only when stale.
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ROOT, run } from './repository.mjs';

/** Sources of the built page and the compiled packages. */
const SOURCES = [
  ...['core', 'importers', 'share', 'shims', 'registry', 'node', 'emit', 'mcp', 'cli'].map(
    (name) => `packages/${name}/src`,
  ),
  'packages/registry/known.pack',
  ...['server/src', 'web/src', 'web/build', 'web/public', 'web/index.html', 'schema'],
  ...['vite.config.ts', 'tsconfig.base.json', 'package-lock.json'],
];
const RESULTS = ['packages/cli/dist/main.js', 'packages/node/dist/frameworks/program-hook.mjs', 'web/dist/index.html'];
/** Touched after each build: compilers leave files alone whose content stays the same, so those tell no time. */
const STAMP = 'node_modules/.cache/atip-built';

/** Builds packages and page side by side; prints to stderr only. Ends the process when one fails. */
export async function build() {
  const started = new Date();
  const options = { stdio: ['ignore', process.stderr, process.stderr] };
  const codes = await Promise.all([
    run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'tsconfig.build.json'], options),
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], options),
  ]);
  // It is made of what the packages became.
  if (codes.every((code) => code === 0)) codes.push(await run(process.execPath, ['scripts/build-hook.mjs'], options));
  if (codes.some((code) => code !== 0)) fail('The build failed; the lines above say why.');
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  writeFileSync(join(ROOT, STAMP), '');
  // A source that was saved while the build ran may be missing from it.
  utimesSync(join(ROOT, STAMP), started, started);
}

/** Builds when a source is newer than the last build. */
export async function ensureBuilt() {
  const isThere = RESULTS.every((path) => timeOf(path) > 0);
  if (isThere && timeOf(STAMP) >= Math.max(...SOURCES.map(timeOf))) return;
  process.stderr.write('Building …\n');
  await build();
}

/** Newest modification below a path, in ms; 0 when it is not there. */
function timeOf(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(join(ROOT, path)).map((name) => timeOf(join(path, name))));
}

/** The registry that the Worker serves at /registry: the bundled documents. */
async function writeBundledRegistry() {
  const { writeRegistry } = await import('@atip/node/internal');
  const { listShims, loadShim } = await import('@atip/shims');
  await writeRegistry(await Promise.all(listShims().map((name) => loadShim(name))), join(ROOT, 'web/dist/registry'));
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  await build();
  await writeBundledRegistry();
  for (const script of ['build-cli', 'licences', 'build-edge'])
    if ((await run(process.execPath, [`scripts/${script}.mjs`])) !== 0) fail(`scripts/${script}.mjs failed.`);
}
