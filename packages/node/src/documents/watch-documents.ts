import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { XdgPaths } from '../process/xdg-paths.ts';

/** Ms between a notice and the callback: one write causes several notices. */
const SETTLED = 200;

/**
 * Calls back when a document, an override or the registry may have been added, removed or changed. Uses notices of the
 * system instead of polling. For a missing directory it watches the nearest existing one above. @param onProblem called
 * with the reason why a directory cannot be watched, such as too many watches; the others still are
 */
export function watchDocuments(
  { tools, shims, data, overrides, system, auditLogs }: XdgPaths,
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
    watchDirectory(directory, basename(auditLogs), tell, onProblem),
  );
  return {
    close() {
      clearTimeout(timer);
      for (const { close } of watches) close();
    },
  };
}

/** @param ignored name of our own file among the documents, which the first record writes */
function watchDirectory(
  directory: string,
  ignored: string,
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
      watcher = watch(at, { persistent: false }, (kind, name) => {
        if (at === directory && name === ignored) return;
        // Changes far above are usually unrelated. The directory itself may have been renamed.
        if (nearestExisting(directory) !== at || (at === directory && kind === 'rename')) comes(at);
        else if (at === directory) tell();
      });
      watcher.on('error', onProblem);
      // The directory appeared before the watch on its parent started.
      if (nearestExisting(directory) !== at) comes(at);
    } catch (error) {
      onProblem(error);
    }
  };
  const comes = (from: string): void => {
    arm();
    // A directory that comes empty has nothing to read; nor has one above it, such as ~/.local with our own state.
    if (from === directory || namesIn(directory).some((name) => name !== ignored)) tell();
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

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}
