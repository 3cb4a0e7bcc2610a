import { createResultFilter } from '../redact/create-result-filter.ts';
import type { ToolCall } from '../types/call.ts';
import type { ExecutionResult, FormattedResult, Run, RunOptions, RunOutcome, StopSignal } from '../types/execution.ts';
import type { ResultFilterOptions } from '../types/redaction.ts';
import type { AtipEffects, AtipTool } from '../types/tool.ts';
import type { CompleteCheck } from '../types/validation.ts';

export interface FormatOptions extends ResultFilterOptions {
  /** The run's tools, for rules that depend on the tool. Absent: none. */
  tools?: AtipTool[];
  /** The bounds that the run had, for the notices about them: ms, and bytes per stream. Absent: the defaults. */
  limits?: { readonly timeout: number; readonly maxOutput: number };
}

/**
 * Turns a run into the text a model is sent: secrets redacted, then bounded, then told how it ended.
 *
 * Shape: `"<stdout>\n[Exit code: 0]"`; a failure starts with its stderr; a run out of time ends in `[TIMEOUT after 30s]`,
 * a cut one in `[TRUNCATED - output exceeded 1MB]` before that. The stderr of a successful run follows under
 * `[stderr]`.
 *
 * @see ATIP 0.3 §11.3
 * @example
 * ```ts
 * import { type ExecutionResult, formatResult } from '@atip/core';
 * declare const result: ExecutionResult;
 * const { content } = formatResult(result, { maxLength: 10_000 }); // 'On branch main\n[Exit code: 0]'
 * ```
 */
export function formatResult(result: ExecutionResult, options: FormatOptions = {}): FormattedResult {
  const { tools = [], limits = EXECUTION_LIMITS, ...filterOptions } = options;
  const filter = createResultFilter(tools, filterOptions);
  // Together, so that one bound holds for the whole; a blank line keeps a secret at one stream's end from joining the other.
  const output = combine(result);
  const text = output === '' ? '' : `${filter.filter(output, result.toolName).replace(/\n+$/, '')}\n`;
  return { content: `${text}${ending(result, limits)}`, success: result.success, raw: result };
}

function combine({ stdout, stderr, success }: ExecutionResult): string {
  if (stderr.trim() === '') return stdout;
  if (stdout.trim() === '') return stderr;
  const end = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
  return success ? `${end(stdout)}[stderr]\n${stderr}` : `${end(stderr)}${stdout}`;
}

function ending(result: ExecutionResult, limits: NonNullable<FormatOptions['limits']>): string {
  const { exitCode, timedOut, truncated, notices = [], reason } = result;
  const { timeout } = limits;
  const exit = exitCode === null ? 'Ended by a signal' : `Exit code: ${exitCode}`;
  const end = timedOut ? `TIMEOUT after ${timeout % 1000 === 0 ? `${timeout / 1000}s` : `${timeout}ms`}` : exit;
  const cut = truncated ? [`TRUNCATED - output exceeded ${formatBytes(limits.maxOutput)}`] : [];
  return [...notices, ...(reason === undefined ? [] : [reason]), ...cut, end].map((line) => `[${line}]`).join('\n');
}

function formatBytes(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576}MB`;
  return bytes % 1024 === 0 ? `${bytes / 1024}KB` : `${bytes} bytes`;
}

/** Times in ms, outputs in bytes per stream. */
export const EXECUTION_LIMITS = {
  timeout: 30_000,
  maxTimeout: 600_000,
  maxOutput: 1_048_576,
  maxMaxOutput: 10_485_760,
} as const;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/**
 * The time a run gets, in ms: what the host set, else what the tool declares, else 30 s; never over 10 minutes.
 *
 * @see ATIP 0.3 §3.6, `duration.timeout`
 */
export function timeoutFor(effects: AtipEffects, host: number | undefined): number {
  const wanted = host ?? parseDuration(effects.duration?.timeout);
  return bounded(wanted, EXECUTION_LIMITS.timeout, EXECUTION_LIMITS.maxTimeout);
}

/** The bytes kept per stream: what the host set, else 1 MiB; never over 10 MiB. */
export function maxOutputFor(host: number | undefined): number {
  return bounded(host, EXECUTION_LIMITS.maxOutput, EXECUTION_LIMITS.maxMaxOutput);
}

/** Anything but a number above 0, such as a text from a configuration file, sets nothing. */
function bounded(wanted: unknown, standard: number, most: number): number {
  return typeof wanted === 'number' && wanted > 0 ? Math.min(wanted, most) : standard;
}

/** `"60s"` → 60000; units ms, s, m, min, h; `undefined` for anything else. */
function parseDuration(text: unknown): number | undefined {
  const match = typeof text === 'string' ? /^(\d{1,9}(?:\.\d{1,3})?)\s?(ms|s|min|m|h)$/.exec(text.trim()) : null;
  const unit = UNITS[match?.[2] ?? ''];
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}

/** A run's outcome together with the call it answers; a success is exit code 0, in time and not cut. */
export function toExecutionResult(outcome: RunOutcome, call: ToolCall, argv: readonly string[]): ExecutionResult {
  const success = outcome.exitCode === 0 && !outcome.timedOut && !outcome.truncated;
  return { ...outcome, success, command: argv, toolCallId: call.id, toolName: call.name };
}

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
  { call, mapping, argv, sandbox, network, interactive }: CompleteCheck,
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
    ...(network && { network }),
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
