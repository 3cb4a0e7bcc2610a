import {
  type CommandMapping,
  type ExecutionPolicy,
  type ExecutionResult,
  sandboxModeFor,
  type ToolCall,
  trustSourceOf,
} from '@atip/core';
import {
  type AuditLog,
  createAuditLog,
  createExecutor,
  createProgramLocator,
  type FoundTool,
  type Sandbox,
  xdgPaths,
} from '@atip/node';
import type { CliHost } from '../cli-host.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plainLine } from '../terminal/plain-line.ts';
import { toJson } from '../terminal/to-json.ts';
import { callFailure } from './call-failure.ts';
import { createConfirmation } from './create-confirmation.ts';
import { sandboxProblem } from './sandbox-problem.ts';
import { systemFailure } from './system-failure.ts';
import { userName } from './user-name.ts';

const NOTHING_RUN = 'Nothing was run. ';

export interface RunCallSettings {
  readonly mapping: CommandMapping;
  readonly found: readonly FoundTool[];
  readonly policy: ExecutionPolicy;
  readonly sandbox: Sandbox;
  /** Absolute. */
  readonly cwd: string;
  /** Answers what has to be confirmed; never what is denied. */
  readonly yes: boolean;
  /** One JSON object at the end instead of the output as it arrives. */
  readonly json: boolean;
}

/**
 * Runs one call as the policy has it: decision and run on record, output redacted as it arrives.
 *
 * @throws CliError when nothing ran; see `callFailure`
 */
export async function runCall(call: ToolCall, settings: RunCallSettings, host: CliHost): Promise<ExitCode> {
  const { mapping, found, policy, sandbox, cwd, yes } = settings;
  const { env, signal, stderr } = host;
  const mode = sandboxModeFor(policy, trustSourceOf(mapping.tool));
  const problem = sandboxProblem(mode, sandbox.status);
  const locate = createProgramLocator({ env, found });
  const confirmationHandler = createConfirmation(host, { yes, cwd, locate, problem });
  const log = await openLog(host);
  let isOnRecord = true;
  const onProblem = (error: unknown): void => {
    isOnRecord = false;
    const why = error instanceof Error ? error.message : String(error);
    stderr.write(`atip: It ran, and that could not be put on record: ${plainLine(why)}\n`);
  };
  try {
    const executor = createExecutor({
      tools: found.map(({ tool }) => tool),
      found,
      env,
      sandbox,
      policy: { ...policy, ...(confirmationHandler && { confirmationHandler }) },
      execution: { cwd, signal },
      audit: { log, who: userName(), onProblem },
    });
    const ended = await stream(executor.executeStream(call), settings, host);
    return ended.success && !isOnRecord ? EXIT.io : explainEnd(ended, call, mode === 'off', host);
  } catch (error) {
    throw callFailure(error, { held: problem === undefined, canAnswer: confirmationHandler !== undefined });
  } finally {
    await log.close();
  }
}

/** The log, with failures that name its file. */
async function openLog({ env }: CliHost): Promise<AuditLog> {
  const { audit: file, auditLogs: list } = xdgPaths(env);
  const fail = (error: unknown, prefix: string): never => {
    throw systemFailure(error, `${prefix}The audit log ${file} cannot be written`);
  };
  const log = await createAuditLog(file, { list }).catch((error: unknown) => fail(error, NOTHING_RUN));
  const append: AuditLog['append'] = (event) =>
    log.append(event).catch((error: unknown) => fail(error, event.event === 'decision' ? NOTHING_RUN : ''));
  return { append, close: () => log.close() };
}

async function stream(
  events: ReturnType<ReturnType<typeof createExecutor>['executeStream']>,
  { json }: RunCallSettings,
  host: CliHost,
): Promise<ExecutionResult> {
  const said = { stdout: '', stderr: '' };
  for await (const event of events) {
    if (event.type === 'result') {
      const { raw } = event.result;
      if (json) host.stdout.write(`${toJson({ ...raw, ...said })}\n`);
      return raw;
    }
    if (json) said[event.type] += event.text;
    else host[event.type].write(event.text);
  }
  throw new Error('The run ended without a result.');
}

/** A failure without a word would be taken for a success. */
function explainEnd(ended: ExecutionResult, { name }: ToolCall, isUnheld: boolean, { stderr }: CliHost): ExitCode {
  const { success, exitCode, timedOut, truncated, sandbox } = ended;
  if (sandbox?.applied !== true && !isUnheld) {
    stderr.write(`atip: It ran without a sandbox. ${plainLine(sandbox?.notes.join(' ') ?? '')}\n`);
  }
  if (success) return EXIT.ok;
  const how = timedOut
    ? 'was ended, its time was over'
    : truncated
      ? 'was ended, it wrote too much'
      : exitCode === null
        ? 'was ended by a signal'
        : `failed with exit code ${exitCode}`;
  stderr.write(`atip: ${plainLine(name)} ${how}.\n`);
  return EXIT.toolFailed;
}
