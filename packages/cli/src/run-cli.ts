import process from 'node:process';
import { stripTerminalSequences } from '@atip/core/internal';
import { CommanderError, Command } from 'commander';
import { answerSelf } from './agent/describe-program.ts';
import {
  type CliHost,
  CliError,
  EXIT,
  type ExitCode,
  type CommandContext,
  type DefineCommand,
  type Program,
  isAboutInput,
  systemFailure,
} from './cli-host.ts';
import { columnsOf } from './terminal/style.ts';
import { ownInput } from './terminal/own-input.ts';
import { isTerminal, kindOf, ownOutput } from './terminal/own-output.ts';
import { OutputError, watchOutputs } from './terminal/watch-outputs.ts';
import { VERSION } from './version.ts';

/**
 * Runs the command line once: data goes to stdout, everything else to stderr.
 *
 * @returns the exit code; see `EXIT`. Never rejects.
 * @example
 * import { runCli } from 'atip';
 *
 * const code = await runCli({
 *   args: ['validate', 'tool.json'],
 *   cwd: process.cwd(),
 *   env: process.env,
 *   stdin: process.stdin,
 *   stdout: process.stdout,
 *   stderr: process.stderr,
 *   signal: AbortSignal.timeout(10_000),
 * });
 */
export async function runCli(host: CliHost): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = createProgram({
    host,
    end: (ended) => {
      code = ended;
    },
  });
  try {
    const described = await answerSelf(program, host);
    if (described !== undefined) return described;
    const [first, ...rest] = host.args;
    const args = first === undefined || first === 'help' ? [...rest, '--help'] : host.args;
    await program.define(args);
    await program.root.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, host);
  }
}

function explain(thrown: unknown, { stderr, signal }: CliHost): ExitCode {
  const error = systemFailure(thrown, 'The command could not go on');
  // Commander has already reported the error or shown the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliError) {
    // A reader such as `head` has seen enough and stopped the command on purpose.
    if (signal.reason instanceof OutputError && signal.reason.isReaderGone) return error.exitCode;
    stderr.write(`atip: ${stripTerminalSequences(error.message)}\n`);
    return error.exitCode;
  }
  if (isAboutInput(error)) {
    stderr.write(`atip: ${stripTerminalSequences(error.message)}\n`);
    return EXIT.invalid;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`atip: something went wrong that should not have:\n${stripTerminalSequences(text)}\n`);
  return EXIT.io;
}

/** The file of a command loads when the command is named. */
interface CommandEntry {
  readonly description: string;
  readonly load: () => Promise<DefineCommand>;
}

type CommandGroup = Readonly<Record<string, CommandEntry>>;

/** In the order of the help, by its headings. */
const GROUPS: Readonly<Record<string, CommandGroup>> = {
  Everyday: {
    setup: {
      description: 'make a coding agent ask atip before it runs a shell line, or start its MCP server; or undo that',
      load: async () => (await import('./commands/setup.ts')).defineSetup,
    },
    gate: {
      description: 'decide about a shell line, as the hook of a coding agent does; runs nothing',
      load: async () => (await import('./commands/gate.ts')).defineGate,
    },
    log: {
      description: 'list decisions about lines, the calls that ran, and questions, with reasons',
      load: async () => (await import('./commands/log.ts')).defineLog,
    },
    rules: {
      description: 'list the rules in force, with file and line; add or remove your own',
      load: async () => (await import('./commands/rules.ts')).defineRules,
    },
    run: {
      description: 'run a command of a known tool under the policy, and record it',
      load: async () => (await import('./commands/run.ts')).defineRun,
    },
    check: {
      description: "show what a model's call, or a line, would run and what the policy decides; runs nothing",
      load: async () => (await import('./commands/check.ts')).defineCheck,
    },
    list: {
      description: 'list the known tools, and find those of this machine',
      load: async () => (await import('./commands/list.ts')).defineList,
    },
    show: {
      description: 'show the commands of a known tool with their effects and arguments',
      load: async () => (await import('./commands/show.ts')).defineShow,
    },
    doctor: {
      description: 'find what keeps tools from working on this machine, and say how to fix it',
      load: async () => (await import('./commands/doctor.ts')).defineDoctor,
    },
    config: {
      description: 'show the configuration in force, with the file and line of each value; or check it',
      load: async () => (await import('./commands/config.ts')).defineConfig,
    },
    trust: {
      description: "let a project's code run unasked and its configuration loosen your policy",
      load: async () => (await import('./commands/trust.ts')).defineTrust,
    },
  },
  'For agents': {
    compile: {
      description: "compile tools for one provider's API, or write the safety part of a system prompt",
      load: async () => (await import('./commands/compile.ts')).defineCompile,
    },
    mcp: {
      description: 'offer the known tools to an MCP client over standard input and output',
      load: async () => (await import('./commands/mcp.ts')).defineMcp,
    },
    serve: {
      description: 'serve the playground on this machine, and run the calls that its page asks for',
      load: async () => (await import('./commands/serve.ts')).defineServe,
    },
  },
  Documents: {
    validate: {
      description: 'check ATIP documents and show where they are wrong',
      load: async () => (await import('./commands/validate.ts')).defineValidate,
    },
    describe: {
      description: 'write an ATIP document, from the help of a program or from another description',
      load: async () => (await import('./commands/describe.ts')).defineDescribe,
    },
    diff: {
      description: 'compare two versions of a document, and say what the changes mean for its users',
      load: async () => (await import('./commands/diff.ts')).defineDiff,
    },
    share: {
      description: 'write the link that opens a document in the playground',
      load: async () => (await import('./commands/share.ts')).defineShare,
    },
    verify: {
      description: 'show who signed a document or built a program; uses no network',
      load: async () => (await import('./commands/verify.ts')).defineVerify,
    },
    filter: {
      description: 'redact secrets and remove terminal sequences, as a stream',
      load: async () => (await import('./commands/filter.ts')).defineFilter,
    },
  },
};

/** Commands that the help does not list. */
const HIDDEN: CommandGroup = {
  completion: {
    description: 'write the completion script for your shell',
    load: async () => (await import('./commands/completion.ts')).defineCompletion,
  },
};

const COMMANDS: CommandGroup = Object.assign({}, ...Object.values(GROUPS), HIDDEN);

const HELP = `
To begin:
  atip setup claude-code    let your coding agent ask before it runs a line
  atip list                 find the tools of this machine
  atip show git             show what one of them can do
  atip run git_log          run a command of it
  atip serve                do all of that in a browser

atip --agent describes this program to agents, as ATIP; --commands pr,issue or
--depth 1 asks for a part of it.

Data goes to standard output, everything else to standard error. Exit codes:
0 ok, 1 invalid input or findings, 2 wrong usage, 3 refused by the policy or a
person, 4 the tool failed, 5 something could not be read or written, 6 there is
no record.`;

/** Builds the command line; nothing runs before it parses. */
export function createProgram({ host, end }: Omit<CommandContext, 'program'>): Program {
  const root = new Command('atip')
    .description('Validate, compile, discover and safely run command-line tools for AI agents.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      getOutHelpWidth: () => columnsOf(host.stdout) ?? 80,
      getErrHelpWidth: () => columnsOf(host.stderr) ?? 80,
    })
    .addHelpText('after', HELP)
    .showHelpAfterError('(--help lists the options and arguments)');
  const commands = new Map<string, Command>();
  for (const [heading, group] of Object.entries({ ...GROUPS, '': HIDDEN }))
    for (const [name, { description }] of Object.entries(group)) {
      const command = root.command(name, { hidden: heading === '' }).description(description);
      commands.set(name, command.helpGroup(`${heading}:`));
    }
  const defined = new Set<string>();
  const define = async (name: string, command: Command): Promise<void> => {
    if (defined.has(name)) return;
    defined.add(name);
    (await COMMANDS[name]?.load())?.(command, { host, end, program });
  };
  const program: Program = {
    root,
    async define(words) {
      const wanted = words === 'all' ? [...commands.keys()] : words;
      for (const name of wanted) {
        const command = commands.get(name);
        if (command) await define(name, command);
      }
    },
  };
  return program;
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** Ms. npm repeats to its child a Ctrl-C that the terminal has already sent: two signals this close count as one. */
const ONE_KEY_PRESS = 300;
/** Ms in which a command has to end once its output is closed. */
const TIME_TO_END = 10_000;

/** Runs the command line as this process: with its streams, its signals and its exit code. */
export async function runProcess(args: readonly string[]): Promise<void> {
  const abort = new AbortController();
  const stopped = stopOnSignals(abort);
  const own = { stdout: ownOutput(1), stderr: ownOutput(2) };
  const outputs = watchOutputs(own, (reason) => {
    abort.abort(reason);
    // The command may have ended before the system reported the failure.
    process.exitCode = outputs.exitCode(0);
    setTimeout(() => process.exit(outputs.exitCode(0)), TIME_TO_END).unref();
  });
  const isAttended = isTerminal(0) && own.stderr.isTTY;
  const code = await runCli({
    args,
    cwd: process.cwd(),
    env: process.env,
    stdin: ownInput(abort.signal),
    ...own,
    isPiped: hasPipedInput(),
    streams: {
      get stdin() {
        return process.stdin;
      },
      get stdout() {
        return own.stdout.stream;
      },
    },
    signal: abort.signal,
    ask: isAttended ? (question) => ask(question, abort.signal) : undefined,
  });
  process.exitCode = (code === EXIT.ok ? undefined : stopped()) ?? outputs.exitCode(code);
}

function hasPipedInput(): boolean {
  const input = kindOf(0);
  return input !== undefined && (input.isFIFO() || input.isFile() || input.isSocket());
}

/** @returns tells the exit code of a shell for the signal that came. Undefined: none came */
function stopOnSignals(abort: AbortController): () => number | undefined {
  let stoppedAt = 0;
  let code: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Under nohup the input is no terminal, and the process has to survive.
    if (name === 'SIGHUP' && !isTerminal(0)) continue;
    process.on(name, () => {
      if (!abort.signal.aborted) {
        stoppedAt = performance.now();
        code = 128 + SIGNALS[name];
        abort.abort(new Error(`Stopped by ${name}.`));
        // The second signal ends this process; child processes are killed as it exits.
      } else if (performance.now() - stoppedAt > ONE_KEY_PRESS) process.exit(128 + SIGNALS[name]);
    });
  }
  return () => code;
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  // While it asks, the terminal sends Ctrl-C as a character.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
  }
}
