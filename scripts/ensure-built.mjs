import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

/** What the built page and the compiled packages are made from. */
const SOURCES = [
  'packages/core/src',
  'packages/share/src',
  'packages/node/src',
  'server/src',
  'web/src',
  'web/public',
  'web/index.html',
  'schema',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
];
const RESULTS = ['server/dist/main.js', 'web/dist/index.html'];

/** Builds packages and page when a source is newer than what was built; prints to stderr only. */
export async function ensureBuilt() {
  const built = Math.min(...RESULTS.map(timeOf));
  if (built >= Math.max(...SOURCES.map(timeOf))) return;
  process.stderr.write('Building …\n');
  const code = await runNpm(['run', '--silent', 'build'], { stdio: ['ignore', process.stderr, process.stderr] });
  if (code !== 0) {
    process.stderr.write('The build failed; the lines above say why.\n');
    process.exit(1);
  }
}

/** Newest modification below a path, in ms; 0 when it is not there. */
function timeOf(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(join(ROOT, path)).map((name) => timeOf(join(path, name))));
}
