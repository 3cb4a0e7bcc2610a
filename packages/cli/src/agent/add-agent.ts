import { Command, CommanderError } from 'commander';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import { addExcerptOptions, type ExcerptOptions } from '../documents/add-excerpt-options.ts';
import { selectFromTools } from '../documents/select-from-tools.ts';
import { EXIT } from '../exit-code.ts';
import { toJson } from '../terminal/to-json.ts';
import { describeProgram } from './describe-program.ts';

/**
 * `atip --agent [--commands=a,b] [--depth=N]`: what this program can do, as ATIP.
 *
 * It comes before anything else and runs no command.
 * @see ATIP 0.3 §3.1
 */
export const addAgent: AddCommand = (program, { host }) => {
  // Options of the root stand before the command, so that commands can have options of the same names.
  program.enablePositionalOptions().option('--agent', 'describe this program to agents, as ATIP');
  addExcerptOptions(program, 'with --agent: ');
  program.on('option:agent', () => {
    // Those that belong to it may come after it, when the program has not read them yet.
    const own = new Command('atip').exitOverride().allowUnknownOption().allowExcessArguments().helpOption(false);
    addExcerptOptions(own).configureOutput({ writeErr: (text) => host.stderr.write(text) });
    const excerpt = own.parse([...host.args], { from: 'user' }).opts<ExcerptOptions>();
    host.stdout.write(`${toJson(selectFromTools([describeProgram(program)], excerpt)[0])}\n`);
    throw new CommanderError(EXIT.ok, 'atip.agent', 'described');
  });
  program.hook('preSubcommand', () => {
    const { commands, depth } = program.opts<ExcerptOptions>();
    if (commands === undefined && depth === undefined) return;
    throw new CliError(EXIT.usage, '--commands and --depth before a command belong to --agent; put them after it.');
  });
};
