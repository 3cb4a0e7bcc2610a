import type { Account, Refusal } from '../executables/check-writers.ts';
import type { Markers } from './find-marker.ts';
import { findTarget } from './find-target.ts';
import { followWrapper, type Wrapped } from './follow-wrapper.ts';
import type { ListedExecutable } from './list-executables.ts';
import type { LocatePath } from '../executables/locate-path.ts';
import { quotePath } from '../executables/quote-path.ts';
import type { FileReading, FileState } from './read-markers.ts';
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
 * Says from a program's bytes whether it may describe itself; of a script, also from those of the files it hands over to.
 *
 * A verdict of the cache holds as long as the program and all these files are in the state they were in, and safe.
 * Nothing is executed. What cannot be read, or depends on a file that others could change, is refused, not `unmarked`.
 */
export async function screenExecutable(
  executable: Pick<ListedExecutable, 'path' | 'stamp' | 'size'>,
  context: ScreenContext,
): Promise<Screened> {
  const cached = context.cache[executable.path];
  if (cached?.stamp === executable.stamp && targetsHold(cached, context)) return { file: cached, cached: true };
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
