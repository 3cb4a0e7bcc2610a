import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AtipEffects, ExecutionError } from '@atip/core';
import { MAX_TOOL_DOCUMENT, type SkippedTool, skip } from '../documents/tool-document.ts';
import { childEnvironment, type Environment } from '../environment/child-environment.ts';
import type { Executable } from '../executables/find-executable.ts';
import { quotePath } from '../executables/quote-path.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { executeCommand } from '../process/execute-command.ts';
import type { ExecuteOutcome } from '../process/execute-options.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { safeSearchPath } from '../screening/safe-search-path.ts';
import { removeLitter } from './remove-litter.ts';

export interface ProbeSettings {
  /** What the executable may inherit from, cut down by the allow-list. */
  readonly env: Environment;
  /** Ms for each question, > 0. Absent: 2,000, as the RFC has it. */
  readonly timeout?: number;
  /** Holds the executable while it answers. Absent, or not available: it runs with all that its user may do. */
  readonly sandbox?: Sandbox | undefined;
  /** A project that is worked on: what it starts is not looked for there. */
  readonly projectDirectory?: string | undefined;
  /** Called before each process that is started. */
  readonly onStart?: (args: readonly string[]) => void;
}

export type Answer = { readonly text: string } | { readonly skipped: SkippedTool };

/** Whoever only says what it is needs no network, no file of the user's, and nothing to write to. */
const TO_ANSWER: AtipEffects = { network: false, filesystem: { read: false, write: false, delete: false } };

/**
 * Runs a program once to hear what it says about itself.
 *
 * It gets no input, an allow-listed environment with the safe directories of the PATH, and an empty directory to stand in; in a sandbox also no network, no home
 * and nothing that it could write to.
 * Limits: counts only with exit code 0, in time, as UTF-8, within 4 MiB.
 * @see ATIP 0.3 §3.1, §5.2
 */
export async function askProgram(
  executable: Executable,
  args: readonly string[],
  settings: ProbeSettings,
): Promise<Answer> {
  const source = executable.foundAs;
  const place = await makePlace(source);
  if ('skipped' in place) return place;
  const { cwd } = place;
  const question = args.join(' ');
  const chunks: Uint8Array[] = [];
  try {
    const wrap = await planProbe(executable, cwd, settings);
    settings.onStart?.(args);
    const outcome = await executeCommand([executable.foundAs, ...args], {
      executable: executable.path,
      cwd,
      env: childEnvironment({ ...settings.env, PATH: safeSearchPath(settings.env, settings.projectDirectory) }),
      timeout: settings.timeout ?? 2_000,
      maxOutput: MAX_TOOL_DOCUMENT,
      ...(wrap && { wrap }),
      onBytes: (stream, bytes) => {
        // The buffer is the pipe's own and is written again.
        if (stream === 'stdout') chunks.push(Uint8Array.from(bytes));
      },
    });
    const refused = refusal(source, question, outcome);
    if (refused) return refused;
    const text = decodeUtf8(Buffer.concat(chunks));
    return text === undefined ? skip(source, 'not-utf8', `Its answer to ${question} is not valid UTF-8.`) : { text };
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return skip(source, 'not-executable', error.message);
  } finally {
    await removeLitter(cwd);
  }
}

async function makePlace(source: string): Promise<{ readonly cwd: string } | { readonly skipped: SkippedTool }> {
  try {
    return { cwd: await mkdtemp(join(tmpdir(), 'atip-probe-')) };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    const reason = `No directory to run it in can be made in ${quotePath(tmpdir())}: ${describeSystemError(code)} (${code}).`;
    return skip(source, 'not-asked', reason);
  }
}

async function planProbe({ path, foundAs }: Executable, cwd: string, { env, sandbox }: ProbeSettings) {
  if (!sandbox?.status.available) return undefined;
  const home = env.HOME ?? homedir();
  const plan = await sandbox.plan({ executable: path, foundAs, cwd, home, effects: TO_ANSWER, writableRoots: [] });
  return plan.wrap;
}

function refusal(source: string, question: string, outcome: ExecuteOutcome): Answer | undefined {
  if (outcome.timedOut) return skip(source, 'timed-out', `It did not answer ${question} in time.`);
  if (outcome.truncated)
    return skip(source, 'too-large', `It answered ${question} with more than ${MAX_TOOL_DOCUMENT} bytes.`);
  if (outcome.exitCode === 0) return undefined;
  const how = outcome.exitCode === null ? 'was ended by a signal' : `exited with code ${outcome.exitCode}`;
  return skip(source, 'failed', `Asked with ${question}, it ${how}.`);
}
