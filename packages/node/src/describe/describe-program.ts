import { basename, isAbsolute } from 'node:path';
import { ExecutionError, type AtipCommand, type AtipTool, type Issue } from '@atip/core';
import { fromHelp } from '@atip/importers';
import { type HeldSettings, type QuestionSettings, settleSandbox, runQuestion } from '../discovery/run-question.ts';
import type { Environment } from '../environment/child-environment.ts';
import { readStamp } from '../executables/executable-identity.ts';
import { findExecutable, resolveExecutable, type Executable } from '../executables/find-executable.ts';

export interface DescribeSettings extends Omit<QuestionSettings, 'stop'> {
  /** Levels of subcommands that are asked. Absent: 4. */
  readonly depth?: number;
  /** Commands that are asked at most. Absent: 2,000. */
  readonly maxCommands?: number;
  /** Ms for all of it, after which no further command is asked. Absent: 120,000. */
  readonly timeLimit?: number;
  /** Ends it early; what is known by then is the result. */
  readonly signal?: AbortSignal;
  /** Called with why the program is not described, such as that it did not answer in time. */
  readonly onProblem?: (reason: string) => void;
  readonly onProgress?: (progress: DescribeProgress) => void;
}

export interface DescribeProgress {
  readonly asked: number;
  /** Of those that are known by now. */
  readonly known: number;
  /** The last that answered, such as `["git", "remote"]`. */
  readonly path: readonly string[];
}

export interface ProgramDescription {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
  readonly counts: {
    readonly asked: number;
    readonly silent: number;
    readonly commands: number;
    readonly options: number;
  };
  /** The state of the program's file before it was asked. */
  readonly stamp: string;
  /** In ms. */
  readonly duration: number;
  /** Why not everything was asked. Absent: it was. */
  readonly cut?: 'depth' | 'commands' | 'time' | 'stopped';
}

/** Processes at the same time. */
const WORKERS = 4;

/**
 * Describes a program that knows no ATIP, by asking it for help, and each of its subcommands for theirs.
 *
 * Nothing is executed but the program itself with `--help`, `-h` and `--version`, held as `runQuestion` says. A command that
 * says nothing of use keeps what its group says about it. Trust is `inferred`, effects are left unknown.
 * @param program as it was found, or its name on the PATH or its absolute path
 * @returns undefined when the program itself says nothing of use, was stopped before it did, or no sandbox works here and
 * `sandbox` is not `off`; `onProblem` is told which.
 * @throws ExecutionError when there is no program of that name; the system's error when the program is gone, or there is no place
 * for it to stand in.
 * @example
 * import { describeProgram } from '@atip/node';
 *
 * const described = await describeProgram('jq', { env: process.env });
 * console.log(described?.counts, described?.tool.commands);
 */
export async function describeProgram(
  program: string | Executable,
  { signal, ...rest }: DescribeSettings,
): Promise<ProgramDescription | undefined> {
  const executable = typeof program === 'string' ? await findProgram(program, rest.env) : program;
  const { held, problem } = await settleSandbox({ ...rest, ...(signal && { stop: signal }) });
  if (held === undefined) {
    rest.onProblem?.(problem);
    return undefined;
  }
  const settings: CrawlSettings = held;
  const started = performance.now();
  const name = basename(executable.foundAs);
  const stamp = await readStamp(executable.path);
  const answer = await askHelp(executable, [], settings, isUseful);
  if ('problem' in answer) {
    settings.onProblem?.(answer.problem);
    return undefined;
  }
  const version = await askVersion(executable, settings);
  const more = await askForMore(executable, answer.text, settings);
  const hints = { name, path: [name], ...(version !== undefined && { version }) };
  // One text after the other: of two entries for one option or command the first counts.
  const root = fromHelp(more === undefined ? answer.text : `${answer.text}\n\n${more}`, hints);
  const crawl = createCrawl(executable, { ...root, issues: [...root.issues] }, answer.text, settings, started);
  await crawl.run();
  const { tool, issues } = root;
  const duration = performance.now() - started;
  const { cut, asked, silent } = crawl.state;
  const counts = { asked, silent, ...countParts(tool) };
  return { tool, issues, counts, stamp, duration, ...(cut !== undefined && { cut }) };
}

async function findProgram(program: string, env: Environment): Promise<Executable> {
  const found = await (isAbsolute(program) ? resolveExecutable(program) : findExecutable(program, env));
  if (found) return found;
  throw new ExecutionError(`No executable called ${JSON.stringify(program)} is on the PATH.`);
}

type CrawlSettings = Omit<DescribeSettings, 'signal'> & HeldSettings;

interface Task {
  readonly path: readonly string[];
  /** Help of the group above: a program that ignores its arguments answers with the same text. */
  readonly above: string;
}

interface CrawlState {
  asked: number;
  silent: number;
  cut: ProgramDescription['cut'];
}

function createCrawl(
  executable: Executable,
  { tool, issues }: { readonly tool: AtipTool; readonly issues: Issue[] },
  text: string,
  settings: CrawlSettings,
  started: number,
): { readonly state: CrawlState; run(): Promise<void> } {
  const { depth = 4, maxCommands = 2_000, timeLimit = 120_000, stop, onProgress } = settings;
  const queue: Task[] = tasksBelow(tool.commands, [], text);
  const state: CrawlState = { asked: 1, silent: 0, cut: undefined };
  const reason = (): CrawlState['cut'] => {
    if (stop?.aborted === true) return 'stopped';
    if (performance.now() - started > timeLimit) return 'time';
    return state.asked >= maxCommands ? 'commands' : undefined;
  };
  const ask = async ({ path, above }: Task): Promise<void> => {
    state.asked += 1;
    const answer = await askHelp(executable, path, settings, isUseful);
    const isEcho = 'text' in answer && answer.text === above;
    if ('problem' in answer || isEcho) state.silent += 1;
    else {
      const imported = fromHelp(answer.text, { path: [tool.name, ...path] });
      const command = commandAt(imported.tool, path);
      if (command !== undefined) placeCommand(tool, path, command);
      issues.push(...imported.issues.filter(({ code }) => code.startsWith('import-')));
      const below = tasksBelow(command?.commands, path, answer.text);
      if (path.length < depth) queue.push(...below);
      else if (below.length > 0) state.cut ??= 'depth';
    }
    onProgress?.({ asked: state.asked, known: state.asked + queue.length, path: [tool.name, ...path] });
  };
  const work = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const cut = reason();
      if (cut !== undefined) {
        state.cut = cut;
        queue.length = 0;
        return;
      }
      await ask(task);
    }
  };
  return {
    state,
    // A worker that finds the queue empty ends, though another's answer may fill it: so again until none is left.
    run: async () => {
      while (queue.length > 0) await Promise.all(Array.from({ length: WORKERS }, work));
      // Those that were being asked were cut short, though none waited.
      if (stop?.aborted === true) state.cut = 'stopped';
    },
  };
}

function tasksBelow(
  commands: Readonly<Record<string, AtipCommand>> | undefined,
  path: readonly string[],
  above: string,
): Task[] {
  const names = Object.keys(commands ?? {}).filter((name) => name !== '' && name !== 'help' && !name.startsWith('-'));
  return names.map((name) => ({ path: [...path, name], above }));
}

/** Says more than that it was called wrongly. */
function isUseful(text: string): boolean {
  const { tool } = fromHelp(text, { path: ['x'] });
  const own = tool.commands?.[''];
  return own === undefined || (own.options?.length ?? 0) + (own.arguments?.length ?? 0) > 0;
}

function commandAt({ commands }: AtipTool, path: readonly string[]): AtipCommand | undefined {
  let here: AtipCommand | undefined;
  let below = commands;
  for (const name of path) {
    here = below !== undefined && Object.hasOwn(below, name) ? below[name] : undefined;
    below = here?.commands;
  }
  return here;
}

/** Puts what a command says of itself in the place of what its group says of it; the group's words stay where it has none. */
function placeCommand(tool: AtipTool, path: readonly string[], command: AtipCommand): void {
  const group = path.length === 1 ? tool : commandAt(tool, path.slice(0, -1));
  const name = path.at(-1);
  if (group?.commands === undefined || name === undefined) return;
  const before = group.commands[name];
  group.commands[name] = { ...command, description: before?.description || command.description };
}

/** Commands that can be run, and options in all. */
function countParts({ commands, globalOptions }: AtipTool): {
  readonly commands: number;
  readonly options: number;
} {
  const total = { commands: 0, options: globalOptions?.length ?? 0 };
  const walk = (nodes: Readonly<Record<string, AtipCommand>> | undefined): void => {
    for (const { commands: below, options } of Object.values(nodes ?? {})) {
      if (below === undefined) total.commands += 1;
      total.options += options?.length ?? 0;
      walk(below);
    }
  };
  walk(commands);
  return total;
}

/** Bytes of a help text that are read; ffmpeg's whole manual is 1.2 MB. */
const MAX_HELP = 2_097_152;

const MAX_VERSION = 65_536;

/** English, no pager, no colours, lines that are not cut short. */
const PLAIN: Readonly<Record<string, string>> = {
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'en',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  TERM: 'dumb',
  NO_COLOR: '1',
  COLUMNS: '160',
  MANWIDTH: '160',
};

type HelpAnswer = { readonly text: string } | { readonly problem: string };

/** Asks with `--help`, then `-h`; the longer stream counts. Never a bare word such as `help`, which some programs act on. */
async function askHelp(
  executable: Executable,
  path: readonly string[],
  settings: HeldSettings,
  isUseful: (text: string) => boolean,
): Promise<HelpAnswer> {
  const long = await ask(executable, [...path, '--help'], settings);
  // A man page is long and formatted for reading; where a program also has a short help, that is the one to read.
  if ('text' in long && isUseful(long.text) && !isManPage(long.text)) return long;
  const short = await ask(executable, [...path, '-h'], settings);
  if ('text' in short && isUseful(short.text)) return short;
  if ('text' in long && isUseful(long.text)) return long;
  return 'problem' in long ? long : { problem: 'It says nothing of use for --help or -h.' };
}

/** More of the root's help, where it says how to get it: curl's `--help all`, git's `help -a`. */
async function askForMore(executable: Executable, text: string, settings: HeldSettings): Promise<string | undefined> {
  // The one bare word that is asked, of the one program that is known to only look then.
  const isGit = basename(executable.foundAs) === 'git' && text.includes("'git help -a'");
  const args = /--help all\b/.test(text) ? ['--help', 'all'] : isGit ? ['help', '-a'] : undefined;
  if (args === undefined) return undefined;
  const more = await ask(executable, args, settings);
  return 'text' in more ? more.text : undefined;
}

/** Asks a program for its version. @returns undefined when the answer has none. */
async function askVersion(executable: Executable, settings: HeldSettings): Promise<string | undefined> {
  const answer = await ask(executable, ['--version'], settings);
  return 'text' in answer
    ? /\bv?(\d+(?:\.\d+)+(?:[-+~][\w.]+)?)/.exec(answer.text.slice(0, MAX_VERSION))?.[1]
    : undefined;
}

function isManPage(text: string): boolean {
  return /^\s*[A-Z0-9_.-]+\(\d\w*\)/.test(text);
}

async function ask(executable: Executable, args: readonly string[], settings: HeldSettings): Promise<HelpAnswer> {
  try {
    const { outcome } = await runQuestion(executable, args, settings, MAX_HELP, PLAIN);
    const { stdout, stderr, timedOut } = outcome;
    if (timedOut) return { problem: `It did not answer ${args.join(' ')} in time.` };
    return { text: stdout.length >= stderr.length ? stdout : stderr };
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return { problem: error.message };
  }
}
