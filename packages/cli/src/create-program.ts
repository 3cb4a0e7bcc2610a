import { Command } from 'commander';
import type { AddCommand, CommandContext } from './add-command.ts';
import { addAgent } from './agent/add-agent.ts';
import { addAudit } from './commands/audit.ts';
import { addCheck } from './commands/check.ts';
import { addCompile } from './commands/compile.ts';
import { addCompletion } from './commands/completion.ts';
import { addDescribe } from './commands/describe.ts';
import { addDiff } from './commands/diff.ts';
import { addDiscover } from './commands/discover.ts';
import { addFilter } from './commands/filter.ts';
import { addImport } from './commands/import.ts';
import { addList } from './commands/list.ts';
import { addMcp } from './commands/mcp.ts';
import { addPrompt } from './commands/prompt.ts';
import { addRegistry } from './commands/registry.ts';
import { addRun } from './commands/run.ts';
import { addServe } from './commands/serve.ts';
import { addShare } from './commands/share.ts';
import { addShow } from './commands/show.ts';
import { addTrust } from './commands/trust.ts';
import { addValidate } from './commands/validate.ts';
import { columnsOf } from './terminal/columns-of.ts';
import { VERSION } from './version.ts';

/** In the order in which the help shows them. */
const COMMANDS: readonly AddCommand[] = [
  addValidate,
  addCompile,
  addPrompt,
  addFilter,
  addDiff,
  addShare,
  addImport,
  addDescribe,
  addDiscover,
  addList,
  addShow,
  addRegistry,
  addCheck,
  addRun,
  addAudit,
  addTrust,
  addServe,
  addMcp,
  addCompletion,
  addAgent,
];

const HELP = `
To begin:
  atip discover                find the tools of this machine
  atip show git                what one of them can do
  atip run git_log             run a command of it
  atip serve                   all of that in a browser
  atip validate tool.json      check a document that you write

Data is on standard output, all else on standard error. Exit codes: 0 ok, 1 invalid input or findings,
2 wrong usage, 3 refused by the policy or a person, 4 the tool failed, 5 something could not be read or written.`;

/** Builds the whole command line; nothing runs until it is told to parse. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('atip')
    .description('Validate, compile, discover and safely run command-line tools for AI agents.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.host.stdout.write(text),
      writeErr: (text) => context.host.stderr.write(text),
      getOutHelpWidth: () => columnsOf(context.host.stdout) ?? 80,
      getErrHelpWidth: () => columnsOf(context.host.stderr) ?? 80,
    })
    .addHelpText('after', HELP)
    .showHelpAfterError('(run with --help for what it takes)');
  for (const add of COMMANDS) add(program, context);
  return program;
}
