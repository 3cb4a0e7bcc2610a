import { type Account, type Refusal, checkWriters } from '../executables/check-writers.ts';
import { stampOf } from '../executables/executable-identity.ts';
import type { LocatePath } from '../executables/locate-path.ts';
import { quotePath } from '../executables/check-writers.ts';
import type { ListedExecutable } from './list-executables.ts';
import type { Markers, FileReading, FileState } from './read-markers.ts';
import type { ScreenCache, ScreenedFile, ScreenVerdict } from './screen-cache.ts';
import { wrappedPaths } from './wrapped-paths.ts';

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
 * Says from a program's bytes whether it may describe itself; of a script, also from those of the files it hands over to.
 *
 * Nothing is executed. What cannot be read, or depends on a file that others could change, is refused, not `unmarked`.
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
      return { refusal: { ...reading, reason: `It leads to ${quotePath(target.path)}. ${reading.reason}` } };
    }
    all.push(reading);
  }
  // The interpreter's bytes say nothing; whether it is still the same, and safe, is asked again each time.
  const dependsOn = wrapped.interpreter ? [...wrapped.targets, wrapped.interpreter] : wrapped.targets;
  const targets = dependsOn.map(({ path, stamp }) => ({ path, stamp }));
  return { file: { stamp: executable.stamp, verdict: verdictOf(all), targets }, cached: false };
}

/**
 * The verdict of the cache, where it holds: as long as the program and all files it hands over to are in the state they were in, and
 * safe.
 */
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
  /** What runs the script. Absent: not known, or not there. */
  readonly interpreter?: WrapperTarget;
}

/** Files that one script leads to. */
const MAX_TARGETS = 8;

/**
 * Finds the files that a script hands over to, one step on.
 *
 * A name that leads nowhere, or to anything but a regular file, is no target.
 * @returns a refusal when the interpreter or a target could be changed by others, for then they decide what runs.
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

/**
 * Looks at a file that a script leads to.
 *
 * @returns undefined when no regular file is there; a refusal when others than root and the account may change it.
 */
function findTarget(path: string, account: Account, locate: LocatePath): WrapperTarget | Refusal | undefined {
  const found = locate(path);
  const refusal = found.refusal ?? (found.stats.isFile() ? checkWriters(found.path, found.stats, account) : undefined);
  if (refusal !== undefined) return NOT_THERE.has(refusal.code) ? undefined : unsafe(path, refusal);
  if (found.refusal !== undefined || !found.stats.isFile()) return undefined;
  return { path, real: found.path, stamp: stampOf(found.stats), size: Number(found.stats.size) };
}

function unsafe(path: string, { reason }: Refusal): Refusal {
  return { code: 'unsafe-target', reason: `It leads to ${quotePath(path)}, which is not safe. ${reason}` };
}
