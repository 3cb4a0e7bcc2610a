import {
  ArgumentValidationError,
  buildCommandArray,
  type CommandMapping,
  mapToCommand,
  type ToolCallValidation,
  UnknownCommandError,
  validateToolCall,
  withCallEffects,
} from '@atip/core';
import type { Executable, ExecutableIdentity, FoundTool } from '@atip/node';
import { approvalHash } from './approval-hash.ts';
import { assertCallSize } from './assert-call-size.ts';
import type { CompanionPorts } from '../ports/companion-ports.ts';
import type { CallCheck, CallRequest } from '../contract/contract.ts';
import { decideCall } from './decide-call.ts';
import { ProblemError } from '../http/problem.ts';
import { findTool, toolsOf } from '../tools/tool-catalogue.ts';

/** A call that was held against the catalogue and the policies, and not yet run. */
export interface PreparedCall {
  readonly request: CallRequest;
  /** With the effects of the call. */
  readonly mapping: CommandMapping;
  readonly executable: Executable;
  readonly identity: ExecutableIdentity;
  /** As the process will get it. Absent while the arguments are invalid. */
  readonly argv?: readonly string[];
  /**
   * What the client is shown: nothing of it redacted, shortened or escaped. The values are the client's own, and an argv
   * that differs from the hashed one by a single character would be approved for another.
   */
  readonly check: CallCheck;
}

/**
 * Takes a call through every stage up to running it. The tool's metadata is always the catalogue's, never the client's.
 *
 * @throws ProblemError 413 `arguments-too-large`; 404 `unknown-command`; 409 `executable-missing`, `executable-unreadable`, `executable-replaced`,
 * `checksum-mismatch`. Invalid arguments are reported in the check.
 */
export async function prepareCall(request: CallRequest, ports: CompanionPorts): Promise<PreparedCall> {
  assertCallSize(request.call);
  const asked = mapCall(request, ports);
  const { executable, identity } = await locateExecutable(asked.tool.name, ports);
  const { validation, command } = buildCommand(request, asked);
  const mapping = withCallEffects(asked, validation.arguments);
  const decision = decideCall(request.call, mapping, validation.arguments, ports.policy, request.policy);
  const { effects, path, tool } = mapping;
  const { cwd } = ports;
  const base = { tool: tool.name, path, effects, executable: executable.path, validation, decision, cwd };
  if (command === undefined) return { request, mapping, executable, identity, check: base };

  const argv = [executable.foundAs, ...command.slice(1)];
  const hash = approvalHash({ executable: identity, argv, cwd, effects });
  return { request, mapping, executable, identity, argv, check: { ...base, argv, hash } };
}

/** @throws ProblemError 409 `executable-changed` when the executable is not the one the call was checked with. */
export async function assertUnchanged({ identity }: PreparedCall, ports: CompanionPorts): Promise<void> {
  const now = await ports.identify(identity.path).catch(() => undefined);
  if (now?.hash === identity.hash && now.stamp === identity.stamp) return;
  throw new ProblemError(
    409,
    'executable-changed',
    `${identity.path} changed after the call was checked. Check it again.`,
  );
}

function mapCall({ call }: CallRequest, ports: CompanionPorts): CommandMapping {
  try {
    return mapToCommand(call.name, toolsOf(ports.catalogue.current()));
  } catch (cause) {
    if (!(cause instanceof UnknownCommandError)) throw cause;
    throw new ProblemError(404, 'unknown-command', cause.message, { cause });
  }
}

async function locateExecutable(
  name: string,
  ports: CompanionPorts,
): Promise<Pick<PreparedCall, 'executable' | 'identity'>> {
  const found = findTool(ports.catalogue.current(), name);
  const executable = found === undefined ? null : await ports.locate(found);
  if (executable === null) {
    throw new ProblemError(409, 'executable-missing', `${name} is described, but no such executable is on the PATH.`);
  }
  const identity = await identify(executable.path, ports);
  assertDescribed(found, identity);
  return { executable, identity };
}

async function identify(path: string, ports: CompanionPorts): Promise<ExecutableIdentity> {
  try {
    return await ports.identify(path);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    const detail = `${path} cannot be read, so nothing can be approved about it.`;
    throw new ProblemError(409, 'executable-unreadable', detail, { cause });
  }
}

/** What a program said of itself, or somebody of its bytes, says nothing about other bytes in its place. */
function assertDescribed(found: FoundTool | undefined, { path, hash }: ExecutableIdentity): void {
  if (found?.executable !== undefined && found.executable.hash !== hash) {
    const detail = `${path} was replaced since it described itself. Discover again; a program named with --probe is asked again when the companion restarts.`;
    throw new ProblemError(409, 'executable-replaced', detail);
  }
  const checksum = found?.tool.trust?.checksum;
  if (checksum !== undefined && checksum.toLowerCase() !== hash) {
    const detail = `${path} is not the program that its metadata was written for: the metadata names another digest.`;
    throw new ProblemError(409, 'checksum-mismatch', detail);
  }
}

function buildCommand(
  { call }: CallRequest,
  mapping: CommandMapping,
): { readonly validation: ToolCallValidation; readonly command?: readonly string[] } {
  const validation = validateToolCall(call, mapping, { refuseExtra: true });
  if (!validation.valid) return { validation };
  try {
    return { validation, command: buildCommandArray(mapping, validation.arguments) };
  } catch (error) {
    if (!(error instanceof ArgumentValidationError)) throw error;
    return { validation: { ...validation, valid: false, errors: error.errors } };
  }
}
