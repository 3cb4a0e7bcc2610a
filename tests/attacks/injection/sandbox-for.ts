import { realpath } from 'node:fs/promises';
import type { AtipEffects } from '@atip/core';
import type { WrapLaunch } from '../../../packages/node/src/process/launch.ts';
import { createSandbox } from '../../../packages/node/src/sandbox/create-sandbox.ts';
import type { Sandbox } from '../../../packages/node/src/sandbox/sandbox.ts';

/** A run that its document's effects are to hold. */
export interface HeldRun {
  /** As the PATH has it. */
  readonly executable: string;
  readonly cwd: string;
  readonly home: string;
  readonly effects: AtipEffects;
}

let sandbox: Promise<Sandbox> | undefined;

/** The sandbox of declared effects; the working directory is all that a person lets programs change. */
export async function sandboxFor({ executable, ...run }: HeldRun): Promise<WrapLaunch> {
  sandbox ??= createSandbox();
  const { plan, status } = await sandbox;
  if (!status.available) throw new Error(`These rows need a sandbox, and here is none: ${status.reason}`);
  const { wrap } = await plan({
    ...run,
    executable: await realpath(executable),
    foundAs: executable,
    writableRoots: [run.cwd],
  });
  return wrap;
}
