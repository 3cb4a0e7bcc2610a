import { dirname, join, relative, resolve } from 'node:path';
import { isRecord } from '@atip/core/internal';
import type { Holding, ProgramQuery } from '@atip/shell';
import { parseJson } from '../files/read-bounded-file.ts';
import { createRealPath, isInside } from '../files/real-path.ts';
import {
  escaped,
  INSTALLED,
  isLater,
  missing,
  nearest,
  other,
  statsOf,
  textOf,
  upwards,
  whyOpen,
} from './package-files.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Looks in a project's `node_modules` for a program that its lock file names.
 *
 * @param query its directory is a real path in the root
 */
export function findNode({ program, directory, path, package: spec, isScript }: ProgramQuery, root: string): Holding {
  const from = path === undefined ? directory : dirname(dirname(dirname(path)));
  const owner = nearest(from, root, ['package.json']);
  if (isScript === true && owner && scriptsOf(owner.at)?.[program] !== undefined) return { is: 'script' };
  const [, name, version] = /^((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/s.exec(spec ?? '') ?? [];
  if (spec !== undefined && name === undefined) return other(`${JSON.stringify(spec)} is no name of a package`);
  if (version !== undefined && !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version))
    return other(`${version} may be another version than the one that is installed`);
  for (const at of upwards(from, root)) {
    const found = name === undefined ? undefined : ofPackage(at, name, program);
    const bin = join(at, 'node_modules/.bin', found ?? program);
    if (statsOf(bin)) {
      const judged = judgeBin({ bin, at, root, program: found ?? program, name, version });
      const node = join(at, 'node_modules/.bin/node');
      // Programs of packages start the first node on a path that begins there.
      const isNode = judged.is !== 'installed' || node === bin || statsOf(node) === undefined;
      const own = isNode
        ? judged
        : judgeBin({ bin: node, at, root, program: 'node', name: undefined, version: undefined });
      return own.is === 'installed' && found !== undefined && found !== program ? { ...own, as: found } : own;
    }
    if (statsOf(join(at, '.pnp.cjs'))) return judgePlugAndPlay(at, program);
  }
  const lock = nearest(from, root, LOCKS);
  if (lock === undefined) return missing('no lock file names it');
  const isNamed = lock.files.some((file) => textOf(join(lock.at, file))?.includes(`${name ?? program}`) === true);
  return missing(
    isNamed
      ? 'node_modules does not hold it'
      : `${lock.files.join(' and ')} ${lock.files.length > 1 ? 'do' : 'does'} not name it`,
  );
}

/** The program of a package: the one with the wanted name, else its only one. */
function ofPackage(at: string, name: string, program: string): string | undefined {
  const bins = binsOf(recordOf(join(at, 'node_modules', name, 'package.json')));
  const names = Object.keys(bins);
  return names.includes(program) ? program : names.length === 1 ? names[0] : undefined;
}

interface Bin {
  readonly bin: string;
  /** The directory that has the `node_modules`. */
  readonly at: string;
  readonly root: string;
  readonly program: string;
  /** The package and the version that the call names. */
  readonly name: string | undefined;
  readonly version: string | undefined;
}

function judgeBin({ bin, at, root, program, name, version }: Bin): Holding {
  const shown = relative(root, bin);
  const real = createRealPath();
  const written = statsOf(bin)?.isSymbolicLink() === true ? bin : targetOfShim(bin);
  if (written === undefined) return other(`${shown} is no link that a package manager makes`);
  const target = real(written);
  if (target === undefined || !isInside(target, root)) return other(`${shown} leads out of the project`);
  if (statsOf(target)?.isFile() !== true) return missing(`${shown} leads nowhere`);
  const open = whyOpen(root, dirname(bin), target);
  if (open) return open;
  const packaged = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//s.exec(target);
  const directory = packaged?.[1] ?? nearest(dirname(target), root, ['package.json'])?.at ?? root;
  const manifest = recordOf(join(directory, 'package.json'));
  const own = typeof manifest?.['name'] === 'string' ? manifest['name'] : '';
  const installed = typeof manifest?.['version'] === 'string' ? manifest['version'] : '';
  const lock = nearest(at, root, LOCKS);
  const place = lock && relative(lock.at, directory);
  // Some packages are published without the list that the registry has.
  const listed = lock?.files.map((one) => entryOf(textOf(join(lock.at, one)) ?? '', place ?? '')) ?? [];
  const file = [manifest, ...listed].map((one) => binsOf(one && { ...one, name: own })[program]).find((one) => one);
  if (file === undefined || real(resolve(directory, file)) !== target)
    return other(`${shown} is not the ${program} of ${own || 'a package'}`);
  if (name !== undefined && name !== own && !directory.endsWith(`/node_modules/${name}`))
    return other(`${program} is of ${own}, not of ${name}`);
  if (version !== undefined && version !== installed) return other(`version ${installed} is installed, not ${version}`);
  if (lock === undefined || place === undefined) return other(`no lock file names ${own}`);
  const entry: Entry = { at: lock.at, place, name: own, version: installed };
  const why = lock.files.map((one) => whyUnnamed(one, entry, packaged === null));
  if (!why.includes(undefined)) return other(why[0] ?? '');
  // The code of a member of the workspace changes as the project's does.
  if (packaged === null) return INSTALLED;
  // Where nothing says when it was installed, the lock file does.
  const marks = [...MARKS.map((one) => `node_modules/${one}`), ...lock.files].map((one) => join(lock.at, one));
  const mark = marks.find((one) => statsOf(one));
  if (mark === undefined || lock.files.includes('bun.lock')) return INSTALLED;
  if (isLater(target, mark) || (written !== bin && isLater(bin, mark)))
    return other(`${shown} was changed after it was installed`);
  return mark.endsWith('.package-lock.json') ? sameAsLocked(mark, entry, lock.files) : INSTALLED;
}

interface Entry {
  /** The directory of the lock file. */
  readonly at: string;
  /** The package's directory, relative to that. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
}

/** `npm install --no-save` leaves the lock file as it is. */
function sameAsLocked(mark: string, { at, place, name }: Entry, files: readonly string[]): Holding {
  const [locked, installed] = [files.find((file) => file !== 'yarn.lock'), mark].map((file) =>
    file === undefined ? undefined : entryOf(textOf(resolve(at, file)) ?? '', place),
  );
  if (!locked) return INSTALLED;
  const isSame = ['resolved', 'integrity'].every((key) => locked[key] === installed?.[key]);
  return isSame ? INSTALLED : other(`${name} was installed from elsewhere than ${files[0] ?? 'the lock file'} says`);
}

/** Undefined: the lock file names a package in this version. */
function whyUnnamed(file: string, { at, place, name, version }: Entry, isMember: boolean): string | undefined {
  const text = textOf(join(at, file));
  if (text === undefined || !READABLE[file]?.test(text)) return `${file} cannot be read`;
  if (isMember) return text.includes(name) || text.includes(place) ? undefined : `${file} does not name ${name}`;
  const found = versionsIn(file, text, { place, name, version });
  if (found === undefined) return `${file} does not name ${name}`;
  return found.includes(version)
    ? undefined
    : `${file} names ${name} in another version than the one that is installed`;
}

function versionsIn(
  file: string,
  text: string,
  { place, name, version }: Omit<Entry, 'at'>,
): readonly unknown[] | undefined {
  const [own, number] = [escaped(name), escaped(version)];
  switch (file) {
    case 'pnpm-lock.yaml':
      return new RegExp(`^ {2}['"]?/?${own}[@/]${number}(?:[(_]|['"]?:)`, 'm').test(text) ? [version] : undefined;
    case 'yarn.lock': {
      const blocks = [...text.matchAll(new RegExp(`(?:^|[\\s",])${own}@[^\\n]*:\\n((?: {2}[^\\n]*\\n)+)`, 'gm'))];
      const found = blocks.map(([, block = '']) => /^ {2}version:? "?([^"\n]*)"?$/m.exec(block)?.[1]);
      return found.length === 0 ? undefined : found;
    }
    case 'bun.lock':
      return text.includes(`["${name}@${version}"`) ? [version] : undefined;
    default: {
      const entry = entryOf(text, place) ?? (/"lockfileVersion": 1\b/.test(text) ? entryOf(text, name) : undefined);
      return entry && [entry['version']];
    }
  }
}

/** One value of a JSON text by its key, without parsing a megabyte of others. */
function entryOf(text: string, key: string): JsonObject | undefined {
  const begin = [': {', ':{'].map((sign) => text.indexOf(JSON.stringify(key) + sign)).find((one) => one >= 0) ?? -1;
  const start = begin < 0 ? -1 : text.indexOf('{', begin);
  let depth = 0;
  for (const { 0: sign, index } of start < 0
    ? []
    : text.slice(start, start + MAX_ENTRY).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    if (depth > 0) continue;
    const value = parseJson(text.slice(start, start + index + 1));
    return isRecord(value) ? value : undefined;
  }
  return undefined;
}

/** UTF-16 units of a lock file's entry for one package. */
const MAX_ENTRY = 65_536;

const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
const READABLE: Readonly<Record<string, RegExp>> = {
  'package-lock.json': /^\s*\{[\s\S]*"lockfileVersion": ?[123]\b/,
  'npm-shrinkwrap.json': /^\s*\{[\s\S]*"lockfileVersion": ?[123]\b/,
  'pnpm-lock.yaml': /^lockfileVersion:/m,
  'yarn.lock': /^(?:# yarn lockfile v1|__metadata:)/m,
  'bun.lock': /"lockfileVersion":/,
};
/** Files that package managers write when they have installed. */
const MARKS = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];

function recordOf(file: string): JsonObject | undefined {
  const value = parseJson(textOf(file) ?? '');
  return isRecord(value) ? value : undefined;
}

function scriptsOf(directory: string): JsonObject | undefined {
  const scripts = recordOf(join(directory, 'package.json'))?.['scripts'];
  return isRecord(scripts) ? scripts : undefined;
}

/** Files by the names of the programs. */
function binsOf(manifest: JsonObject | undefined): Readonly<Record<string, string>> {
  const { name = '', bin } = manifest ?? {};
  if (typeof bin === 'string') return { [String(name).replace(/^@[^/]*\//, '')]: bin };
  if (!isRecord(bin)) return {};
  return Object.fromEntries(
    Object.entries(bin).flatMap(([key, file]) => (typeof file === 'string' ? [[key, file]] : [])),
  );
}

/** The lines of the scripts that pnpm and cmd-shim write instead of links. */
const SHIM =
  /^(?:#!\/bin\/sh|basedir=\$\(dirname "\$\(echo "\$0" \| sed -e 's,\\\\,\/,g'\)"\)|case `uname` in|\s*\*CYGWIN\*(?:\|\*MINGW\*\|\*MSYS\*)?\)(?: basedir=`cygpath -w "\$basedir"`;;)?|\s*if command -v cygpath > \/dev\/null 2>&1; then|\s*basedir=`cygpath -w "\$basedir"`|\s*;;|esac|\s*fi|\s*else|if \[ -(?:z "\$NODE_PATH"|x "\$basedir\/node") \]; then|\s*export NODE_PATH="[^"$`]*(?::\$NODE_PATH)?"|\s*exec (?:"\$basedir\/node"|node) +"\$basedir\/([\w./@+-]+)" "\$@"|)$/;

function targetOfShim(file: string): string | undefined {
  const text = textOf(file);
  if (text === undefined || text.length > MAX_ENTRY) return undefined;
  const lines = text.split('\n').map((line) => SHIM.exec(line));
  const targets = new Set(lines.flatMap((line) => line?.[1] ?? []));
  const [target] = targets;
  return lines.includes(null) || targets.size !== 1 || target === undefined ? undefined : join(dirname(file), target);
}

/** Yarn without `node_modules`: its lock file lists the programs of each package. */
function judgePlugAndPlay(at: string, program: string): Holding {
  const open = whyOpen(at, join(at, '.pnp.cjs'));
  if (open) return open;
  const bins = [...(textOf(join(at, 'yarn.lock')) ?? '').matchAll(/^ {2}bin:\n((?: {4}[^\n]*\n)+)/gm)];
  const isNamed = bins.some(([, block = '']) => new RegExp(`^ {4}"?${escaped(program)}"?:`, 'm').test(block));
  return isNamed ? INSTALLED : missing('yarn.lock does not name it');
}
