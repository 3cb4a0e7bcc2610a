import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { asRecord, escapeUnseen, isRecord } from '@atip/core/internal';
import type { Executable } from '@atip/node';
import { explainMissing, findExecutable, parseJson, resolveExecutable } from '@atip/node/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';

/** The directory and PATH that words refer to. */
type Place = Pick<CliHost, 'cwd' | 'env'>;

/** Finds a program by its name or path. @throws CliError without a match */
export async function findProgram(command: string, { cwd, env }: Place): Promise<Executable> {
  const isPath = isAbsolute(command) || /[\\/]/.test(command);
  const wanted = isPath ? resolve(cwd, command) : command;
  const executable = await (isPath ? resolveExecutable(wanted) : findExecutable(wanted, env));
  if (executable !== null) return executable;
  throw new CliError(EXIT.invalid, await explainMissing(wanted, env));
}

/**
 * Finds the program of a whole command line: `notes`, `./cli.js`, `node ./cli.js`, `npx @scope/notes@2`.
 *
 * Runs and downloads nothing: it looks for a package of npx in the `node_modules` above, among the global packages, in npx's
 * cache and on the PATH.
 * @throws CliError without a match, or when words are left over
 */
export async function findWords(words: readonly string[], host: Place): Promise<Executable> {
  const [first = '', ...others] = words;
  const isNpx = first === 'npx' || (first === 'npm' && /^(?:exec|x)$/.test(others[0] ?? ''));
  if (isNpx) return findPackage(first === 'npm' ? others.slice(1) : others, host);
  const [program = '', ...more] = first === 'node' ? others.filter((word) => !word.startsWith('-')) : words;
  assertAlone(program, more);
  return findProgram(first === 'node' ? resolve(host.cwd, program) : program, host);
}

function assertAlone(program: string, more: readonly string[]): void {
  const [word] = more;
  if (program === '') throw new CliError(EXIT.usage, 'There is no program among these words.');
  if (word === undefined) return;
  throw new CliError(
    EXIT.usage,
    `atip describes a whole program, not one call: leave out "${escapeUnseen(word)}" and everything after it.`,
  );
}

/** A package as it is written for npx: `some-cli`, `@scope/cli@2`. */
interface Wanted {
  readonly name: string;
  readonly version: string | undefined;
  /** The command of a package that npx is told by name: `npx -p typescript tsc`. */
  readonly bin: string | undefined;
}

async function findPackage(words: readonly string[], host: Place): Promise<Executable> {
  const wanted = readWanted(words);
  for (const directory of await placesOf(wanted.name, host)) {
    const found = await binOf(directory, wanted);
    if (found !== undefined) return found;
  }
  const bin = wanted.bin ?? basename(wanted.name);
  const onPath = wanted.version === undefined ? await findExecutable(bin, host.env) : null;
  if (onPath !== null) return onPath;
  const spec = escapeUnseen(wanted.version === undefined ? wanted.name : `${wanted.name}@${wanted.version}`);
  throw new CliError(
    EXIT.invalid,
    `${spec} is not installed here, and atip downloads nothing. Install it with "npm install ${spec}", or into npx's cache with "npx --yes ${spec} --version".`,
  );
}

/** Options of npx that change nothing here. */
const OPTION = /^(?:-y|--yes|--no|--no-install|-q|--quiet|--|(?:-p|--package)=.*)$/;

function readWanted(words: readonly string[]): Wanted {
  const line = words.join('\n').replace(/^(?:-p|--package)\n/gm, '--package=');
  const rest = line.split('\n').filter((word) => !OPTION.test(word));
  const spec = /^(?:--package|-p)=(.+)$/m.exec(line)?.[1];
  const [bin = ''] = rest;
  assertAlone(bin, rest.slice(1));
  const [, name = '', version] = /^((?:@[^/@\s]+\/)?[^/@\s]+)(?:@(\S+))?$/.exec(spec ?? bin) ?? [];
  if (name === '' || name.startsWith('.'))
    throw new CliError(EXIT.usage, `"${escapeUnseen(spec ?? bin)}" is not a package name.`);
  return { name, version: version === 'latest' ? undefined : version, bin: spec === undefined ? undefined : bin };
}

/** Where a package may be installed, nearest first. */
async function placesOf(name: string, { cwd, env }: Place): Promise<string[]> {
  const places: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    places.push(join(at, 'node_modules', name));
    if (at === dirname(at)) break;
  }
  const node = await findExecutable('node', env);
  const nodes = [node?.foundAs, node?.path, process.execPath].filter((path) => path !== undefined);
  for (const path of nodes) places.push(join(dirname(dirname(path)), 'lib/node_modules', name));
  const home = env['HOME'] ?? homedir();
  const cache = join(env['npm_config_cache'] ?? join(home, '.npm'), '_npx');
  for (const entry of await listed(cache)) places.push(join(cache, entry, 'node_modules', name));
  return places;
}

/** The entries of npx's cache, newest first; none where it cannot be read. */
async function listed(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  const dated = await Promise.all(
    names.map(async (name) => ({
      name,
      at: await stat(join(directory, name)).then(
        (stats) => stats.mtimeMs,
        () => 0,
      ),
    })),
  );
  return dated.sort((one, other) => other.at - one.at).map(({ name }) => name);
}

/** The program of a package, if an acceptable version of it is installed. */
async function binOf(directory: string, { name, version, bin }: Wanted): Promise<Executable | undefined> {
  const text = await readFile(join(directory, 'package.json'), 'utf8').catch(() => '');
  const fields = asRecord(parseJson(text));
  const isVersion =
    version === undefined || `${String(fields['version'])}.`.startsWith(`${version.replace(/^[\^~v]/, '')}.`);
  if (fields['name'] !== name || !isVersion) return undefined;
  const bins = isRecord(fields['bin']) ? fields['bin'] : { [basename(name)]: fields['bin'] };
  const [only] = Object.values(bins);
  const file = bins[bin ?? basename(name)] ?? (Object.keys(bins).length === 1 ? only : undefined);
  if (typeof file !== 'string') return undefined;
  const called = Object.keys(bins).find((one) => bins[one] === file) ?? basename(name);
  // Use the name of the call: the file is often cli.js.
  const linked = await resolveExecutable(join(directory, ...name.split('/').map(() => '..'), '.bin', called));
  return linked ?? (await resolveExecutable(join(directory, file))) ?? undefined;
}
