import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

/** What the built page and the compiled packages are made from. */
const SOURCES = [
  'packages/core/src',
  'packages/share/src',
  'packages/shims/src',
  'packages/node/src',
  'packages/mcp/src',
  'packages/cli/src',
  'server/src',
  'web/src',
  'web/build',
  'web/offline',
  'web/public',
  'web/index.html',
  'schema',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
];
const RESULTS = ['packages/cli/dist/main.js', 'web/dist/index.html'];
/** Touched after each build here: compilers leave files alone whose content stays the same, so those tell no time. */
const STAMP = 'node_modules/.cache/atip-built';

/** Builds packages and page when a source is newer than the last build; prints to stderr only. */
export async function ensureBuilt() {
  const isThere = RESULTS.every((path) => timeOf(path) > 0);
  if (isThere && timeOf(STAMP) >= Math.max(...SOURCES.map(timeOf))) return;
  process.stderr.write('Building …\n');
  const started = new Date();
  const args = ['run', '--silent', 'build', '--', '--logLevel', 'warn'];
  const code = await runNpm(args, { stdio: ['ignore', process.stderr, process.stderr] });
  if (code !== 0) {
    process.stderr.write('The build failed; the lines above say why.\n');
    process.exit(1);
  }
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  writeFileSync(join(ROOT, STAMP), '');
  // A source that was saved while the build ran may be missing from it.
  utimesSync(join(ROOT, STAMP), started, started);
}

/** Newest modification below a path, in ms; 0 when it is not there. */
function timeOf(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(join(ROOT, path)).map((name) => timeOf(join(path, name))));
}
