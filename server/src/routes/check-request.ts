import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AtipTool } from '@atip/core';
import {
  ArgumentValidationError,
  AtipExecuteError,
  ExecutionError,
  RequiresConfirmationError,
  UnknownCommandError,
} from '@atip/core/execute';
import { decisionOf, digestsOf, policyProblems, stated } from '@atip/core/internal';
import { describeLine, type FoundTool, type Host } from '@atip/node';
import {
  checkInvocation,
  detailOf,
  groupsOf,
  type Invocation,
  isInside,
  type LineCallCheck,
  locateProgram,
  type Plan,
  planCall,
  ProgramError,
  type ProgramProblem,
  quoteElement,
  systemErrorCode,
} from '@atip/node/internal';
import { ProblemError } from '../http/problem.ts';
import type { CompanionPorts } from '../ports.ts';
import { findTool, toolsOf } from '../tools/tool-catalog.ts';
import type * as wire from './call-schemas.ts';

/** The companion's host with the tools of this moment, in the directory that a client names. @throws as `hostAt` */
export function hostOf({ catalog, host }: CompanionPorts, cwd?: string): Host {
  const scan = catalog.current();
  // Its clients have conversations of their own: the number of one's output means nothing to another.
  return { ...hostAt(cwd, host), found: scan.found, tools: toolsOf(scan), outputs: undefined };
}

/**
 * The host in a directory that a client names. The directory has to be below those that calls may write to, because
 * elsewhere a run could see files that no call may see. The path is the real one, as the sandbox and the record have
 * it.
 * @throws ProblemError 422 `no-directory`
 */
export function hostAt(named: string | undefined, host: Host): Host {
  if (named === undefined) return host;
  const { cwd, env, writable = [] } = host;
  const path = resolve(
    cwd,
    named.replace(/^~(?=\/|$)/, () => env['HOME'] ?? '~'),
  );
  const real = realDirectory(path);
  const roots = [cwd, ...writable].flatMap((root) => realDirectory(root) ?? []);
  if (real !== undefined && roots.some((root) => isInside(real, root))) return { ...host, cwd: real };
  const why =
    real === undefined
      ? 'no directory is there, or it cannot be entered.'
      : `this companion runs calls in ${quoteElement(cwd)} and below. Start it in that directory, or add it to "writable" of its configuration.`;
  throw new ProblemError(422, 'no-directory', `Nothing runs in ${quoteElement(path)}: ${why}`);
}

function realDirectory(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/**
 * The call of a client, whose policy can only narrow the companion's.
 * @throws ProblemError 413 `arguments-too-large`; 400 for an invalid policy
 */
export function invocationOf({ call: { id, name, arguments: args }, policy }: wire.CallRequest): Invocation {
  const call = { id, name, arguments: args };
  assertCallSize(call);
  assertPolicy(policy);
  return { call, narrowedBy: policy };
}

/** @throws ProblemError 400 for an invalid policy */
export function assertPolicy(policy: wire.ClientPolicy | undefined): void {
  const [problem] = policy ? policyProblems(policy) : [];
  if (problem) throw new ProblemError(400, 'invalid-request', `/policy/${problem.part}: ${problem.message}`);
}

/**
 * Answers what a call would run and whether it may, without running it. The answer reports invalid arguments.
 * @throws ProblemError 413 `arguments-too-large`; 404 `unknown-command`; 409 when the program cannot be run, see `callProblem`.
 */
export async function answerCheck(request: wire.CallRequest, ports: CompanionPorts): Promise<wire.CheckAnswer> {
  const invocation = invocationOf(request);
  await ports.catalog.load(groupsOf([request.call.name]));
  const host = hostOf(ports, request.cwd);
  const check = await checkInvocation(invocation, host);
  try {
    if (check.ok) return describeCheck(await planCall(check, invocation, host));
    const { tool } = check.command ?? {};
    if (!tool) throw new ProblemError(404, 'unknown-command', check.reasons.join(' '));
    const program = await programOf(tool, findTool(ports.catalog.current(), tool.name), host);
    return describeCheck({ ...check, program, cwd: host.cwd });
  } catch (error) {
    throw callProblem(error);
  }
}

/** The program of a tool with its digest: where it was found, else on the PATH. @throws ProgramError */
export function programOf(tool: AtipTool, found: FoundTool | undefined, { machine }: Host): Promise<Plan['program']> {
  return locateProgram(tool.name, { found, digests: digestsOf(tool) }, machine);
}

type CheckWithProgram = LineCallCheck & Pick<Plan, 'program' | 'cwd'> & Partial<Pick<Plan, 'started' | 'hash'>>;

/** Writes a check unredacted and uncut: if a character changed, a person would approve another call. */
export function describeCheck(check: CheckWithProgram): wire.CheckAnswer {
  const { command, warnings, program, cwd, started, hash, line } = check;
  return stated({
    tool: command?.tool.name ?? '',
    path: command?.path ?? [],
    effects: check.ok ? check.effects : (command?.effects ?? {}),
    executable: program.path,
    validation: check.ok
      ? { valid: true, errors: [], warnings, arguments: check.arguments }
      : { valid: false, errors: check.problems, warnings, arguments: {} },
    decision: check.ok ? decisionOf(check) : { decision: 'deny' as const, violations: [] },
    cwd,
    argv: started,
    hash,
    line: line && describeLine(line),
  });
}

/** Bytes of a call as JSON, 128 KiB: a waiting call occupies them, and Linux gives no program more in one argument. */
const MAX_CALL = 131_072;

/** Refuses a call that is too large to wait together with the allowed number of others. */
export function assertCallSize(call: unknown): void {
  const size = jsonSize(call);
  if (size <= MAX_CALL) return;
  const found = size === Number.POSITIVE_INFINITY ? 'is nested too deeply' : `has ${size} bytes as JSON`;
  const detail = `The call ${found}; at most ${MAX_CALL} bytes are accepted. Write long values to a file, and name the file.`;
  throw new ProblemError(413, 'arguments-too-large', detail);
}

function jsonSize(call: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(call));
  } catch (error) {
    // Only the stack's end fails here; everything else was parsed from JSON.
    if (!(error instanceof RangeError)) throw error;
    return Number.POSITIVE_INFINITY;
  }
}

const PROGRAM_CODES: Readonly<Record<ProgramProblem, string>> = {
  missing: 'executable-missing',
  unreadable: 'executable-unreadable',
  replaced: 'executable-replaced',
  checksum: 'checksum-mismatch',
  'checksum-form': 'checksum-mismatch',
  changed: 'executable-changed',
};

/**
 * Turns the error that stopped a call into a problem for clients: 404 `unknown-command`; 422 `validation-failed`; 403 `policy-violation`,
 * `confirmation-denied`; 409 for its program; 500 `execution-failed`. Returns any other error as it is.
 */
export function callProblem(error: unknown): unknown {
  const options = { cause: error };
  if (error instanceof UnknownCommandError) return new ProblemError(404, 'unknown-command', error.message, options);
  if (error instanceof ArgumentValidationError)
    return new ProblemError(422, 'validation-failed', error.message, options);
  if (error instanceof RequiresConfirmationError)
    return new ProblemError(403, 'confirmation-denied', 'It was denied.', options);
  if (error instanceof ProgramError)
    return new ProblemError(409, PROGRAM_CODES[error.problem], detailOf(error), options);
  if (error instanceof ExecutionError) return new ProblemError(500, 'execution-failed', detailOf(error), options);
  if (error instanceof AtipExecuteError) return new ProblemError(403, 'policy-violation', error.message, options);
  return error;
}
