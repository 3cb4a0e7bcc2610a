import type { AtipEffects } from '@atip/core';
import { answerAgent, type ValueTypes } from '@atip/emit';
import { type CliHost, EXIT, type ExitCode, type Program } from '../cli-host.ts';

/**
 * Answers `atip --agent [--commands=a,b] [--depth=N]`: all that this program can do, as ATIP; absent when nobody asks.
 * @see ATIP 0.3 §3.1
 */
export async function answerSelf(
  { root, define }: Program,
  { args, stdout, stderr }: CliHost,
): Promise<ExitCode | undefined> {
  if (!args.includes('--agent')) return undefined;
  await define('all');
  const answer = await answerAgent(root, { effects: COMMAND_EFFECTS, types: VALUE_TYPES }, args);
  if (answer === undefined) return undefined;
  stdout.write(answer.stdout);
  stderr.write(answer.stderr);
  return answer.code === 0 ? EXIT.ok : EXIT.usage;
}

/** Types of our values by their names in the usage line, such as `file` in `--policy <file>`. */
export const VALUE_TYPES = {
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
  names: { type: 'array', 'x-list-separator': ',' },
} as const satisfies ValueTypes;

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
  // It adds files and lines after a yes, and starts the program to ask it.
  init: { ...ASKS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  // git reads the last tag, and the program after -- is asked for its document; files are written where the call says so.
  ci: ASKS,
  // A person is asked where one is there; without one it lists what is missing.
  effects: { ...ASKS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  share: READS_INPUT,
  import: READS_INPUT,
  // The program is named by whoever calls, and nothing is kept of what it says.
  describe: ASKS,
  drift: ASKS,
  emit: ASKS,
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
