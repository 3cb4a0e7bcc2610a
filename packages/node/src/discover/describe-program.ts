import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import type { AtipCommand, AtipTool, Issue } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { asRecord, isRecord, stated } from '@atip/core/internal';
import { type Imported, fromHelp, fromOclif } from '@atip/importers';
import { type HelpAsker, type HelpQuestion, createHelpAsker } from './ask-help.ts';
import { type Asking, settleSandbox } from './run-question.ts';
import { readStamp } from '../executables/executable-identity.ts';
import { type Executable, explainMissing, findExecutable, resolveExecutable } from '../executables/find-executable.ts';
import { parseJson, readStart, readText } from '../files/read-bounded-file.ts';
import type { Environment } from '../process/child-environment.ts';

/** When the signal aborts, the description ends with the result so far. */
export interface DescribeSettings extends Asking {
  /** Levels of subcommands that are asked. Absent: 4. */
  readonly depth?: number | undefined;
  /** Most commands asked. Absent: 2,000. */
  readonly maxCommands?: number;
  /** Ms for the whole description, after which no further command is asked. Absent: 60,000. */
  readonly timeLimit?: number;
  /** Called with the reason why the program is not described, such as a timeout, and with the questions. */
  readonly onProblem?: (reason: string, questions: readonly HelpQuestion[]) => void;
  readonly onProgress?: (progress: DescribeProgress) => void;
}

interface DescribeProgress {
  readonly asked: number;
  /** Number of commands known so far. */
  readonly known: number;
  /** The command that answered last, such as `["git", "remote"]`. */
  readonly path: readonly string[];
}

export interface ProgramDescription {
  /** Its `x-described-by` names the source: `3 help texts`. */
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
  readonly counts: {
    readonly asked: number;
    readonly silent: number;
    readonly commands: number;
    readonly options: number;
  };
  /** The questions, with a reason for each useless answer. */
  readonly questions: readonly HelpQuestion[];
  /** The state of the program's file before the first question. */
  readonly stamp: string;
  /** In ms. */
  readonly duration: number;
  /** Why the description is incomplete. Absent: it is complete. */
  readonly cut?: 'depth' | 'commands' | 'time' | 'stopped' | undefined;
}

/** Most processes at the same time. */
const WORKERS = 4;

/**
 * Describes an installed program that does not know ATIP. It reads oclif's manifest, which runs nothing; else the help
 * of the program and of each subcommand.
 *
 * Only the program itself is executed, with the questions of `createHelpAsker` and `--version`, and `man`, all sandboxed
 * by `runQuestion`. A command without useful help keeps its group's description of it. Trust
 * is `inferred`, effects stay unknown.
 * @param program a found program, or its name on the PATH or its absolute path
 * @returns undefined when the program itself has no useful help, was stopped early, or no sandbox works here and
 * `sandbox` is not `off`; `onProblem` receives the reason.
 * @throws ExecutionError when no program has that name; the system's error when the program is missing, or no working
 * directory can be made for it.
 * @example
 * import { describeProgram } from '@atip/node';
 *
 * const described = await describeProgram('jq', { env: process.env });
 * console.log(described?.counts, described?.tool.commands);
 */
export async function describeProgram(
  program: string | Executable,
  options: DescribeSettings,
): Promise<ProgramDescription | undefined> {
  const executable = typeof program === 'string' ? await findProgram(program, options.env) : program;
  const started = performance.now();
  const stamp = await readStamp(executable.path);
  const node = await nodeProgramAt(executable);
  const manifest = await byManifest(node);
  if (manifest !== undefined) return finish(manifest, stamp, started);
  const { settled, problem } = await settleSandbox(options);
  if (settled === undefined) {
    options.onProblem?.(problem, []);
    return undefined;
  }
  const name = node?.name ?? basename(executable.foundAs);
  const asker = createHelpAsker(executable, settled);
  const root = await readRoot(asker, name);
  if (root === undefined) {
    options.onProblem?.(whyNot(asker.questions), asker.questions);
    return undefined;
  }
  return finish(await describeByHelp(asker, root, options, started), stamp, started);
}

type Described = Pick<ProgramDescription, 'tool' | 'issues'> &
  Partial<Pick<ProgramDescription, 'cut' | 'questions'>> & {
    readonly source: string;
    readonly asked?: number;
    readonly silent?: number;
  };

function finish(described: Described, stamp: string, started: number): ProgramDescription {
  const { tool, source, asked = 0, silent = 0, questions = [], ...rest } = described;
  const duration = performance.now() - started;
  const counts = { asked, silent, ...countParts(tool) };
  return { ...rest, tool: { ...tool, 'x-described-by': source }, counts, questions, stamp, duration };
}

async function byManifest(node: NodeProgram | undefined) {
  const read = node?.package && (await readManifest(node.package, node.name));
  if (read === undefined) return undefined;
  const tool: AtipTool = { ...read.tool, trust: { source: 'inferred' } };
  return { tool, issues: read.issues, source: 'its oclif.manifest.json' };
}

interface Root extends Pick<ProgramDescription, 'tool' | 'issues'> {
  readonly text: string;
}

async function readRoot(asker: HelpAsker, name: string): Promise<Root | undefined> {
  const [text, version] = await Promise.all([asker.askProgram(), asker.askVersion()]);
  if (text === undefined) return undefined;
  return { ...fromHelp(text, stated({ name, path: [name], version })), text };
}

async function describeByHelp(
  asker: HelpAsker,
  { text, tool: { name, version } }: Root,
  options: DescribeSettings,
  started: number,
): Promise<Described> {
  const more = await asker.askForMore(text);
  // One text after the other: of repeated options and commands the first counts.
  const root = fromHelp([text, ...more].join('\n\n'), { name, path: [name], version });
  const crawl = createCrawl(asker, { ...root, issues: [...root.issues] }, text, options, started);
  await crawl.run();
  const { tool, issues } = root;
  const { cut, asked, silent } = crawl.state;
  const source = asked === 1 ? '1 help text' : `${asked} help texts`;
  const { questions } = asker;
  return { tool, issues, source, asked, silent, questions, cut };
}

/** The most useful reason: a hidden file, else the result of the first question. */
function whyNot(questions: readonly HelpQuestion[]): string {
  const telling = questions.find(({ isHidden }) => isHidden === true) ?? questions.find(({ problem }) => problem);
  return telling?.problem ?? 'It says nothing of use.';
}

async function findProgram(program: string, env: Environment): Promise<Executable> {
  const found = await (isAbsolute(program) ? resolveExecutable(program) : findExecutable(program, env));
  if (found) return found;
  throw new ExecutionError(await explainMissing(program, env));
}

interface Task {
  readonly path: readonly string[];
  /** Help of the group above: a program that ignores its arguments prints the same text. */
  readonly above: string;
}

interface CrawlState {
  asked: number;
  silent: number;
  cut: ProgramDescription['cut'];
}

function createCrawl(
  asker: HelpAsker,
  { tool, issues }: { readonly tool: AtipTool; readonly issues: Issue[] },
  text: string,
  options: DescribeSettings,
  started: number,
): { readonly state: CrawlState; run(): Promise<void> } {
  const { depth = 4, maxCommands = 2_000, timeLimit = 60_000, signal, onProgress } = options;
  const queue: Task[] = [];
  const hasHelp = Object.hasOwn(tool.commands ?? {}, 'help') || text.includes(`${tool.name} help `);
  const state: CrawlState = { asked: 1, silent: 0, cut: undefined };
  const reason = (): CrawlState['cut'] => {
    if (signal?.aborted === true) return 'stopped';
    if (performance.now() - started > timeLimit) return 'time';
    return state.asked >= maxCommands ? 'commands' : undefined;
  };
  const ask = async ({ path, above }: Task): Promise<void> => {
    state.asked += 1;
    const answer = await asker.askCommand(path, hasHelp);
    const imported = answer === undefined ? undefined : fromHelp(answer, { path: [tool.name, ...path] });
    const command = imported && commandAt(imported.tool, path);
    if (answer === undefined || imported === undefined || answer === above || isSameList(tool, path, command))
      state.silent += 1;
    else {
      issues.push(...imported.issues.filter(({ code }) => code.startsWith('import-')));
      if (command !== undefined) {
        await split(path, command, answer);
        placeCommand(tool, path, command);
        queue.push(...hoistTopics(tool, path, command, answer));
      }
      const below = tasksBelow(command?.commands, path, answer);
      if (path.length < depth) queue.push(...below);
      else if (below.length > 0) state.cut ??= 'depth';
    }
    onProgress?.({ asked: state.asked, known: state.asked + queue.length, path: [tool.name, ...path] });
  };
  const split = (path: readonly string[], command: AtipCommand, above: string): Promise<void> =>
    splitChoices(command, [tool.name, ...path], (word) => asker.askCommand([...path, word], hasHelp), above);
  const start = async (): Promise<void> => {
    const own = tool.commands?.[''];
    if (own !== undefined && Object.keys(tool.commands ?? {}).length === 1) {
      await split([], own, text);
      if (own.commands !== undefined)
        Object.assign(tool, stated({ commands: own.commands, globalOptions: own.options }));
    }
    queue.push(...tasksBelow(tool.commands, [], text));
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
    // A worker ends when the queue is empty, but another's answer may fill it again; so repeat until it stays empty.
    run: async () => {
      await start();
      while (queue.length > 0) await Promise.all(Array.from({ length: WORKERS }, work));
      // Running questions were cut off, even if no other was waiting.
      if (signal?.aborted === true) state.cut = 'stopped';
    },
  };
}

/**
 * True if a command's help repeats the page of its group, as after an error or where a program ignores further words:
 * it lists this command and most of its siblings. It may have more than the group's own page.
 */
function isSameList(tool: AtipTool, path: readonly string[], command: AtipCommand | undefined): boolean {
  const beside = (path.length === 1 ? tool : commandAt(tool, path.slice(0, -1)))?.commands ?? {};
  const names = Object.keys(command?.commands ?? {}).filter((name) => name !== '');
  const shared = names.filter((name) => Object.hasOwn(beside, name)).length;
  return names.includes(path.at(-1) ?? '') && shared > 2 && 2 * shared >= Object.keys(beside).length;
}

/** argparse: `{upload,check}` may be values or commands. They are commands if the first of them have their own help. */
async function splitChoices(
  command: AtipCommand,
  words: readonly string[],
  ask: (word: string) => Promise<string | undefined>,
  above: string,
): Promise<void> {
  const choices = command.arguments?.[0]?.enum?.map(String) ?? [];
  const areNames = choices.length > 1 && choices.every((word) => /^[a-z][\w-]*$/.test(word));
  if (command.commands !== undefined || !areNames) return;
  for (const word of choices.slice(0, 2)) {
    const answer = await ask(word);
    if (answer === undefined || answer === above || !answer.includes([...words, word].join(' '))) return;
  }
  delete command.arguments;
  command.commands = Object.fromEntries(choices.map((word) => [word, { description: '' }]));
}

/** oclif lists `build:cancel` under `build`, but it is called as `eas build:cancel`: a command of the program. */
function hoistTopics(tool: AtipTool, path: readonly string[], command: AtipCommand, above: string): Task[] {
  const top = tool.commands;
  const [topic = ''] = path;
  const own = Object.entries(command.commands ?? {}).filter(([name]) => name.startsWith(`${topic}:`));
  if (top === undefined || path.length !== 1 || own.length === 0) return [];
  const found = own.filter(([name]) => !Object.hasOwn(top, name));
  for (const [name, below] of found) top[name] = below;
  const rest = Object.entries(command.commands ?? {}).filter(([name]) => !name.startsWith(`${topic}:`));
  delete command.commands;
  if (rest.length > 0) command.commands = Object.fromEntries(rest);
  // A topic without commands or options is not a command.
  if (rest.length === 0 && command.options === undefined) delete top[topic];
  else placeCommand(tool, path, command);
  return found.map(([name]) => ({ path: [name], above }));
}

function tasksBelow(
  commands: Readonly<Record<string, AtipCommand>> | undefined,
  path: readonly string[],
  above: string,
): Task[] {
  const names = Object.keys(commands ?? {}).filter((name) => name !== '' && name !== 'help' && !name.startsWith('-'));
  return names.map((name) => ({ path: [...path, name], above }));
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

/**
 * Replaces a group's entry for a command by the command itself. The group's description of it stays, unless that is
 * empty or cut.
 */
function placeCommand(tool: AtipTool, path: readonly string[], command: AtipCommand): void {
  const group = path.length === 1 ? tool : commandAt(tool, path.slice(0, -1));
  const name = path.at(-1);
  if (group?.commands === undefined || name === undefined) return;
  const before = group.commands[name];
  const short = before?.description ?? '';
  // click cuts the texts of a list.
  const isCut = short === '' || /(?:\.{3}|…)$/.test(short);
  group.commands[name] = { ...command, description: (isCut && command.description) || short };
}

/** Counts runnable commands and options. */
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

/** A program that Node runs. */
interface NodeProgram {
  /** Its name when called: for a script the name under which its package installs it. */
  readonly name: string;
  /** The package that contains its file. Absent: none. */
  readonly package?: NodePackage | undefined;
}

interface NodePackage {
  readonly directory: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

const SCRIPTS: readonly string[] = ['.js', '.mjs', '.cjs'];

/**
 * Checks whether Node runs a program: by its first line, because its file is a script, or because it is a shell wrapper
 * that starts Node, such as npm's and pnpm's.
 */
async function nodeProgramAt({ path, foundAs }: Executable): Promise<NodeProgram | undefined> {
  const start = readStart(path);
  const [first = ''] = start.split('\n', 1);
  const isScript = /^#!.*[\s/]node(?:\s|$)/.test(first) || SCRIPTS.includes(extname(path));
  const isWrapper = /^#!.*\b(?:ba|da)?sh\b/.test(first) && /\bexec\b.*\bnode\b|\bnode"? +"\$basedir/.test(start);
  if (!isScript && !isWrapper) return undefined;
  const found = await packageAbove(path);
  return { name: nameOf(path, basename(foundAs), found), package: found };
}

function nameOf(path: string, called: string, found: NodePackage | undefined): string {
  if (found === undefined || !SCRIPTS.includes(extname(called))) return called;
  const { directory, name, fields } = found;
  const { bin } = fields;
  const files = typeof bin === 'string' ? { [basename(name)]: bin } : asRecord(bin);
  const own = Object.entries(files).find(([, file]) => typeof file === 'string' && join(directory, file) === path);
  return own?.[0] ?? called;
}

/** Bytes of a package.json or a manifest; the largest manifests have 5 MB. */
const MAX_JSON = 16_000_000;

/** Parses a JSON file; undefined for a missing, damaged or huge one. */
async function readJsonAt(path: string): Promise<unknown> {
  return parseJson((await readText(path, MAX_JSON)).text ?? '');
}

/** The nearest package with a name: others only set the kind of modules. */
async function packageAbove(file: string): Promise<NodePackage | undefined> {
  for (let at = dirname(file); at !== dirname(at) && basename(at) !== 'node_modules'; at = dirname(at)) {
    const fields = await readJsonAt(join(at, 'package.json'));
    if (!isRecord(fields) || typeof fields['name'] !== 'string') continue;
    const { name, version } = asRecord(fields);
    return {
      directory: at,
      name: String(name),
      version: typeof version === 'string' ? version : undefined,
      fields,
    };
  }
  return undefined;
}

/** Most plugins whose commands are read; Salesforce's command line has about forty. */
const MAX_PLUGINS = 200;

/**
 * Reads an oclif program's commands from the `oclif.manifest.json` of its package and of its bundled plugins, and runs
 * nothing.
 * @returns undefined for a program without a manifest
 */
async function readManifest({ directory, version, fields }: NodePackage, name: string): Promise<Imported | undefined> {
  const own = await readJsonAt(join(directory, 'oclif.manifest.json'));
  if (!isRecord(own) || !isRecord(own['commands'])) return undefined;
  const oclif = asRecord(fields['oclif']);
  const separator = oclif['topicSeparator'];
  const plugins = Array.isArray(oclif['plugins']) ? oclif['plugins'].slice(0, MAX_PLUGINS) : [];
  const commands: Record<string, unknown> = {};
  for (const plugin of plugins) {
    if (typeof plugin === 'string') Object.assign(commands, await commandsOf(plugin, directory));
  }
  // If two commands share an id, the program's own wins.
  Object.assign(commands, own['commands']);
  return fromOclif(
    { ...own, topics: oclif['topics'], commands },
    // A colon is oclif's own default.
    stated({ name, version, topicSeparator: (separator === ' ' ? ' ' : ':') as ' ' | ':' }),
  );
}

/** Looks up a plugin like Node looks up packages. */
async function commandsOf(plugin: string, from: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(plugin)) return {};
  for (let at = from; ; at = dirname(at)) {
    const manifest = await readJsonAt(join(at, 'node_modules', plugin, 'oclif.manifest.json'));
    if (isRecord(manifest)) return asRecord(manifest['commands']);
    if (at === dirname(at)) return {};
  }
}
