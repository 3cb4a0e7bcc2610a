import { existsSync } from 'node:fs';
import { isDebianRoot } from './is-debian-root.mjs';
import { runStep } from './run-step.mjs';

/** Programs that tests and the documentation run for real, with the Debian package of each. */
const PROGRAMS = {
  bwrap: 'bubblewrap',
  git: 'git',
  curl: 'curl',
  sqlite3: 'sqlite3',
  tar: 'tar',
  find: 'findutils',
  setpriv: 'util-linux',
  script: 'bsdutils',
  bash: 'bash',
  jq: 'jq',
  rsync: 'rsync',
  zsh: 'zsh',
  fish: 'fish',
  openssl: 'openssl',
  vi: 'vim-tiny',
};

/**
 * Installs the programs that the tests of the sandbox, of real calls and of completion need. Resolves to what is missing still,
 * after one clear line on stderr: those tests then fail, since a check that cannot run is no check.
 */
export async function ensurePrograms() {
  if (process.platform !== 'linux') return [];
  const missing = missingPrograms();
  if (missing.length === 0) return [];
  process.stderr.write(`Missing ${missing.join(', ')}: installing …\n`);
  if (isDebianRoot()) {
    const toStderr = { stdio: ['ignore', process.stderr, process.stderr] };
    await runStep('apt-get', ['update', '-qq'], toStderr);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const packages = missing.map((program) => PROGRAMS[program]);
    await runStep('apt-get', ['install', '-y', '-qq', ...packages], { ...toStderr, env });
  }
  const left = missingPrograms();
  if (left.length > 0)
    process.stderr.write(
      `The tests need ${left.join(', ')}: install ${left.map((program) => PROGRAMS[program]).join(', ')}.\n`,
    );
  return left;
}

function missingPrograms() {
  const directories = ['/usr/bin', '/bin', '/usr/local/bin'];
  return Object.keys(PROGRAMS).filter(
    (program) => !directories.some((directory) => existsSync(`${directory}/${program}`)),
  );
}
