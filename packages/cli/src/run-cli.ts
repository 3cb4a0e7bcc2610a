import { fstatSync } from 'node:fs';
import process from 'node:process';
import { Writable } from 'node:stream';
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
} from './cli-host.ts';
import { columnsOf } from './terminal/style.ts';
import { OutputError, watchOutputs } from './terminal/watch-outputs.ts';
import { VERSION } from './version.ts';

/**
 * Runs the command line once: data on stdout, everything else on stderr.
 *
 * @returns what the process ends with; see `EXIT`. Never rejects.
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
    const { args } = host;
    const isKnown = args.some((word) => program.root.commands.some((command) => command.name() === word));
    const described = await answerSelf(program, host);
    if (described !== undefined) return described;
    // The help of the root shows what each command takes.
    await program.define(isKnown ? args : 'all');
    await program.root.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, host);
  }
}

function explain(error: unknown, { stderr, signal }: CliHost): ExitCode {
  // Commander has already said what is wrong, or shown what was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliError) {
    // A reader such as `head` has seen enough: it stopped the command on purpose.
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

/** In the order in which the help shows them. The file of a command is loaded when the command is named. */
const COMMANDS: Readonly<
  Record<string, { readonly description: string; readonly load: () => Promise<DefineCommand> }>
> = {
  validate: {
    description: 'check ATIP documents and say where they are wrong',
    load: async () => (await import('./commands/validate.ts')).defineValidate,
  },
  compile: {
    description: "write tools as one provider's API takes them",
    load: async () => (await import('./commands/compile.ts')).defineCompile,
  },
  prompt: {
    description:
      'write the part of a system prompt that says which commands are dangerous, and which workflows there are',
    load: async () => (await import('./commands/compile.ts')).definePrompt,
  },
  filter: {
    description: 'redact secrets, and take terminal sequences out, as a stream',
    load: async () => (await import('./commands/filter.ts')).defineFilter,
  },
  diff: {
    description: 'say what differs between two versions of a document, and what that means to those who use it',
    load: async () => (await import('./commands/diff.ts')).defineDiff,
  },
  init: {
    description: 'make a program of yours describe itself to agents: five questions, the lines, a test, the CI step',
    load: async () => (await import('./commands/init.ts')).defineInit,
  },
  ci: {
    description: "check the documents of a project, and their version against the last tag, as the project's CI does",
    load: async () => (await import('./commands/ci.ts')).defineCi,
  },
  effects: {
    description: 'ask for the effects of each command that has none, with a guess and its reason, and write them down',
    load: async () => (await import('./commands/effects.ts')).defineEffects,
  },
  share: {
    description: 'write the link that opens a document in the playground',
    load: async () => (await import('./commands/share.ts')).defineShare,
  },
  import: {
    description: 'make ATIP of what describes a tool in another form; nothing is run',
    load: async () => (await import('./commands/import.ts')).defineImport,
  },
  describe: {
    description: 'ask a program in the sandbox what it has, by its framework or its help, and write ATIP of it',
    load: async () => (await import('./commands/describe.ts')).defineDescribe,
  },
  emit: {
    description: 'describe a program as it is called, such as "npx some-cli", by the framework it is written with',
    load: async () => (await import('./commands/emit.ts')).defineEmit,
  },
  drift: {
    description: 'say what an installed program has and its document has not, and the other way round',
    load: async () => (await import('./commands/drift.ts')).defineDrift,
  },
  discover: {
    description: 'find the tools of this machine that describe themselves',
    load: async () => (await import('./commands/discover.ts')).defineDiscover,
  },
  list: {
    description: 'list the tools that are known; nothing is run',
    load: async () => (await import('./commands/discover.ts')).defineList,
  },
  show: {
    description: 'show what a known tool can do and what that takes',
    load: async () => (await import('./commands/show.ts')).defineShow,
  },
  registry: {
    description: 'write documents as a registry, which any host of static files can serve to other machines',
    load: async () => (await import('./commands/registry.ts')).defineRegistry,
  },
  publish: {
    description: 'add documents to a registry, or replace them there by a higher version; everything else of it stays',
    load: async () => (await import('./commands/publish.ts')).definePublish,
  },
  sign: {
    description: 'sign a document with a key, or make a pair of keys',
    load: async () => (await import('./commands/sign.ts')).defineSign,
  },
  verify: {
    description: 'say who signed a document, or built a program; nothing is fetched',
    load: async () => (await import('./commands/verify.ts')).defineVerify,
  },
  check: {
    description: "say what a model's call would run and whether the policy lets it; nothing is run",
    load: async () => (await import('./commands/check.ts')).defineCheck,
  },
  run: {
    description: 'run a command of a known tool, as the policy lets it, and put it on record',
    load: async () => (await import('./commands/run.ts')).defineRun,
  },
  gate: {
    description: 'say what a shell line does and whether the policy lets it run; nothing is run',
    load: async () => (await import('./commands/gate.ts')).defineGate,
  },
  audit: {
    description: 'look at the record of what was decided and what ran',
    load: async () => (await import('./commands/audit.ts')).defineAudit,
  },
  policy: {
    description: 'propose rules for a policy',
    load: async () => (await import('./commands/policy.ts')).definePolicy,
  },
  rules: {
    description: 'list the rules that calls are held against, and where each stands; add or remove one of yours',
    load: async () => (await import('./commands/rules.ts')).defineRules,
  },
  config: {
    description: 'show the configuration as it holds, with the file and line of each value; check or edit yours',
    load: async () => (await import('./commands/config.ts')).defineConfig,
  },
  doctor: {
    description: 'say what of this machine keeps tools from working, each with what to do about it',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  setup: {
    description: 'make a coding agent ask atip before it runs a shell line, or start its MCP server; undo that',
    load: async () => (await import('./commands/setup.ts')).defineSetup,
  },
  trust: {
    description: "let tools run again where one left what other programs run; believe a project's configuration",
    load: async () => (await import('./commands/trust.ts')).defineTrust,
  },
  serve: {
    description: 'serve the playground on this machine, and run the calls that its page asks for',
    load: async () => (await import('./commands/serve.ts')).defineServe,
  },
  mcp: {
    description: 'offer the known tools to an MCP client over standard input and output',
    load: async () => (await import('./commands/mcp.ts')).defineMcp,
  },
  completion: {
    description: 'write what makes a shell complete the words of atip',
    load: async () => (await import('./commands/completion.ts')).defineCompletion,
  },
};

const HELP = `
For agents:
  atip --agent                 describe this program as ATIP; with --commands pr,issue or --depth 1 a part of it

To begin:
  atip discover                find the tools of this machine
  atip show git                what one of them can do
  atip run git_log             run a command of it
  atip serve                   all of that in a browser
  atip validate tool.json      check a document that you write

Data is on standard output, all else on standard error. Exit codes: 0 ok, 1 invalid input or findings,
2 wrong usage, 3 refused by the policy or a person, 4 the tool failed, 5 something could not be read or written, 6 there is no record.`;

/** Builds the command line; nothing runs until it is told to parse. */
export function createProgram({ host, end }: Omit<CommandContext, 'program'>): Program {
  const root = new Command('atip')
    .description('Validate, compile, discover and safely run command-line tools for AI agents.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      getOutHelpWidth: () => columnsOf(host.stdout) ?? 80,
      getErrHelpWidth: () => columnsOf(host.stderr) ?? 80,
    })
    .addHelpText('after', HELP)
    .showHelpAfterError('(run with --help for what it takes)');
  const commands = new Map(
    Object.entries(COMMANDS).map(([name, { description }]) => [name, root.command(name).description(description)]),
  );
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
/** Ms. npm tells its child of a Ctrl-C that the terminal has told it already: two signals this close are one. */
const ONE_KEY_PRESS = 300;
/** Ms in which a command has to end once its output takes no more. */
const TIME_TO_END = 10_000;

/** Runs the command line as this process: with its streams, its signals and its exit code. */
export async function runProcess(args: readonly string[]): Promise<void> {
  const abort = new AbortController();
  stopOnSignals(abort);
  const outputs = watchOutputs(process, (reason) => {
    abort.abort(reason);
    // The command may have ended before the system reported the failure.
    process.exitCode = outputs.exitCode(0);
    setTimeout(() => process.exit(outputs.exitCode(0)), TIME_TO_END).unref();
  });
  const { stdin, stdout, stderr, env } = process;
  const isAttended = stdin.isTTY === true && stderr.isTTY === true;
  const code = await runCli({
    args,
    cwd: process.cwd(),
    ...{ env, stdin, stdout, stderr },
    isPiped: hasPipedInput(),
    streams: { stdin, stdout },
    signal: abort.signal,
    ...(isAttended && {
      ask: (question) => ask(question, abort.signal, process.stderr),
      askHidden: async (question) => {
        stderr.write(question);
        // Nothing of what is typed is shown.
        const answer = await ask('', abort.signal, new Writable({ write: (_text, _encoding, done) => done() }));
        stderr.write('\n');
        return answer;
      },
    }),
  });
  process.exitCode = outputs.exitCode(code);
}

function hasPipedInput(): boolean {
  try {
    // Node's `realpath` looks at the numbers of the last look at any file, and stops where that was a pipe: a module behind a link
    // would be loaded a second time under its other name. Big integers have a place of their own.
    const input = fstatSync(0, { bigint: true });
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch (error) {
    // It was closed before we started.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

function stopOnSignals(abort: AbortController): void {
  let stoppedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Under nohup there is no terminal at the input, and the process has to live on.
    if (name === 'SIGHUP' && process.stdin.isTTY !== true) continue;
    process.on(name, () => {
      if (!abort.signal.aborted) {
        stoppedAt = performance.now();
        abort.abort(new Error(`Stopped by ${name}.`));
        // The second signal ends this process; child processes are killed as it exits.
      } else if (performance.now() - stoppedAt > ONE_KEY_PRESS) process.exit(128 + SIGNALS[name]);
    });
  }
}

async function ask(question: string, signal: AbortSignal, output: Writable): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
  }
}
