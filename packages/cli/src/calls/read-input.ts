import type { CommandMapping, ToolCall } from '@atip/core';
import { inputConflict, parametersOf } from '@atip/core/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';
import { readBytes } from '../documents/read-source.ts';

/** Bytes of standard input that a program gets. */
export const MAX_INPUT = 10_485_760;

/**
 * Passes our standard input on to a command that reads its own: with `--stdin`, and when something is piped or redirected, unless
 * the arguments already give the input or a file in its place.
 * @returns the call with its input and the bytes; only the call when there is nothing to pass on
 * @throws CliError `usage` when `isWanted` and the command reads no standard input
 */
export async function withPipedInput(
  call: ToolCall,
  mapping: CommandMapping,
  { isWanted, host }: { readonly isWanted: boolean; readonly host: CliHost },
): Promise<{ readonly call: ToolCall; readonly input?: Uint8Array }> {
  const parameters = parametersOf(mapping);
  const [text, ...others] = parameters.filter(({ kind }) => kind === 'stdin');
  if (isWanted && !text) throw new CliError(EXIT.usage, `${call.name} does not say that it reads standard input.`);
  if (!text || !(isWanted || host.isPiped === true)) return { call };
  if ([text, ...others].some(({ key, narrowKey }) => key in call.arguments || narrowKey in call.arguments))
    return { call };
  // The check counts the input as given. The bytes may not be text, so they travel beside the call.
  const args = { ...call.arguments, [text.key]: '' };
  if (!isWanted && inputConflict(mapping.metadata, parameters, args)) return { call };
  return { call: { ...call, arguments: args }, input: await readBytes('-', 'Standard input', MAX_INPUT, host) };
}
