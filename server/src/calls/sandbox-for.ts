import { type AtipTool, type ExecutionPolicy, type SandboxMode, sandboxModeFor, trustSourceOf } from '@atip/core';
import type { ClientPolicy } from '../contract/contract.ts';

const STRICTNESS: readonly SandboxMode[] = ['off', 'preferred', 'required'];

/** Whether a call has to be held by a sandbox: what the companion's policy says, or the client's where that is stricter. */
export function sandboxFor(tool: AtipTool, own: ExecutionPolicy, client: ClientPolicy | undefined): SandboxMode {
  const ours = sandboxModeFor(own, trustSourceOf(tool));
  const theirs = client?.sandbox === undefined ? ours : sandboxModeFor(client, trustSourceOf(tool));
  return STRICTNESS.indexOf(theirs) > STRICTNESS.indexOf(ours) ? theirs : ours;
}
