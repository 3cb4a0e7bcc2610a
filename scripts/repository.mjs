// Shared by the other scripts: runs commands, installs folders, loads TypeScript, writes generated files.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALIASES, NODE_ALIASES } from './aliases.js';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const NODE = [20, 19];
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a command in the repository and resolves to its exit code; 1 for a signal or a missing command. */
export function run(command, args, { stdio = 'inherit', env = process.env, cwd = ROOT } = {}) {
  return new Promise((settle) => {
    const child = spawn(command, args, { cwd, stdio, env, shell: command === NPM && process.platform === 'win32' });
    child.on('error', (error) => {
      process.stderr.write(`${command} cannot be started: ${error.message}\n`);
      settle(1);
    });
    child.on('close', (code) => settle(code ?? 1));
  });
}

/** Runs a command like `run`, and keeps what it prints, shown at once or not. @returns its exit code and its output */
export function runKeeping(command, args, { env = process.env, show = true } = {}) {
  return new Promise((settle) => {
    let output = '';
    const child = spawn(command, args, { cwd: ROOT, env, shell: command === NPM && process.platform === 'win32' });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (show) to.write(text);
      });
    child.on('error', (error) => settle({ code: 1, output: `${command} cannot be started: ${error.message}\n` }));
    child.on('close', (code) => settle({ code: code ?? 1, output }));
  });
}

/** Runs npm; its output goes to stderr, because stdout belongs to the caller. */
export function npm(args) {
  return run(NPM, args, { stdio: ['ignore', process.stderr, process.stderr] });
}

/** Runs `npm ci` in a folder whose `node_modules` is missing or differs from its lock file. Ends the process when it fails. */
export async function install(folder = '.') {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1]))
    fail(`Node ${NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  const directory = join(ROOT, folder);
  if (isInstalled(directory)) return;
  process.stderr.write(`Installing what ${folder === '.' ? 'the workbench' : folder} needs (npm ci), once …\n`);
  if ((await npm(['ci', '--no-audit', '--no-fund', '--prefix', directory])) !== 0)
    fail(`npm ci failed in ${folder}; the lines above say why. Is the npm registry reachable?`);
}

/** npm writes a hidden lock file of what it installed; both agree on every package that is present. */
function isInstalled(directory) {
  const hidden = join(directory, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const [wanted, present] = [join(directory, 'package-lock.json'), hidden].map(
    (path) => JSON.parse(readFileSync(path, 'utf8')).packages,
  );
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') || optional || link || present[path]?.version === version,
  );
}

/**
 * Installs the programs that tests need and that are missing: only as root on Debian.
 * @param needs the module tests/needs.ts
 */
export async function installPrograms(needs) {
  const missing = needs.missingPrograms().map((program) => needs.PACKAGES[program]);
  if (missing.length === 0 || !needs.isDebianRoot()) return;
  process.stderr.write(`Installing ${missing.join(', ')} …\n`);
  const options = {
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
}

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Imports a TypeScript module of the repository, with our packages' sources. */
export async function load(path) {
  const { runnerImport } = await import('vite');
  const options = {
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    resolve: { alias: { ...ALIASES, ...NODE_ALIASES } },
  };
  const { NODE_ENV } = process.env;
  const { module } = await runnerImport(join(ROOT, path), options);
  // Vite sets it to `development`; a build that this process starts would then be a development build.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  return module;
}

/** Bundles a TypeScript module of the repository, with our packages' sources. @returns code and chunks */
export async function bundle(path, options = {}) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({ input: join(ROOT, path), resolve: { alias: ALIASES }, ...options });
  const { output } = await build.generate({
    format: 'esm',
    codeSplitting: false,
    minify: options.platform === 'neutral',
  });
  await build.close();
  return output[0];
}
