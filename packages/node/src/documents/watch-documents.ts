import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { XdgPaths } from '../environment/xdg-paths.ts';

/** Ms from a notice until it is told: a document that is written comes in several. */
const SETTLED = 200;

/**
 * Tells when a document, an override or the registry may have come, gone or changed. The system gives notice, nothing is polled.
 * A directory that is not there yet is waited for in the nearest one above it that is.
 * @param onProblem gets why a directory cannot be watched, such as too many watches; the others are
 */
export function watchDocuments(
  { tools, shims, data, overrides, system }: Pick<XdgPaths, 'tools' | 'shims' | 'data' | 'overrides' | 'system'>,
  onChange: () => void,
  onProblem: (error: unknown) => void,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED);
    timer.unref();
  };
  const others = system.flatMap((one) => [one.tools, one.shims, one.data]);
  const watches = [...new Set([tools, shims, data, overrides, ...others])].map((directory) =>
    watchDirectory(directory, tell, onProblem),
  );
  return {
    close() {
      clearTimeout(timer);
      for (const { close } of watches) close();
    },
  };
}

function watchDirectory(
  directory: string,
  tell: () => void,
  onProblem: (error: unknown) => void,
): { readonly close: () => void } {
  let watcher: FSWatcher | undefined;
  let isClosed = false;
  const arm = (): void => {
    watcher?.close();
    watcher = undefined;
    if (isClosed) return;
    const at = nearestExisting(directory);
    try {
      watcher = watch(at, { persistent: false }, () => {
        // Far above it anything may happen that has nothing to do with it.
        const isNearer = at !== directory && nearestExisting(directory) !== at;
        if (at === directory || isNearer) tell();
        if (isNearer || !existsSync(at)) arm();
      });
      watcher.on('error', onProblem);
    } catch (error) {
      onProblem(error);
    }
  };
  arm();
  return {
    close() {
      isClosed = true;
      watcher?.close();
    },
  };
}

function nearestExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path));
}
