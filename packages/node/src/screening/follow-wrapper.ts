import type { Account, Refusal } from '../executables/check-writers.ts';
import { findTarget, type WrapperTarget } from './find-target.ts';
import type { LocatePath } from '../executables/locate-path.ts';
import { wrappedPaths } from './wrapped-paths.ts';

export interface Wrapped {
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
