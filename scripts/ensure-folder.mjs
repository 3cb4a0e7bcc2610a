// Installs what a folder with a lock file of its own needs: `ensureFolder`, or `node scripts/ensure-folder.mjs tests/runtimes`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './is-installed.mjs';
import { runNpm } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

/** Longest that another process is waited for, in ms; the runtimes alone are 400 MB. */
const PATIENCE = 10 * 60_000;

/**
 * Runs `npm ci` in a folder whose `node_modules` is missing or other than its lock file; quick when there is nothing to do.
 *
 * Several may ask at once: one installs and the others wait. What npm prints goes to stderr.
 *
 * @param folder such as `tests/runtimes`, from the repository's root
 * @throws Error when the installation fails: a check that cannot run is a failure
 */
export async function ensureFolder(folder) {
  const directory = join(ROOT, folder);
  if (isInstalled(directory)) return;
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, `installing-${folder.replaceAll('/', '-')}`);
  const until = Date.now() + PATIENCE;
  while (!take(lock)) {
    if (Date.now() > until) throw new Error(`Another process installs ${folder} for too long; remove ${lock} if not.`);
    await wait(500);
  }
  try {
    // Whoever had the lock before has installed it.
    if (isInstalled(directory)) return;
    process.stderr.write(`Installing what ${folder} needs (npm ci), once …\n`);
    const args = ['ci', '--no-audit', '--no-fund', '--prefix', directory];
    const code = await runNpm(args, { stdio: ['ignore', process.stderr, process.stderr] });
    if (code !== 0 || !isInstalled(directory))
      throw new Error(`npm ci --prefix ${folder} failed. Is the npm registry reachable?`);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the lock is ours now. One that a dead process left is taken away; the next attempt may then have it. */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isAlive(readOwner(lock))) rmSync(lock, { force: true });
  return false;
}

/** @returns undefined when the lock is gone, or its owner has not written its number yet. */
function readOwner(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

function isAlive(pid) {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  for (const folder of process.argv.slice(2)) await ensureFolder(folder);
}
