import { Command } from 'commander';
import { addAgent } from './agent/describe-program.ts';
import type { CommandContext, DefineCommand, Program } from './cli-host.ts';
import { columnsOf } from './terminal/style.ts';
import { VERSION } from './version.ts';

interface CommandEntry {
  readonly description: string;
  readonly load: () => Promise<DefineCommand>;
}

/** In the order in which the help shows them. The file of a command is loaded when the command is named. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  validate: {
    description: 'check ATIP documents and say where they are wrong',
    load: async () => (await import('./commands/validate.ts')).defineValidate,
  },
  compile: {
    description: "write tools as one provider's API takes them",
    load: async () => (await import('./commands/compile.ts')).defineCompile,
  },
  prompt: {
    description: 'write the part of a system prompt that says which commands are dangerous',
    load: async () => (await import('./commands/prompt.ts')).definePrompt,
  },
  filter: {
    description: 'redact secrets, and take terminal sequences out, as a stream',
    load: async () => (await import('./commands/filter.ts')).defineFilter,
  },
  diff: {
    description: 'say what differs between two versions of a document, and what that means to those who use it',
    load: async () => (await import('./commands/diff.ts')).defineDiff,
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
    description: "run a program's help, and that of its subcommands, in the sandbox, and write ATIP of it",
    load: async () => (await import('./commands/describe.ts')).defineDescribe,
  },
  discover: {
    description: 'find the tools of this machine that describe themselves',
    load: async () => (await import('./commands/discover.ts')).defineDiscover,
  },
  list: {
    description: 'list the tools that are known; nothing is run',
    load: async () => (await import('./commands/list.ts')).defineList,
  },
  show: {
    description: 'show what a known tool can do and what that takes',
    load: async () => (await import('./commands/show.ts')).defineShow,
  },
  registry: {
    description: 'write documents as a registry, which any host of static files can serve to other machines',
    load: async () => (await import('./commands/registry.ts')).defineRegistry,
  },
  check: {
    description: "say what a model's call would run and whether the policy lets it; nothing is run",
    load: async () => (await import('./commands/check.ts')).defineCheck,
  },
  run: {
    description: 'run a command of a known tool, as the policy lets it, and put it on record',
    load: async () => (await import('./commands/run.ts')).defineRun,
  },
  audit: {
    description: 'look at the record of what was decided and what ran',
    load: async () => (await import('./commands/audit.ts')).defineAudit,
  },
  trust: {
    description: 'list directories that are held because a tool left what other programs run; release one',
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
To begin:
  atip discover                find the tools of this machine
  atip show git                what one of them can do
  atip run git_log             run a command of it
  atip serve                   all of that in a browser
  atip validate tool.json      check a document that you write

Data is on standard output, all else on standard error. Exit codes: 0 ok, 1 invalid input or findings,
2 wrong usage, 3 refused by the policy or a person, 4 the tool failed, 5 something could not be read or written.`;

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
  addAgent(root, host);
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
