import { type Parameter, parametersOf } from '../commands/parameters.ts';
import { getOwn } from '../json/own-property.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type { ToolCallValidation } from '../types/validation.ts';

/** Flags by which programs skip their own questions and do nothing else; `--force` mostly does more. */
const ANSWERS =
  /^--?(?:y|yes|assume-?yes|auto-approve|no-?(?:confirm|input|interaction|interactive|prompts?)|non-?interactive)$/;

/**
 * The option by which a command is told in advance that its questions are answered.
 *
 * Shape: an option with the flags `["-y", "--yes"]`. Each of its flags has to say so, short ones apart: with
 * `["--force", "--yes"]` nobody knows what else it does. One that true turns off (`input` with `--no-input`) does not count.
 * Absent: the command has none, as far as its metadata says.
 *
 * @see ATIP 0.3 §3.6
 */
export function answeringOption(mapping: CommandMapping): Parameter | undefined {
  return parametersOf(mapping).find(
    ({ kind, source }) =>
      kind === 'option' &&
      source.type === 'boolean' &&
      !source.flags.includes(`--no-${source.name}`) &&
      source.flags.some((flag) => ANSWERS.test(flag)) &&
      source.flags.every((flag) => ANSWERS.test(flag) || /^-\w$/.test(flag)),
  );
}

/** Whether a call with these checked arguments gives its command's answering option. */
export function isAnswered(mapping: CommandMapping, args: ToolCallValidation['arguments']): boolean {
  const option = answeringOption(mapping);
  return option !== undefined && getOwn(args, option.key) === true;
}
