// Requirements of tests besides Node and npm. A file says so in a line of its own, `// needs: bwrap, zsh`, and is left out where
// that is missing – but never in CI or as root on Debian: there everything is installed, and a test that cannot run fails.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IS_LONG, LONG_FOLDERS } from './long.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['packages', 'server/src', 'tests'];
const PLACES = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin'];

/** Debian package of each program. */
export const PACKAGES: Readonly<Record<string, string>> = {
  bwrap: 'bubblewrap',
  git: 'git',
  curl: 'curl',
  sqlite3: 'sqlite3',
  jq: 'jq',
  make: 'make',
  rsync: 'rsync',
  zsh: 'zsh',
  fish: 'fish',
  openssl: 'openssl',
  vi: 'vim-tiny',
  perl: 'perl',
  script: 'bsdutils',
  debootstrap: 'debootstrap',
  setpriv: 'util-linux',
  chromium: 'chromium-headless-shell',
  python3: 'python3',
  'python3-click': 'python3-click',
  'python3-typer': 'python3-typer',
};

/** Test files that are left out here, each with what it lacks; none where everything must run. */
export interface LeftOut {
  /** From the repository's root. */
  readonly file: string;
  readonly missing: readonly string[];
}

export function isDebianRoot(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
}

const SHELL = 'chromium-headless-shell';

/** `CHROME_PATH`, or the first Chromium in a usual place. The headless shell needs half the time of a whole browser. */
export function findChromium(): string | undefined {
  const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const usual = [...PLACES.flatMap((place) => names.map((name) => `${place}/${name}`)), mac];
  return [process.env['CHROME_PATH'] ?? '', ...usual].find((path) => path !== '' && existsSync(path));
}

function has(need: string): boolean {
  if (need === 'root') return process.getuid?.() === 0;
  if (need === 'linux') return process.platform === 'linux';
  if (need === 'chromium') return findChromium() !== undefined;
  if (!Object.hasOwn(PACKAGES, need)) throw new Error(`Nothing is known of "${need}": add it to tests/needs.ts.`);
  // A module of Debian's Python.
  if (need.startsWith('python3-')) return existsSync(`/usr/lib/python3/dist-packages/${need.slice(8)}`);
  return PLACES.some((place) => existsSync(`${place}/${need}`));
}

/** The headless shell also where another Chromium would do; what only files of the long run need, in the long run. */
export function missingPrograms(): readonly string[] {
  const path = findChromium();
  const isSlow = process.env['CHROME_PATH'] === undefined && path?.endsWith(SHELL) === false;
  const later = IS_LONG ? [] : onlyLong();
  return Object.keys(PACKAGES).filter(
    (name) => !later.includes(name) && (!has(name) || (name === 'chromium' && isSlow)),
  );
}

function onlyLong(): readonly string[] {
  const files = FOLDERS.flatMap((folder) => testFiles(folder));
  const isLong = (file: string): boolean => LONG_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
  const others = files.filter((file) => !isLong(file)).flatMap(needsOf);
  return files.filter(isLong).flatMap((file) => needsOf(file).filter((need) => !others.includes(need)));
}

export function leftOut(): readonly LeftOut[] {
  const files = FOLDERS.flatMap((folder) => testFiles(folder));
  // Everywhere, so that a need that nothing is known of fails here and not on another's machine.
  const found = files.map((file) => ({ file, missing: needsOf(file).filter((need) => !has(need)) }));
  if (process.env['CI'] === 'true' || isDebianRoot()) return [];
  return found.filter(({ missing }) => missing.length > 0);
}

function needsOf(file: string): readonly string[] {
  const [, list = ''] = /^\/\/ needs: (.*)$/m.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
  const named = list.split(', ').filter((need) => need !== '');
  return file.endsWith('.spec.ts') ? ['chromium', ...named] : named;
}

function testFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testFiles(path);
    return /\.(?:test|spec)\.ts$/.test(entry.name) ? [path] : [];
  });
}
