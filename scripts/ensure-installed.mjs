import { isInstalled } from './is-installed.mjs';
import { runNpm } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

const MINIMUM_NODE = [20, 19];

/**
 * Installs the dependencies when they are missing or older than the lock file; quick when there is nothing to do.
 *
 * Everything it prints goes to stderr, so that a caller's stdout stays its own.
 */
export async function ensureInstalled() {
  assertNodeVersion();
  if (isInstalled(ROOT)) return;
  process.stderr.write('Installing dependencies (npm ci), once …\n');
  const code = await runNpm(['ci', '--no-audit', '--no-fund'], { stdio: ['ignore', process.stderr, process.stderr] });
  if (code !== 0) fail('npm ci failed; the lines above say why. Is the npm registry reachable?');
}

function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
    fail(`Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
