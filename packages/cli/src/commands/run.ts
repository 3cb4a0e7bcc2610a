import { randomUUID } from 'node:crypto';
import { type ToolCall, UnknownCommandError } from '@atip/core';
import { createSandbox, listTools } from '@atip/node';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { callDirectory } from '../machine/call-directory.ts';
import { checkExit } from '../machine/check-exit.ts';
import { describeCheck } from '../machine/describe-check.ts';
import { examineCall } from '../machine/examine-call.ts';
import { type LoadedCommand, loadCommand } from '../machine/load-command.ts';
import { parseArguments } from '../machine/parse-arguments.ts';
import { readPolicy } from '../machine/read-policy.ts';
import { type RunCallSettings, runCall } from '../machine/run-call.ts';
import { skippedHint } from '../machine/skipped-hint.ts';
import { systemFailure } from '../machine/system-failure.ts';
import { createPaint } from '../terminal/create-paint.ts';
import { toJson } from '../terminal/to-json.ts';

interface RunOptions {
  readonly policy?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly cwd?: string;
  readonly json?: boolean;
}

/** `atip run NAME [key=value…]` */
export const addRun: AddCommand = (program, { host, end }) => {
  program
    .command('run')
    .description('run a command of a known tool, as the policy lets it, and put it on record')
    .argument('<name>', 'the command as models know it, such as git_log; `atip show` names them')
    .argument('[key=value...]', 'its arguments; a list is repeated, or written as JSON')
    .option('--policy <file>', 'a preset (open, standard, read-only, no-network, ci) or a JSON file')
    .option('--yes', 'confirm what the policy wants confirmed; what it denies stays denied')
    .option('--dry-run', 'write the argv as JSON and run nothing')
    .option('--cwd <dir>', 'directory to run it in')
    .option('--json', 'write the result as JSON, at the end')
    .action(async (name: string, words: string[], options: RunOptions) => {
      const cwd = await callDirectory(options.cwd, host);
      const policy = await readPolicy(options.policy, host);
      const { mapping, found } = await load(name, host);
      const call: ToolCall = { id: `run-${randomUUID()}`, name, arguments: parseArguments(words, mapping) };
      const settings: RunCallSettings = {
        mapping,
        found,
        policy,
        sandbox: await createSandbox({ env: host.env }),
        cwd,
        yes: options.yes === true,
        json: options.json === true,
      };
      end(await (options.dryRun === true ? preview : runCall)(call, settings, host));
    });
};

async function load(name: string, host: CliHost): Promise<LoadedCommand> {
  const scan = await listTools(host.env).catch((error: unknown) => {
    throw systemFailure(error, 'The tools of this machine cannot be read');
  });
  try {
    return await loadCommand(name, scan.found, host);
  } catch (error) {
    if (!(error instanceof UnknownCommandError)) throw systemFailure(error, 'The tool cannot be asked');
    const isClose = error.suggestions.length > 0;
    const hint = isClose ? '' : ' `atip list` names the tools, `atip show` their commands.';
    throw new CliError(EXIT.invalid, error.message + (skippedHint(name, scan) || hint), { cause: error });
  }
}

/** Ends as the run would, up to the process and the question. */
async function preview(call: ToolCall, settings: RunCallSettings, host: CliHost): Promise<ExitCode> {
  const { found, policy, sandbox, yes, json } = settings;
  const { env, stdout, stderr } = host;
  // Nothing is on record that its id could be looked up in.
  const check = await examineCall({ ...call, id: call.name }, { found, policy, env, sandbox: sandbox.status });
  const { argv } = check.command ?? {};
  if (json) stdout.write(`${toJson(check)}\n`);
  else if (argv) stdout.write(`${toJson(argv, 0)}\n`);
  stderr.write(`${describeCheck(check, createPaint(stderr, env)).join('\n')}\n`);
  return checkExit(check, yes || host.ask !== undefined);
}
