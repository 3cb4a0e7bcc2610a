import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { ExecutionError, type RunOutcome } from '@atip/core';
import { childEnvironment, type Environment } from '../environment/child-environment.ts';
import { executeCommand } from '../process/execute-command.ts';
import { type Executable, resolveExecutable } from '../executables/find-executable.ts';
import { MAX_TOOL_DOCUMENT, readToolDocument, skip, type ToolReading } from '../documents/tool-document.ts';

export interface ProbeSettings {
  /** What the executable may inherit from, cut down by the allow-list. */
  readonly env: Environment;
  /** Ms, > 0. Absent: 2,000, as the RFC has it. */
  readonly timeout?: number;
}

/**
 * Asks one executable for its document by running it with `--agent`, and nothing else.
 *
 * It gets no input, an allow-listed environment and an empty directory to stand in. Its output counts only with exit
 * code 0, in time, within 4 MiB, and under the executable's own name.
 * @param path absolute; naming it is the permission to run it.
 * @see ATIP 0.3 §3.1, §5.2
 */
export async function probeTool(path: string, settings: ProbeSettings): Promise<ToolReading> {
  const executable = isAbsolute(path) ? await resolveExecutable(path) : null;
  if (executable === null) return skip(path, 'not-executable', 'It is not the absolute path of an executable file.');
  const cwd = await mkdtemp(join(tmpdir(), 'atip-probe-'));
  try {
    const outcome = await ask(executable, cwd, settings);
    return (
      refusal(path, outcome) ?? readToolDocument(outcome.stdout, basename(path), { origin: 'probed', source: path })
    );
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return skip(path, 'not-executable', error.message);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

function ask(executable: Executable, cwd: string, settings: ProbeSettings): Promise<RunOutcome> {
  return executeCommand([executable.foundAs, '--agent'], {
    executable: executable.path,
    cwd,
    env: childEnvironment(settings.env),
    timeout: settings.timeout ?? 2_000,
    maxOutput: MAX_TOOL_DOCUMENT,
  });
}

function refusal(path: string, outcome: RunOutcome): ToolReading | undefined {
  if (outcome.timedOut) return skip(path, 'timed-out', 'It did not answer --agent in time.');
  if (outcome.truncated)
    return skip(path, 'too-large', `It answered --agent with more than ${MAX_TOOL_DOCUMENT} bytes.`);
  if (outcome.exitCode === 0) return undefined;
  const how = outcome.exitCode === null ? 'was ended by a signal' : `exited with code ${outcome.exitCode}`;
  return skip(path, 'failed', `Asked with --agent, it ${how}.`);
}
