import type { CommandMapping, ToolCall } from '@atip/core';
import { inputConflict, parametersOf } from '@atip/core/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';
import { readBytes } from '../documents/read-source.ts';

/** Bytes of standard input that a program is given. */
export const MAX_INPUT = 10_485_760;

/**
 * Hands our standard input on to a command that reads its own: with `--stdin`, and where something is piped or redirected, unless
 * the arguments give it or name what is read in its place.
 * @returns the call that says so, and the bytes; the call alone where there is nothing to hand on
 * @throws CliError `usage` when `isWanted` and the command reads none
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
  // The check counts it as given; the bytes, which need not be text, go beside the call.
  const args = { ...call.arguments, [text.key]: '' };
  if (!isWanted && inputConflict(mapping.metadata, parameters, args)) return { call };
  return { call: { ...call, arguments: args }, input: await readBytes('-', 'Standard input', MAX_INPUT, host) };
}
