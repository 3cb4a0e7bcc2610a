import { quoteElement } from '../files/describe-effects.ts';
import { readdirSync } from 'node:fs';
import { basename, dirname, resolve, join } from 'node:path';
import { type Account, type LocatePath, type ProgramRefusal, checkWriters } from '../executables/find-executable.ts';
import { stampOf } from '../executables/executable-identity.ts';
import { allowedOr } from '../files/system-error.ts';
import type { Markers, FileReading, FileState } from './read-markers.ts';
import type { ScanCache, ScreenedFile, ScreenVerdict } from './scan-cache.ts';

interface Places {
  readonly account: Account;
  readonly locate: LocatePath;
}

/**
 * Judges from a program's bytes, and from those of files that a script starts, whether it may describe itself; executes
 * nothing. An unreadable program, or one that depends on a file that other users could change, is refused, not
 * `unmarked`.
 */
export async function screenExecutable(
  executable: FileState,
  { account, locate }: Places,
  read: (file: FileState) => Promise<FileReading>,
): Promise<ScreenedFile | ProgramRefusal> {
  const own = await read(executable);
  if ('code' in own) return own;
  const wrapped: Wrapped | ProgramRefusal =
    own.script === undefined
      ? { targets: [] }
      : followWrapper({ path: executable.path, text: own.script }, account, locate);
  if ('code' in wrapped) return wrapped;
  const all: Markers[] = [own];
  for (const target of wrapped.targets) {
    const reading = await read({ ...target, path: target.real });
    if ('code' in reading) return { ...reading, reason: `It leads to ${quoteElement(target.path)}. ${reading.reason}` };
    all.push(reading);
  }
  // The interpreter's bytes are not searched; that it is unchanged and safe is checked each time.
  const dependsOn = wrapped.interpreter ? [...wrapped.targets, wrapped.interpreter] : wrapped.targets;
  const targets = dependsOn.map(({ path, stamp }) => ({ path, stamp }));
  return { stamp: executable.stamp, verdict: verdictOf(all), targets };
}

/** The verdict of an earlier screening, if the program and all files that it starts are unchanged and safe. */
export function cachedVerdict(
  { path, stamp }: FileState,
  before: ScanCache['files'],
  { account, locate }: Places,
): ScreenedFile | undefined {
  const cached = before[path];
  const isSame = cached?.targets.every((one) => {
    const target = findTarget(one.path, account, locate);
    return target !== undefined && !('code' in target) && target.stamp === one.stamp;
  });
  return isSame && cached?.stamp === stamp ? cached : undefined;
}

function verdictOf(markers: readonly Markers[]): ScreenVerdict {
  if (markers.some(({ atip }) => atip)) return 'marked';
  return markers.some(({ canonical }) => canonical) ? 'canonical' : 'unmarked';
}

interface Wrapped {
  /** At most 8; their bytes are searched in addition to the script's. */
  readonly targets: readonly WrapperTarget[];
  /** Interpreter of the script. Absent: unknown, or missing. */
  readonly interpreter?: WrapperTarget | undefined;
}

/** Most files that one script leads to. */
const MAX_TARGETS = 8;

/**
 * Finds the files that a script starts, one level deep. Only regular files are targets. @returns a refusal when other
 * users could change the interpreter or a target, because they would then control the program.
 */
export function followWrapper(
  script: { readonly path: string; readonly text: string },
  account: Account,
  locate: LocatePath,
): Wrapped | ProgramRefusal {
  const { interpreter, references } = wrappedPaths(script.path, script.text);
  const runner = interpreter === undefined ? undefined : findTarget(interpreter, account, locate);
  if (runner !== undefined && 'code' in runner) return runner;
  const targets = new Map<string, WrapperTarget>();
  for (const alternatives of references) {
    const target = firstTarget(alternatives, account, locate);
    if (target === undefined) continue;
    if ('code' in target) return target;
    if (target.real !== script.path) targets.set(target.real, target);
    if (targets.size === MAX_TARGETS) break;
  }
  return { targets: [...targets.values()], interpreter: runner };
}

function firstTarget(
  paths: readonly string[],
  account: Account,
  locate: LocatePath,
): WrapperTarget | ProgramRefusal | undefined {
  for (const path of paths) {
    const target = findTarget(path, account, locate);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** A file that determines what a script does. */
interface WrapperTarget {
  /** In the script's own words, links not resolved. */
  readonly path: string;
  /** Every link resolved. */
  readonly real: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
}

const NOT_THERE: ReadonlySet<string> = new Set(['missing', 'broken-link', 'symlink-loop', 'unreadable']);

/**
 * Checks a file that a script leads to. @returns undefined unless it is a regular file; a refusal when other users may
 * change it.
 */
function findTarget(path: string, account: Account, locate: LocatePath): WrapperTarget | ProgramRefusal | undefined {
  const found = locate(path);
  const refusal = found.refusal ?? (found.stats.isFile() ? checkWriters(found.path, found.stats, account) : undefined);
  if (refusal !== undefined) return NOT_THERE.has(refusal.code) ? undefined : unsafe(path, refusal);
  if (found.refusal !== undefined || !found.stats.isFile()) return undefined;
  return { path, real: found.path, stamp: stampOf(found.stats), size: Number(found.stats.size) };
}

function unsafe(path: string, { reason }: ProgramRefusal): ProgramRefusal {
  return { code: 'unsafe-target', reason: `It leads to ${quoteElement(path)}, which is not safe. ${reason}` };
}

/** Possible places of one wrapped file; the first existing one counts. */
type WrappedPath = readonly string[];

/** Most references that are checked for existence. */
const MAX_REFERENCES = 64;

/** UTF-16 units of a first line; Linux reads 256 bytes of it. */
const MAX_FIRST_LINE = 512;

/** Programs that run the file named after them. */
const INTERPRETER =
  /^(?:env|sh|bash|dash|ash|zsh|ksh|busybox|node|nodejs|bun|deno|python[\d.]*|perl[\d.]*|ruby[\d.]*|java|sudo|nice|time)$/;

/** The ways in which shell scripts refer to their own directory. */
const OWN_DIRECTORY =
  /\$\(\s*(?:cd\s+)?dirname\s+(?:--\s+)?"?\$(?:0|\{0\}|\{BASH_SOURCE\[0\]\})"?\s*\)|\$\{0%\/\*\}|`dirname\s+"?\$0"?`|\$basedir\b|\$\{basedir\}/g;

/** Marks it in a line: a private-use character. */
const OWN_MARK = '\uE000';

const NODE_REFERENCE =
  /(?:\brequire\s?\(|\bimport\s?\(|\bimport|\bfrom)\s{0,8}(["'`])((?:\.{1,2})?\/[^"'`\n$]{1,400})\1/g;

const PYTHON_IMPORT = /^[ \t]{0,16}(?:from[ \t]+([\w.]{1,200})[ \t]+import\b|import[ \t]+([\w.]{1,200}))/gm;

/**
 * Lists the files that a script starts, as far as its text shows.
 *
 * Shape: `exec /opt/x/bin/x "$@"` → [["/opt/x/bin/x"]]; `require('../lib/x')` → [["…/lib/x", "…/lib/x.js", …]];
 * `from pkg.cli import main` → that module below the interpreter's and the script's prefixes.
 * Limits: 64 references. References with variables are not followed, except those for the script's own directory.
 * @param path of the script, every link resolved.
 */
export function wrappedPaths(
  path: string,
  script: string,
): { readonly interpreter?: string; readonly references: readonly WrappedPath[] } {
  const first = script.slice(0, MAX_FIRST_LINE).split('\n', 1).join('');
  const [, named = '', argument = ''] = /^#!\s*(\S+)\s*(.*)/.exec(first) ?? [];
  const program = basename(named) === 'env' ? basename(envProgram(argument)) : basename(named);
  const interpreter = named.startsWith('/') ? { interpreter: named } : {};
  return { ...interpreter, references: references(path, script, program, named).slice(0, MAX_REFERENCES) };
}

function references(path: string, script: string, program: string, interpreter: string): WrappedPath[] {
  if (/^(?:node|nodejs|bun|deno)$/.test(program)) return nodeReferences(path, script);
  if (/^python[\d.]*$/.test(program)) return pythonReferences(path, script, interpreter);
  if (!/^(?:sh|bash|dash|ash|zsh|ksh)$/.test(program)) return [];
  // pip writes this into stubs whose interpreter's path is too long, or has a space, for a first line.
  const [, trampoline] = /^'''exec' "?(\/[^"\n]{1,4096}?python[\d.]*)"?[ \t]/m.exec(script) ?? [];
  return trampoline === undefined ? shellReferences(path, script) : pythonReferences(path, script, trampoline);
}

/** `-S python3 -I` → `python3`: neither options nor assignments are the program. */
function envProgram(argument: string): string {
  return argument.split(/\s+/).find((word) => word !== '' && !word.startsWith('-') && !word.includes('=')) ?? '';
}

function shellReferences(path: string, script: string): WrappedPath[] {
  return script
    .split('\n')
    .slice(1)
    .filter((line) => line.length <= 4096 && !/^\s*#/.test(line) && /\bexec\s|\$[@*]/.test(line))
    .flatMap((line) => line.replace(OWN_DIRECTORY, OWN_MARK).match(/"[^"]*"|'[^']*'|[^\s"';|&<>()]+/g) ?? [])
    .map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'))
    .filter((word) => /^[/\uE000]/.test(word) && !/[$`*?\0\n]/.test(word) && !INTERPRETER.test(basename(word)))
    .map((word) => [word.replaceAll(OWN_MARK, () => dirname(path))]);
}

/** Suffixes in the order of Node's `require`; names in `import` are complete. */
function nodeReferences(path: string, script: string): WrappedPath[] {
  return Array.from(script.matchAll(NODE_REFERENCE), ([, , named = '']) => {
    const file = resolve(dirname(path), named);
    return ['', '.js', '.cjs', '.mjs', '/index.js'].map((suffix) => `${file}${suffix}`);
  });
}

function pythonReferences(path: string, script: string, interpreter: string): WrappedPath[] {
  const modules = Array.from(script.matchAll(PYTHON_IMPORT), ([, from, name]) => from ?? name ?? '');
  return pythonModuleFiles(path, interpreter, [...new Set(modules)].slice(0, MAX_REFERENCES));
}

/** The files where Python would search modules: beside the script, in `lib/python3*`, in Debian's directories. */
function pythonModuleFiles(script: string, interpreter: string, modules: readonly string[]): string[][] {
  const prefixes = [interpreter, script].filter((path) => path.startsWith('/')).map((path) => dirname(dirname(path)));
  const places = new Set([
    dirname(script),
    ...prefixes.flatMap((prefix) => versionDirectories(join(prefix, 'lib'))),
    ...versionDirectories('/usr/local/lib'),
    '/usr/lib/python3/dist-packages',
  ]);
  return modules
    .filter((module) => /^\w+(?:\.\w+)*$/.test(module))
    .map((module) => module.replaceAll('.', '/'))
    .map((module) => [...places].flatMap((place) => [`${place}/${module}.py`, `${place}/${module}/__init__.py`]));
}

function versionDirectories(lib: string): string[] {
  // An unreadable directory contains no usable module.
  return allowedOr([], () => readdirSync(lib))
    .filter((name) => /^python3(?:\.\d{1,3})?$/.test(name))
    .sort()
    .flatMap((name) => [join(lib, name, 'site-packages'), join(lib, name, 'dist-packages')]);
}
