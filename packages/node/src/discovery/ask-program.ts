import { tmpdir } from 'node:os';
import { ExecutionError } from '@atip/core';
import { MAX_TOOL_DOCUMENT, type SkippedTool, skip } from '../documents/tool-document.ts';
import type { Executable } from '../executables/find-executable.ts';
import { quotePath } from '../executables/quote-path.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import type { ExecuteOutcome } from '../process/execute-options.ts';
import { type HeldSettings, type QuestionSettings, runQuestion } from './run-question.ts';

export type ProbeSettings = QuestionSettings;

export type Answer = { readonly text: string } | { readonly skipped: SkippedTool };

/**
 * Runs a program once to hear what it says about itself; see `runQuestion` for what it is given.
 *
 * Limits: counts only with exit code 0, in time, as UTF-8, within 4 MiB.
 * @see ATIP 0.3 §3.1, §5.2
 */
export async function askProgram(
  executable: Executable,
  args: readonly string[],
  settings: HeldSettings,
): Promise<Answer> {
  const source = executable.foundAs;
  const question = args.join(' ');
  try {
    const { outcome, bytes } = await runQuestion(executable, args, settings, MAX_TOOL_DOCUMENT);
    const refused = refusal(source, question, outcome);
    if (refused) return refused;
    const text = decodeUtf8(bytes);
    return text === undefined ? skip(source, 'not-utf8', `Its answer to ${question} is not valid UTF-8.`) : { text };
  } catch (error) {
    if (error instanceof ExecutionError) return skip(source, 'not-executable', error.message);
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    const reason = `No directory to run it in can be made in ${quotePath(tmpdir())}: ${describeSystemError(code)} (${code}).`;
    return skip(source, 'not-asked', reason);
  }
}

function refusal(source: string, question: string, outcome: ExecuteOutcome): Answer | undefined {
  if (outcome.timedOut) return skip(source, 'timed-out', `It did not answer ${question} in time.`);
  if (outcome.truncated)
    return skip(source, 'too-large', `It answered ${question} with more than ${MAX_TOOL_DOCUMENT} bytes.`);
  if (outcome.exitCode === 0) return undefined;
  const how = outcome.exitCode === null ? 'was ended by a signal' : `exited with code ${outcome.exitCode}`;
  return skip(source, 'failed', `Asked with ${question}, it ${how}.`);
}
