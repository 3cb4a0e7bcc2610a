import type { AtipCommand, AtipTool } from '@atip/core';
import type { Command } from 'commander';
import { COMMAND_EFFECTS } from './command-effects.ts';
import { describeArgument } from './describe-argument.ts';
import { describeOption } from './describe-option.ts';

/**
 * Describes a commander program as ATIP: its visible commands with their arguments and options, and what each does to the world.
 *
 * Shape: `--to <provider>` with choices → `{ name: "to", flags: ["--to"], type: "enum", enum: […], … }`. Help and version
 * are left out: they are for people.
 * @see ATIP 0.3 §3.2
 */
export function describeProgram(program: Command): AtipTool {
  return {
    atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
    name: program.name(),
    version: program.version() ?? '0.0.0',
    description: program.description(),
    trust: { source: 'native' },
    'x-end-of-options': true,
    commands: describeCommands(program, []),
  };
}

function describeCommands(parent: Command, path: readonly string[]): Record<string, AtipCommand> {
  const visible = parent.createHelp().visibleCommands(parent);
  // The implicit `help` is visible, but none of its own.
  const own = parent.commands.filter((command) => visible.includes(command));
  return Object.fromEntries(
    own.map((command) => [command.name(), describeCommand(command, [...path, command.name()])]),
  );
}

function describeCommand(command: Command, path: readonly string[]): AtipCommand {
  const [args, options] = [command.registeredArguments, command.options.filter(({ hidden }) => !hidden)];
  const effects = COMMAND_EFFECTS[path.join(' ')];
  return {
    description: command.description(),
    ...(args.length > 0 && { arguments: args.map(describeArgument) }),
    ...(options.length > 0 && { options: options.map(describeOption) }),
    ...(command.commands.length > 0 && { commands: describeCommands(command, path) }),
    ...(effects && { effects }),
  };
}
