import { quoteElement } from '../confirmation/describe-confirmation.ts';
import { readdirSync } from 'node:fs';
import { basename, dirname, resolve, join } from 'node:path';
import { type Account, type Refusal, checkWriters } from '../executables/check-writers.ts';
import { stampOf } from '../executables/executable-identity.ts';
import type { LocatePath } from '../executables/locate-path.ts';
import { allowedOr } from '../files/system-error.ts';
import type { ListedExecutable } from './list-executables.ts';
import type { Markers, FileReading, FileState } from './read-markers.ts';
import type { ScreenCache, ScreenedFile, ScreenVerdict } from './screen-cache.ts';

export interface ScreenContext {
  readonly account: Account;
  readonly locate: LocatePath;
  readonly cache: ScreenCache;
  readonly read: (file: FileState) => Promise<FileReading>;
}

export type Screened =
  | { readonly file: ScreenedFile; readonly cached: boolean; readonly refusal?: undefined }
  | { readonly refusal: Refusal; readonly file?: undefined };

/**
 * Says from a program's bytes, and those of files that a script hands over to, whether it may describe itself; executes
 * nothing. What cannot be read, or depends on a file that others could change, is refused, not `unmarked`.
 */
export async function screenExecutable(
  executable: Pick<ListedExecutable, 'path' | 'stamp' | 'size'>,
  context: ScreenContext,
): Promise<Screened> {
  const own = await context.read(executable);
  if ('code' in own) return { refusal: own };
  const { account, locate } = context;
  const wrapped: Wrapped | Refusal =
    own.script === undefined
      ? { targets: [] }
      : followWrapper({ path: executable.path, text: own.script }, account, locate);
  if ('code' in wrapped) return { refusal: wrapped };
  const all: Markers[] = [own];
  for (const target of wrapped.targets) {
    const reading = await context.read({ ...target, path: target.real });
    if ('code' in reading) {
      return { refusal: { ...reading, reason: `It leads to ${quoteElement(target.path)}. ${reading.reason}` } };
    }
    all.push(reading);
  }
  // The interpreter's bytes say nothing; whether it is still the same, and safe, is asked again each time.
  const dependsOn = wrapped.interpreter ? [...wrapped.targets, wrapped.interpreter] : wrapped.targets;
  const targets = dependsOn.map(({ path, stamp }) => ({ path, stamp }));
  return { file: { stamp: executable.stamp, verdict: verdictOf(all), targets }, cached: false };
}

/** The verdict of the cache, while the program and all files that it hands over to are unchanged and safe. */
export function cachedVerdict(
  { path, stamp }: Pick<ListedExecutable, 'path' | 'stamp'>,
  context: ScreenContext,
): ScreenedFile | undefined {
  const cached = context.cache[path];
  return cached?.stamp === stamp && targetsHold(cached, context) ? cached : undefined;
}

function targetsHold({ targets }: ScreenedFile, { account, locate }: ScreenContext): boolean {
  return targets.every(({ path, stamp }) => {
    const target = findTarget(path, account, locate);
    return target !== undefined && !('code' in target) && target.stamp === stamp;
  });
}

function verdictOf(markers: readonly Markers[]): ScreenVerdict {
  if (markers.some(({ atip }) => atip)) return 'marked';
  return markers.some(({ canonical }) => canonical) ? 'canonical' : 'unmarked';
}

interface Wrapped {
  /** At most 8; their bytes say what the script's own do not. */
  readonly targets: readonly WrapperTarget[];
  /** Interpreter of the script. Absent: not known, or not there. */
  readonly interpreter?: WrapperTarget;
}

/** Files that one script leads to. */
const MAX_TARGETS = 8;

/**
 * Finds the files that a script hands over to, one step on. A name that leads to no regular file is no target.
 * @returns a refusal when others could change the interpreter or a target, for then they decide what runs.
 */
export function followWrapper(
  script: { readonly path: string; readonly text: string },
  account: Account,
  locate: LocatePath,
): Wrapped | Refusal {
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
  return { targets: [...targets.values()], ...(runner && { interpreter: runner }) };
}

function firstTarget(
  paths: readonly string[],
  account: Account,
  locate: LocatePath,
): WrapperTarget | Refusal | undefined {
  for (const path of paths) {
    const target = findTarget(path, account, locate);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** A file that what a script does depends on. */
interface WrapperTarget {
  /** As the script leads to it, links not resolved. */
  readonly path: string;
  /** Every link resolved. */
  readonly real: string;
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
}

const NOT_THERE: ReadonlySet<string> = new Set(['missing', 'broken-link', 'symlink-loop', 'unreadable']);

/** Looks at a file that a script leads to. @returns undefined for no regular file; a refusal when others may change it. */
function findTarget(path: string, account: Account, locate: LocatePath): WrapperTarget | Refusal | undefined {
  const found = locate(path);
  const refusal = found.refusal ?? (found.stats.isFile() ? checkWriters(found.path, found.stats, account) : undefined);
  if (refusal !== undefined) return NOT_THERE.has(refusal.code) ? undefined : unsafe(path, refusal);
  if (found.refusal !== undefined || !found.stats.isFile()) return undefined;
  return { path, real: found.path, stamp: stampOf(found.stats), size: Number(found.stats.size) };
}

function unsafe(path: string, { reason }: Refusal): Refusal {
  return { code: 'unsafe-target', reason: `It leads to ${quoteElement(path)}, which is not safe. ${reason}` };
}

/** Places where one wrapped file may be; the first that exists is it. */
type WrappedPath = readonly string[];

/** References that are followed up at most, before it is known which exist. */
const MAX_REFERENCES = 64;

/** Units of a first line; Linux reads 256 bytes of it. */
const MAX_FIRST_LINE = 512;

/** Programs that run what is named after them. */
const INTERPRETER =
  /^(?:env|sh|bash|dash|ash|zsh|ksh|busybox|node|nodejs|bun|deno|python[\d.]*|perl[\d.]*|ruby[\d.]*|java|sudo|nice|time)$/;

/** The ways in which shell scripts name the directory they lie in. */
const OWN_DIRECTORY =
  /\$\(\s*(?:cd\s+)?dirname\s+(?:--\s+)?"?\$(?:0|\{0\}|\{BASH_SOURCE\[0\]\})"?\s*\)|\$\{0%\/\*\}|`dirname\s+"?\$0"?`|\$basedir\b|\$\{basedir\}/g;

/** Stands for it in a line: a character of no script's own. */
const OWN_MARK = '\uE000';

const NODE_REFERENCE =
  /(?:\brequire\s?\(|\bimport\s?\(|\bimport|\bfrom)\s{0,8}(["'`])((?:\.{1,2})?\/[^"'`\n$]{1,400})\1/g;

const PYTHON_IMPORT = /^[ \t]{0,16}(?:from[ \t]+([\w.]{1,200})[ \t]+import\b|import[ \t]+([\w.]{1,200}))/gm;

/**
 * Names the files that a script hands over to, as far as its text says so.
 *
 * Shape: `exec /opt/x/bin/x "$@"` → [["/opt/x/bin/x"]]; `require('../lib/x')` → [["…/lib/x", "…/lib/x.js", …]];
 * `from pkg.cli import main` → that module below the interpreter's and the script's prefixes.
 * Limits: 64 references. What depends on a variable is not followed, except for the names of the script's own directory.
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

/** Suffixes in the order in which Node's `require` tries them; what `import` names is complete. */
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

/** Names the files where Python would look for modules: beside the script, in `lib/python3*`, in Debian's directories. */
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
  // A directory that cannot be read holds no module for us.
  return allowedOr([], () => readdirSync(lib))
    .filter((name) => /^python3(?:\.\d{1,3})?$/.test(name))
    .sort()
    .flatMap((name) => [join(lib, name, 'site-packages'), join(lib, name, 'dist-packages')]);
}
