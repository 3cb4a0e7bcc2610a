import { join } from 'node:path';
import type { RunOutcome } from '@atip/core';
import { executeCommand } from '@atip/node';
import { sandboxFor } from './sandbox-for.ts';
import type { Scene } from './scene.ts';
import type { Target } from './target.ts';
import type { Call } from './trick.ts';

/**
 * Runs the real program in a scene, free or held by the sandbox of the effects that its document states for a call.
 *
 * @throws ExecutionError that names the program where it is not installed
 */
export async function runProgram(
  { tool }: Target,
  args: readonly string[],
  { cwd = '.', env }: Call,
  scene: Scene,
  effects?: Parameters<typeof sandboxFor>[0]['effects'],
): Promise<RunOutcome> {
  const executable = `/usr/bin/${tool.name}`;
  const directory = join(scene.work, cwd);
  const wrap = effects && (await sandboxFor({ executable, cwd: directory, home: scene.home, effects }));
  return executeCommand([executable, ...args], {
    cwd: directory,
    env: { ...scene.env, ...env },
    timeout: 20_000,
    maxOutput: 1_000_000,
    ...(wrap && { wrap }),
  });
}
