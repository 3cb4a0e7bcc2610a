import { createResultFilter } from '../redact/create-result-filter.ts';
import type { ExecutionResult, FormattedResult } from '../types/execution.ts';
import type { ResultFilterOptions } from '../types/redaction.ts';
import type { AtipTool } from '../types/tool.ts';
import { EXECUTION_LIMITS } from './execution-limits.ts';

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
 * a cut one in `[TRUNCATED - output exceeded 1MB]` before that. What a successful run wrote to stderr follows under
 * `[stderr]`.
 *
 * @see ATIP 0.3 §11.3
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
  const { exitCode, timedOut, truncated, notices = [] } = result;
  const noticed = notices.map((notice) => `[${notice}]`);
  const cut = truncated ? [`[TRUNCATED - output exceeded ${formatBytes(limits.maxOutput)}]`] : [];
  if (timedOut) return [...noticed, ...cut, `[TIMEOUT after ${formatTime(limits.timeout)}]`].join('\n');
  return [...noticed, ...cut, exitCode === null ? '[Ended by a signal]' : `[Exit code: ${exitCode}]`].join('\n');
}

function formatTime(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

function formatBytes(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576}MB`;
  return bytes % 1024 === 0 ? `${bytes / 1024}KB` : `${bytes} bytes`;
}
