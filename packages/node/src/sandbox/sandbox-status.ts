import { createSandbox } from './create-sandbox.ts';
import type { SandboxStatus } from './sandbox.ts';

let known: Promise<SandboxStatus> | undefined;

/** Says whether this machine can hold a program; tried once for each process, since trying takes some 100 ms. */
export function sandboxStatus(): Promise<SandboxStatus> {
  known ??= createSandbox().then(({ status }) => status);
  return known;
}
