import { createResultFilter } from '../redact/create-result-filter.ts';
import type { ExecutionResult, FormattedResult } from '../types/execution.ts';
import type { ResultFilterOptions } from '../types/redaction.ts';
import type { AtipTool } from '../types/tool.ts';

export interface FormatOptions extends ResultFilterOptions {
  /** The run's tools, for rules that depend on the tool. Absent: none. */
  tools?: AtipTool[];
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
  const { tools = [], ...filterOptions } = options;
  const filter = createResultFilter(tools, filterOptions);
  // Together, so that one bound holds for the whole; a blank line keeps a secret at one stream's end from joining the other.
  const output = combine(result);
  const text = output === '' ? '' : `${filter.filter(output, result.toolName).replace(/\n+$/, '')}\n`;
  return { content: `${text}${ending(result)}`, success: result.success, raw: result };
}

function combine({ stdout, stderr, success }: ExecutionResult): string {
  if (stderr.trim() === '') return stdout;
  if (stdout.trim() === '') return stderr;
  const end = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
  return success ? `${end(stdout)}[stderr]\n${stderr}` : `${end(stderr)}${stdout}`;
}

function ending({ exitCode, duration, timedOut, truncated, stdout, stderr }: ExecutionResult): string {
  const size = Math.max(stdout.length, stderr.length) / 1_048_576;
  const cut = truncated ? [`[TRUNCATED - output exceeded ${Math.max(1, Math.round(size))}MB]`] : [];
  if (timedOut) return [...cut, `[TIMEOUT after ${Math.round(duration / 1000)}s]`].join('\n');
  return [...cut, exitCode === null ? '[Ended by a signal]' : `[Exit code: ${exitCode}]`].join('\n');
}
