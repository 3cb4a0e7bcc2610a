import type { RunPort } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';

/** The part of a KV namespace that is used here. */
export interface Namespace {
  get(key: string): Promise<string | null>;
  delete(key: string): Promise<void>;
  list(): Promise<{ readonly keys: readonly { readonly name: string }[] }>;
}

/**
 * The tool `settings` without a process: what core has made of a call is carried out on a KV namespace.
 *
 * A tool that runs elsewhere is the same: send the argv there, and return what comes back in this shape.
 */
export function runSettings(namespace: Namespace): RunPort {
  return async ([program, command, name = '']) => {
    const started = Date.now();
    const end = (exitCode: number, stdout: string, stderr = '') => ({
      ...{ exitCode, stdout, stderr },
      ...{ duration: Date.now() - started, truncated: false, timedOut: false },
    });
    switch (`${program} ${command}`) {
      case 'settings list':
        return end(0, (await namespace.list()).keys.map((key) => `${key.name}\n`).join(''));
      case 'settings show': {
        const value = await namespace.get(name);
        return value === null ? end(1, '', `There is no setting "${name}".`) : end(0, value);
      }
      case 'settings remove':
        await namespace.delete(name);
        return end(0, '');
      default:
        throw new ExecutionError(`This Worker cannot run ${JSON.stringify(`${program} ${command}`)}.`);
    }
  };
}
