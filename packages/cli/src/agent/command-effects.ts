import type { AtipEffects } from '@atip/core';

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

/**
 * Asks programs to describe themselves, and writes down what they said. What they do beside that is held by a sandbox, where
 * there is one: so nothing is promised about the network.
 */
const ASKS: AtipEffects = {
  filesystem: { read: true, write: true, delete: false },
  subprocess: true,
  destructive: false,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { estimate: 'free', billable: false },
};

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
 * What each command does to the world, by its words; a group speaks for those of its commands that are not listed.
 *
 * It is kept by hand, since nothing in a command's definition tells it.
 * @see ATIP 0.3 §3.6
 */
export const COMMAND_EFFECTS: Readonly<Record<string, AtipEffects>> = {
  validate: READS_INPUT,
  compile: READS_INPUT,
  prompt: READS_INPUT,
  filter: READS_INPUT,
  diff: READS_INPUT,
  share: READS_INPUT,
  import: READS_INPUT,
  // The program is named by whoever calls, and nothing is kept of what it says.
  describe: ASKS,
  // A registry is asked where one is set.
  discover: { ...ASKS, network: true },
  list: READS,
  // Commands that are not known yet are asked for, by starting the program, as discovery does.
  show: ASKS,
  // It removes what it wrote before and nothing else, and can write that again.
  registry: { ...READS_INPUT, filesystem: { read: true, write: true, delete: true } },
  // It tries the sandbox out.
  check: { ...READS_INPUT, subprocess: true },
  run: { ...RUNS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  audit: READS,
  // With a directory a person at a terminal is asked; nobody else can answer.
  trust: {
    ...READS,
    filesystem: { read: true, write: true, delete: false },
    interactive: { stdin: 'required', prompts: true, tty: true },
  },
  // Until it is stopped, what its page asks for is run.
  serve: { ...RUNS, interactive: { stdin: 'optional', prompts: true, tty: false } },
  mcp: { ...RUNS, interactive: { stdin: 'required', prompts: false, tty: false } },
  completion: READS,
};
