// `npm run reproducible`: builds everything twice, page included, in two directories and after one another, and compares every byte that is published.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFolder } from './ensure-folder.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
await ensureFolder('tests/release');
const place = mkdtempSync(join(tmpdir(), 'atip-reproducible-'));
try {
  const places = [join(place, 'one'), join(place, 'another/and/deeper')];
  // Both before anything is built, so that nobody's editing in between counts as a difference.
  for (const directory of places) copySources(directory);
  const sums = places.map(build);
  const names = Object.keys(sums[0]);
  const differing = names.filter((name) => sums[0][name] !== sums[1][name]);
  for (const name of names)
    process.stdout.write(`${sums[0][name]}  ${name}${differing.includes(name) ? '  DIFFERS' : ''}\n`);
  process.stdout.write(`${names.length} files, ${differing.length} of them different.\n`);
  process.exitCode = differing.length === 0 && names.length === Object.keys(sums[1]).length ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** @returns the digest of everything that a release consists of, and of the Worker, by name */
function build(directory) {
  // Builds first, since nothing is built there.
  run(directory, ['run', '--silent', 'release:pack', '--', join(directory, 'release')]);
  const files = readdirSync(join(directory, 'release')).map((name) => [name, join(directory, 'release', name)]);
  files.push(['worker.js', join(directory, 'server/dist/edge/worker.js')]);
  return Object.fromEntries(
    files.map(([name, path]) => [name, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** What git tracks or would track, beside the installed packages of others. */
function copySources(directory) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const path of new Set(listed.toString().split('\0').filter(Boolean))) copy(path, directory);
  linkModules(directory);
  symlinkSync(join(ROOT, 'tests/release/node_modules'), join(directory, 'tests/release/node_modules'));
}

function copy(path, directory) {
  try {
    cpSync(join(ROOT, path), join(directory, path), { recursive: true });
  } catch (error) {
    // Listed, but removed since.
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Our packages are found in the copy, since npm's links to them are relative; those of others where they are installed. */
function linkModules(directory) {
  const modules = join(directory, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (['.cache', '@atip', 'atip'].includes(name)) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of ['@atip', 'atip'])
    cpSync(join(ROOT, 'node_modules', name), join(modules, name), { recursive: true, verbatimSymlinks: true });
}

function run(directory, args) {
  execFileSync('npm', args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
}
