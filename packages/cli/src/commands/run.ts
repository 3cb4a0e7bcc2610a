import { randomUUID } from 'node:crypto';
import { type CommandMapping, type ToolCall, UnknownCommandError } from '@atip/core';
import { createSandbox, createToolMachine, listTools, type ToolScan } from '@atip/node';
import type { AddCommand } from '../add-command.ts';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { callDirectory } from '../machine/call-directory.ts';
import { checkExit } from '../machine/check-exit.ts';
import { describeCheck } from '../machine/describe-check.ts';
import { examineCall } from '../machine/examine-call.ts';
import { loadCommand } from '../machine/load-command.ts';
import { parseArguments } from '../machine/parse-arguments.ts';
import { readPolicy } from '../machine/read-policy.ts';
import { type CallRules, type RunCallSettings, runCall } from '../machine/run-call.ts';
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
      const { mapping, ...rules } = await readRules(name, options, host);
      const call: ToolCall = {
        id: `run-${randomUUID()}`,
        name,
        arguments: mapping ? parseArguments(words, mapping) : {},
      };
      const settings: RunCallSettings = {
        ...rules,
        sandbox: await createSandbox({ env: host.env }),
        cwd,
        yes: options.yes === true,
        json: options.json === true,
        // An answer in advance takes no time in which they could change.
        ...(options.yes !== true && { reread: () => readRules(name, options, host) }),
      };
      const run = options.dryRun === true ? preview : runCall;
      end(await run(call, settings, host).catch(async (error: unknown) => explainUnknown(error, name, host)));
    });
};

/** What a call is held against, with its command where one has that name. */
async function readRules(
  name: string,
  { policy }: RunOptions,
  host: CliHost,
): Promise<CallRules & { readonly mapping?: CommandMapping }> {
  const rules = await readPolicy(policy, host);
  const { found } = await scanTools(host);
  try {
    return { policy: rules, ...(await loadCommand(name, found, host)) };
  } catch (error) {
    if (error instanceof UnknownCommandError) return { policy: rules, found };
    throw systemFailure(error, 'The tool cannot be asked');
  }
}

function scanTools({ env }: CliHost): Promise<ToolScan> {
  return listTools(env).catch((error: unknown) => {
    throw systemFailure(error, 'The tools of this machine cannot be read');
  });
}

/** Adds to an unknown command why its document was left out, or where commands are named. */
async function explainUnknown(error: unknown, name: string, host: CliHost): Promise<never> {
  const unknown = error instanceof Error && error.cause instanceof UnknownCommandError ? error.cause : undefined;
  if (!unknown) throw error;
  const isClose = unknown.suggestions.length > 0;
  const hint = isClose ? '' : ' `atip list` names the tools, `atip show` their commands.';
  const left = skippedHint(name, await scanTools(host));
  throw new CliError(EXIT.invalid, unknown.message + (left || hint), { cause: unknown });
}

/** Ends as the run would, up to the process and the question. */
async function preview(call: ToolCall, settings: RunCallSettings, host: CliHost): Promise<ExitCode> {
  const { found, policy, sandbox, yes, json } = settings;
  const { env, stdout, stderr } = host;
  const machine = createToolMachine({ env, sandbox: async () => sandbox });
  // Nothing is on record that its id could be looked up in.
  const check = await examineCall({ ...call, id: call.name }, { found, policy, sandbox, machine });
  if (!check.command)
    throw new CliError(EXIT.invalid, check.errors.map(({ message }) => message).join(' '), {
      cause: new UnknownCommandError(call.name, []),
    });
  const { argv } = check.command ?? {};
  if (json) stdout.write(`${toJson(check)}\n`);
  else if (argv) stdout.write(`${toJson(argv, 0)}\n`);
  stderr.write(`${describeCheck(check, createPaint(stderr, env)).join('\n')}\n`);
  return checkExit(check, yes || host.ask !== undefined);
}
