import { executeCommand } from '@atip/node';
import type { Scene } from './scene.ts';

/** Runs one program that prepares a scene, in its working directory. @throws Error when it fails */
export async function runSetup(scene: Scene, argv: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await executeCommand(argv, {
    cwd: scene.work,
    env: scene.env,
    timeout: 20_000,
    maxOutput: 100_000,
  });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} failed with ${exitCode}: ${stderr}`);
}
