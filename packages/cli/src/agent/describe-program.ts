import type { AtipArgument, AtipCommand, AtipOption, AtipParamType, AtipTool, AtipEffects } from '@atip/core';
import { type Argument, Command, CommanderError, type Option } from 'commander';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';
import { addExcerptOptions, type ExcerptOptions, selectFromTools } from '../documents/excerpt.ts';
import { toJson } from '../terminal/text.ts';

/**
 * Adds `atip --agent [--commands=a,b] [--depth=N]`: what this program can do, as ATIP. It runs before anything else, and alone.
 * @see ATIP 0.3 §3.1
 */
export function addAgent(program: Command, host: CliHost): void {
  // Options of the root stand before the command, so that commands can have options of the same names.
  program.enablePositionalOptions().option('--agent', 'describe this program to agents, as ATIP');
  addExcerptOptions(program, 'with --agent: ');
  program.on('option:agent', () => {
    // --commands and --depth may come after it, when the program has not read them yet.
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
}

/**
 * Describes a commander program as ATIP: its visible commands, without help and version, and what each does to the world.
 * Shape: `--to <provider>` with choices → `{ name: "to", flags: ["--to"], type: "enum", enum: […], … }`
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
  // Commander's own `help` is visible, and not among these.
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

function describeArgument(argument: Argument): AtipArgument {
  const { argChoices, defaultValue, description, required, variadic } = argument;
  return {
    name: argument.name(),
    type: argChoices ? 'enum' : valueType(argument.name()),
    description,
    required,
    ...(variadic && { variadic }),
    ...(argChoices && { enum: [...argChoices] }),
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
}

/** An option's choices, and the name of its value in the usage line, tell its type. @see ATIP 0.3 §3.5 */
function describeOption(option: Option): AtipOption {
  const { argChoices, defaultValue, description, envVar, long, mandatory, negate, short } = option;
  const type = typeOf(option);
  // An option that negates has its default in the other one. An empty list is no default.
  const hasDefault =
    defaultValue !== undefined && !negate && !(Array.isArray(defaultValue) && defaultValue.length === 0);
  return {
    name: option.name(),
    flags: [short, long].filter((flag) => flag !== undefined),
    type,
    description,
    ...(mandatory && { required: true }),
    ...(argChoices && { enum: [...argChoices] }),
    ...(hasDefault && { default: defaultValue }),
    ...(envVar !== undefined && { envVar }),
    ...(type === 'array' && !isRepeatable(option) && { 'x-list-separator': ',' }),
  };
}

function typeOf(option: Option): AtipOption['type'] {
  if (option.isBoolean() || option.negate) return 'boolean';
  if (isRepeatable(option)) return 'array';
  return option.argChoices ? 'enum' : valueType(valueName(option));
}

/** True for an option that is given once for each value; a list as its default says so too. */
export function isRepeatable({ defaultValue, variadic }: Option): boolean {
  return variadic || Array.isArray(defaultValue);
}

/** Shape: `--policy <file>` → `file`; empty for an option without a value. */
export function valueName({ flags }: Option): string {
  return /[<[]([^\]>.]+)/.exec(flags)?.[1] ?? '';
}

/** Types by the name of a value in the usage line. */
const TYPES: Readonly<Record<string, AtipParamType>> = {
  file: 'file',
  path: 'file',
  old: 'file',
  new: 'file',
  dir: 'directory',
  directory: 'directory',
  url: 'url',
  n: 'integer',
  number: 'integer',
  levels: 'integer',
  port: 'integer',
  names: 'array',
};

/** The type of a value that the usage line calls by this name, such as `file` in `--policy <file>`. Any other is a `string`. */
export function valueType(name: string): AtipParamType {
  return (Object.hasOwn(TYPES, name) && TYPES[name]) || 'string';
}

/** Reads what it is told to read, and says something about it. */
const READS: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: true,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { estimate: 'free', billable: false },
};

/** The same, with standard input where no file is named. */
const READS_INPUT: AtipEffects = { ...READS, interactive: { stdin: 'optional', prompts: false, tty: false } };

/** Asks programs to describe themselves and saves the answers. `network` is not stated: only a sandbox keeps them off it. */
const ASKS: AtipEffects = {
  filesystem: { read: true, write: true, delete: false },
  subprocess: true,
  destructive: false,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { estimate: 'free', billable: false },
};

/** The same of a tool that is known by its overview, with standard input where no file is named. */
const COMPLETES: AtipEffects = { ...ASKS, interactive: { stdin: 'optional', prompts: false, tty: false } };

/** Runs programs of others, and so does whatever they do. */
const RUNS: AtipEffects = {
  filesystem: { read: true, write: true, delete: true },
  network: true,
  subprocess: true,
  destructive: true,
  reversible: false,
  idempotent: false,
};

/**
 * The effects of each command, kept by hand. A command that is not listed has those of its group.
 * @see ATIP 0.3 §3.6
 */
export const COMMAND_EFFECTS: Readonly<Record<string, AtipEffects>> = {
  validate: READS_INPUT,
  compile: COMPLETES,
  prompt: COMPLETES,
  filter: READS_INPUT,
  diff: READS_INPUT,
  // git reads the last tag, and the program after -- is asked for its document; files are written where the call says so.
  ci: ASKS,
  // A person is asked where one is there; without one it lists what is missing.
  effects: { ...ASKS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  share: READS_INPUT,
  import: READS_INPUT,
  // The program is named by whoever calls, and nothing is kept of what it says.
  describe: ASKS,
  drift: ASKS,
  // A registry is asked where one is set.
  discover: { ...ASKS, network: true },
  list: READS,
  // Commands that are not known yet are asked for, by starting the program, as discovery does.
  show: ASKS,
  // It removes what it wrote before and nothing else, and can write that again.
  registry: { ...COMPLETES, filesystem: { read: true, write: true, delete: true } },
  // It writes over no key; a signature can be made again. The passphrase of a key may be asked for.
  sign: {
    ...READS_INPUT,
    filesystem: { read: true, write: true, delete: false },
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  verify: READS_INPUT,
  check: COMPLETES,
  run: { ...RUNS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  // With --always it adds rules to the configuration.
  gate: {
    ...COMPLETES,
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  audit: READS,
  policy: ASKS,
  // With a directory a person at a terminal is asked; nobody else can answer.
  trust: {
    ...READS,
    filesystem: { read: true, write: true, delete: false },
    interactive: { stdin: 'required', prompts: true, tty: true },
  },
  rules: ASKS,
  // `edit` starts the person's editor.
  config: {
    ...READS,
    filesystem: { read: true, write: true, delete: false },
    subprocess: true,
    interactive: { stdin: 'optional', prompts: false, tty: true },
  },
  // It deletes only a file that it made, and can make again.
  setup: {
    ...READS,
    filesystem: { read: true, write: true, delete: true },
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  doctor: { ...READS, subprocess: true },
  // Until it is stopped, what its page asks for is run.
  serve: { ...RUNS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  mcp: { ...RUNS, interactive: { stdin: 'required', prompts: false, tty: false } },
  completion: READS,
};
