import { AtipParseError, parseToolCall, type Provider, type ToolCall } from '@atip/core';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';
import { readSource } from '../documents/read-source.ts';

/**
 * Reads the calls of a file: a provider's response, or one call `{ id, name, arguments }` by itself.
 *
 * @returns one at least
 * @throws CliError `invalid` when it holds none, `io` when it cannot be read
 */
export async function readCalls(file: string, provider: Provider, host: CliHost): Promise<readonly ToolCall[]> {
  const { name, text } = await readSource(file, host);
  const refuse = (problem: string, cause?: unknown) => new CliError(EXIT.invalid, `${name} ${problem}`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('is not JSON.', error);
  }
  const bare = readBareCall(value);
  if (bare) return [bare];
  try {
    const calls = parseToolCall(provider, value);
    if (calls.length > 0) return calls;
  } catch (error) {
    if (!(error instanceof AtipParseError)) throw error;
    throw refuse(`is neither a call { id, name, arguments } nor a response. ${error.message}`, error);
  }
  throw refuse('is a response without a call.');
}

/** No provider's response has a name of its own. */
function readBareCall(value: unknown): ToolCall | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return;
  const id = 'id' in value && typeof value.id === 'string' ? value.id : value.name;
  const given: unknown = 'arguments' in value ? value.arguments : {};
  // Whatever it is: arguments that are no object are found when the call is held against its command.
  return { id, name: value.name, arguments: given as ToolCall['arguments'] };
}
