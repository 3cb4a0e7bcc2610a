import { createResultFilter } from '../redact/create-result-filter.ts';
import type { CompleteCheck } from '../types/call-check.ts';
import type { FormattedResult, Run, RunOptions, StopSignal } from '../types/execution.ts';
import type { ResultFilterOptions } from '../types/redaction.ts';
import type { AtipTool } from '../types/tool.ts';
import { maxOutputFor, timeoutFor } from './execution-limits.ts';
import { formatResult } from './format-result.ts';
import { toExecutionResult } from './to-execution-result.ts';

export interface RunCheckedSettings {
  /** Absolute. Absent: the host's choice. */
  readonly cwd?: string;
  /** In ms, > 0, at most 10 minutes. Absent: the tool's `effects.duration.timeout`, else 30 s. */
  readonly timeout?: number;
  /** Bytes per stream, > 0, at most 10 MiB. Absent: 1 MiB. */
  readonly maxOutput?: number;
  readonly signal?: StopSignal;
  readonly output?: ResultFilterOptions;
  /** Tools whose names of secret variables are redacted. Absent: the call's own tool. */
  readonly tools?: readonly AtipTool[];
  /** Gets each stream's text as it arrives, redacted. A promise makes the program wait, as in `RunOptions.onOutput`. */
  readonly onOutput?: RunOptions['onOutput'];
}

/**
 * Runs a call that may run: within its limits, each stream through its own redaction, to the result that a model is sent.
 *
 * The text that redaction held back until the end is handed to `onOutput` before this resolves, without waiting for it.
 */
export async function runChecked(
  { call, mapping, argv, sandbox, interactive }: CompleteCheck,
  run: Run,
  { cwd, timeout, maxOutput, signal, output = {}, tools = [mapping.tool], onOutput }: RunCheckedSettings,
): Promise<FormattedResult> {
  const limits = { timeout: timeoutFor(mapping.effects, timeout), maxOutput: maxOutputFor(maxOutput) };
  const filter = createResultFilter(tools, output);
  const streams = { stdout: filter.stream(), stderr: filter.stream() };
  const outcome = await run(argv, {
    ...limits,
    sandbox,
    call: { id: call.id, mapping },
    ...(cwd !== undefined && { cwd }),
    ...(signal && { signal }),
    ...(interactive && { interactive }),
    ...(onOutput && {
      onOutput: (stream, chunk) => {
        const text = streams[stream].push(chunk);
        return text === '' ? undefined : onOutput(stream, text);
      },
    }),
  });
  if (onOutput) {
    for (const stream of ['stdout', 'stderr'] as const) {
      const rest = streams[stream].end();
      if (rest !== '') void onOutput(stream, rest);
    }
  }
  return formatResult(toExecutionResult(outcome, call, argv), { ...output, tools: [...tools], limits });
}
