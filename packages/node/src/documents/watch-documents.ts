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
      watcher = watch(at, { persistent: false }, (kind) => {
        // Far above it anything may happen that has nothing to do with it. The directory itself may be what is renamed.
        if (nearestExisting(directory) !== at || (at === directory && kind === 'rename')) comes();
        else if (at === directory) tell();
      });
      watcher.on('error', onProblem);
      // It came while we were about to wait for it.
      if (nearestExisting(directory) !== at) comes();
    } catch (error) {
      onProblem(error);
    }
  };
  const comes = (): void => {
    tell();
    arm();
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
