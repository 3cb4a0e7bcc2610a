import type { AtipEffects } from '@atip/core';
import { answerAgent, type ValueTypes } from '@atip/emit';
import { type CliHost, EXIT, type ExitCode, type Program } from '../cli-host.ts';

/**
 * Answers `atip --agent [--commands=a,b] [--depth=N]` with the ATIP document of this program. Absent: the words do not ask for it.
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
  url: 'url',
  n: 'integer',
  number: 'integer',
  levels: 'integer',
  port: 'integer',
  names: { type: 'array', 'x-list-separator': ',' },
} as const satisfies ValueTypes;

/** Only reads what the call names. */
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

/** The same, with standard input as the default. */
const READS_INPUT: AtipEffects = { ...READS, interactive: { stdin: 'optional', prompts: false, tty: false } };

/** Asks programs to describe themselves and saves the answers. `network` is left out: only a sandbox keeps them off it. */
const ASKS: AtipEffects = {
  filesystem: { read: true, write: true, delete: false },
  subprocess: true,
  destructive: false,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { estimate: 'free', billable: false },
};

/** The same for a tool that is known by its overview, with standard input as the default. */
const COMPLETES: AtipEffects = { ...ASKS, interactive: { stdin: 'optional', prompts: false, tty: false } };

/** A rule or trust may let code run without a question, so an agent has to ask before it gives itself one. */
const LETS_RUN: Pick<AtipEffects, 'x-runs'> = { 'x-runs': 'call' };

/** Runs other programs, so anything may happen. */
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
  filter: READS_INPUT,
  diff: READS_INPUT,
  share: READS_INPUT,
  // The caller names the program, and no answer is saved.
  describe: COMPLETES,
  // Where it never did, it asks the programs that may describe themselves; `show` asks for commands that are not known yet.
  list: ASKS,
  show: ASKS,
  verify: READS_INPUT,
  check: COMPLETES,
  run: { ...RUNS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  // With --always it adds rules to the configuration.
  gate: {
    ...COMPLETES,
    ...LETS_RUN,
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  // It judges lines anew.
  log: ASKS,
  // With a directory it asks a person at a terminal; nothing else can answer.
  trust: {
    ...READS,
    ...LETS_RUN,
    filesystem: { read: true, write: true, delete: false },
    interactive: { stdin: 'required', prompts: true, tty: true },
  },
  rules: { ...ASKS, ...LETS_RUN },
  config: READS,
  // It deletes only files that it made, and can make them again.
  setup: {
    ...READS,
    ...LETS_RUN,
    filesystem: { read: true, write: true, delete: true },
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  doctor: { ...READS, subprocess: true },
  // It runs calls from its page until it is stopped.
  serve: { ...RUNS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  mcp: { ...RUNS, interactive: { stdin: 'required', prompts: false, tty: false } },
  completion: READS,
};
