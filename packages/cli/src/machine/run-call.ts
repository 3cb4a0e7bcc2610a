import { checkCall, type CallCheck, type ExecutionPolicy, type ExecutionResult, type ToolCall } from '@atip/core';
import {
  type AuditLog,
  createAuditLog,
  createToolMachine,
  type FoundTool,
  runCall as runOnMachine,
  type Sandbox,
  xdgPaths,
} from '@atip/node';
import type { CliHost } from '../cli-host.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plainLine } from '../terminal/plain-line.ts';
import { toJson } from '../terminal/to-json.ts';
import { callFailure } from './call-failure.ts';
import { createConfirmation } from './create-confirmation.ts';
import { systemFailure } from './system-failure.ts';
import { userName } from './user-name.ts';

const NOTHING_RUN = 'Nothing was run. ';

/** What a call is held against. */
export interface CallRules {
  readonly found: readonly FoundTool[];
  readonly policy: ExecutionPolicy;
}

export interface RunCallSettings extends CallRules {
  readonly sandbox: Sandbox;
  /** Absolute. */
  readonly cwd: string;
  /** Answers what has to be confirmed; never what is denied. */
  readonly yes: boolean;
  /** One JSON object at the end instead of the output as it arrives. */
  readonly json: boolean;
  /** Reads documents and policy again, after a person was asked. Absent: they cannot have changed. */
  readonly reread?: () => Promise<CallRules>;
}

/**
 * Runs one call as the policy has it: decision and run on record, output redacted as it arrives.
 *
 * @throws CliError when nothing ran; see `callFailure`
 */
export async function runCall(call: ToolCall, settings: RunCallSettings, host: CliHost): Promise<ExitCode> {
  const { found, sandbox, cwd, yes, json, reread } = settings;
  const { env, signal, stderr } = host;
  const machine = createToolMachine({ env, sandbox: async () => sandbox });
  const check = checkBy(call, settings);
  const ask = createConfirmation(host, yes);
  const log = await openLog(host);
  let isOnRecord = true;
  const onProblem = (error: unknown): void => {
    isOnRecord = false;
    const why = error instanceof Error ? error.message : String(error);
    stderr.write(`atip: It ran, and that could not be put on record: ${plainLine(why)}\n`);
  };
  const said = { stdout: '', stderr: '' };
  try {
    const { raw } = await runOnMachine(check, {
      found,
      machine,
      cwd,
      signal,
      tools: found.map(({ tool }) => tool),
      record: { log, who: userName(), onProblem },
      ...(ask && { ask }),
      ...(reread && { recheck: async () => checkBy(call, await reread()) }),
      onOutput(stream, text) {
        if (json) said[stream] += text;
        else host[stream].write(text);
      },
    });
    if (json) host.stdout.write(`${toJson({ ...raw, ...said })}\n`);
    return raw.success && !isOnRecord ? EXIT.io : explainEnd(raw, call, check.sandbox === 'off', host);
  } catch (error) {
    const problem = check.sandbox && (await machine.sandboxProblem(check.sandbox));
    throw callFailure(error, { held: problem === undefined, canAnswer: ask !== undefined });
  } finally {
    await log.close();
  }
}

function checkBy(call: ToolCall, { found, policy }: CallRules): CallCheck {
  return checkCall(
    call,
    found.map(({ tool }) => tool),
    policy,
  );
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

/** A failure without a word would be taken for a success. */
function explainEnd(ended: ExecutionResult, { name }: ToolCall, isUnheld: boolean, { stderr }: CliHost): ExitCode {
  const { success, exitCode, timedOut, truncated, sandbox } = ended;
  if (sandbox?.applied !== true && !isUnheld) {
    stderr.write(`atip: It ran without a sandbox. ${plainLine(sandbox?.notes.join(' ') ?? '')}\n`);
  }
  for (const note of sandbox?.planted ? sandbox.notes : []) stderr.write(`atip: ${plainLine(note)}\n`);
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
