import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import { fromHelp } from '@atip/importers';
import { explainFailure, explainStart } from './explain-failure.ts';
import { type ProgramAnswer, type Settled, runQuestion } from './run-question.ts';
import { type Executable, findExecutable } from '../executables/find-executable.ts';

/** One question to a program, and its answer. */
export interface HelpQuestion {
  /** Shape: `["notes", "list", "--help"]`, `["man", "notes"]` */
  readonly command: readonly string[];
  /** Null: a signal ended it, or it could not be started. */
  readonly exitCode: number | null;
  /** Its last 2,000 characters, unchanged. */
  readonly stderr: string;
  /** Why the answer was useless, as a sentence for a person. Absent: it was useful. */
  readonly problem?: string;
  /** The sandbox hid a file that the program tried to read; without the sandbox the answer may differ. */
  readonly isHidden?: boolean | undefined;
}

export interface HelpAsker {
  /** In the order of the answers. */
  readonly questions: readonly HelpQuestion[];
  /** Asks the program itself. @returns undefined without a useful answer. */
  askProgram(): Promise<string | undefined>;
  /** Asks for more of the program's help, if the help names an option for it. */
  askForMore(text: string): Promise<readonly string[]>;
  /**
   * Asks one command.
   * @param hasHelp the program has a command `help`
   */
  askCommand(path: readonly string[], hasHelp: boolean): Promise<string | undefined>;
  /** @returns undefined when the answer has no version. */
  askVersion(): Promise<string | undefined>;
}

/** Ways to ask a command for help: by an option, or by the program's command `help`. */
const FORMS = ['--help', '-h', 'help'] as const;
type Form = (typeof FORMS)[number];

/** Bytes of a help text that are read; ffmpeg's whole manual has 1.2 MB. */
const MAX_HELP = 2_097_152;

const MAX_VERSION = 65_536;
const VERSION = /\bv?(\d+(?:\.\d+)+(?:[-+~][\w.]+)?)/;

/** Characters of an error output that are kept. */
const MAX_STDERR = 2_000;

/** English, no pager, no colours, no shortened lines. */
const PLAIN: Readonly<Record<string, string>> = {
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'en',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  TERM: 'dumb',
  NO_COLOR: '1',
  COLUMNS: '160',
  OCLIF_COLUMNS: '160',
  MANWIDTH: '160',
};

interface Answer {
  readonly text: string;
  readonly worth: Worth;
  /** It lists subcommands. */
  readonly hasCommands: boolean;
  /** Its usage mentions a subcommand, but it lists none. */
  readonly lacksCommands: boolean;
  /** It could not be started, or did not end: other questions would fail too. */
  readonly isLost: boolean;
}

/** The content of a help text: nothing, only names of parameters, or commands, or texts about most options. */
type Worth = 'nothing' | 'names' | 'texts';

/**
 * Asks a program for its help, with one process for each question, and records the questions.
 *
 * The program itself: `--help`; if that is useless `-h`, then the bare word `help`, then its man page, which is read
 * without running the program. The man page is also read if the help only names options. The bare word is only tried in
 * a sandbox, or if the program's own text mentions it: some programs act on any word. If the usage requires a command
 * but lists none, the program is called without arguments, only in a sandbox. A command: `--help`, `-h`, and `PROGRAM
 * help COMMAND` if the program has that command.
 */
export function createHelpAsker(executable: Executable, settings: Settled): HelpAsker {
  const name = basename(executable.foundAs);
  const questions: HelpQuestion[] = [];
  const ask = async (args: readonly string[]): Promise<Answer> => {
    const { question, ...answer } = await askOnce(executable, args, settings, executable);
    questions.push(question);
    return answer;
  };
  const isOf = (text: string, words: readonly string[]): boolean => text.includes([name, ...words].join(' '));

  const askProgram = async (): Promise<string | undefined> => {
    const heard: Answer[] = [];
    for (const args of [['--help'], ['-h'], ['help']]) {
      const maySayWord = settings.sandbox !== 'off' || heard.some(({ text }) => isOf(text, ['help']));
      if (args[0] === 'help' && !maySayWord) continue;
      const answer = await ask(args);
      // A program that does not know the word `help` may print anything: only a list of commands or options counts.
      if (args[0] !== 'help' || answer.worth === 'texts') heard.push(answer);
      // A man page is long and formatted; a shorter help of the program is preferred.
      if (answer.isLost || (answer.worth !== 'nothing' && !isManPage(answer.text))) break;
    }
    const best = heard.findLast(({ worth }) => worth === 'texts') ?? heard.find(({ worth }) => worth === 'names');
    // Some programs list their commands only when called without arguments; this runs only in a sandbox without harm.
    if (best?.lacksCommands === true && !best.isLost && settings.sandbox !== 'off') {
      const bare = await ask([]);
      if (bare.hasCommands) return `${bare.text}\n\n${best.text}`;
    }
    if (best?.worth === 'texts') return best.text;
    const { question, manual } = await readManual(executable, settings);
    questions.push(question);
    const useful = [best, manual].filter((answer) => answer !== undefined && answer.worth !== 'nothing');
    return useful.length === 0 ? undefined : useful.map((answer) => answer?.text).join('\n\n');
  };

  // A form that failed for the first commands is tried last for the others: git's `--help` opens a manual page each
  // time.
  const failures = new Map<Form, number>();
  const askCommand = async (path: readonly string[], hasHelp: boolean): Promise<string | undefined> => {
    const heard: Answer[] = [];
    const forms = FORMS.toSorted((one, other) => (failures.get(one) ?? 0) - (failures.get(other) ?? 0));
    for (const form of forms) {
      // `go build --help` only refers to `go help build`.
      const isReferred = heard.some(({ text }) => isOf(text, ['help', ...path]));
      if (form === 'help' && !hasHelp && !isReferred) continue;
      const answer = await ask(form === 'help' ? ['help', ...path] : [...path, form]);
      const isPoor = answer.worth === 'names' && form !== 'help' && isOf(answer.text, ['help', ...path]);
      if (answer.worth !== 'nothing' && !isPoor && !isManPage(answer.text)) return answer.text;
      failures.set(form, (failures.get(form) ?? 0) + 1);
      if (answer.isLost) break;
      heard.push(answer);
    }
    return (heard.find(({ worth }) => worth === 'texts') ?? heard.find(({ worth }) => worth === 'names'))?.text;
  };

  return {
    questions,
    askProgram,
    askCommand,
    askForMore: async (text) => {
      const answers = await Promise.all(moreOf(name, text).map((args) => ask(args)));
      return answers.filter(({ worth }) => worth !== 'nothing').map(({ text: more }) => more);
    },
    askVersion: async () => {
      const { text } = await askOnce(executable, ['--version'], settings, executable);
      const start = text.slice(0, MAX_VERSION);
      // Flask names Python's version first.
      const own = start
        .split('\n')
        .find((line) => line.toLowerCase().startsWith(name.toLowerCase()) && VERSION.test(line));
      return VERSION.exec(own ?? start)?.[1];
    },
  };
}

/** Reads the manual page that was installed with a program. */
async function readManual(executable: Executable, settings: Settled) {
  const name = basename(executable.foundAs);
  const places = manualPlaces(executable);
  const man = await findExecutable('man', settings.env);
  if (man !== null && places.length > 0) {
    const args = ['-M', places.join(':'), '-P', 'cat', '--', name];
    const { question, ...manual } = await askOnce(man, args, settings, executable);
    return { question, manual };
  }
  const problem = man === null ? 'The program man, which shows its manual page, is not installed.' : NO_PAGE;
  return { question: { command: ['man', name], exitCode: null, stderr: '', problem } };
}

/** Runs one question; failure to start is an answer too. */
async function askOnce(
  program: Executable,
  args: readonly string[],
  settings: Settled,
  about: Executable,
): Promise<Answer & { readonly question: HelpQuestion }> {
  const isManual = program !== about;
  const name = basename(about.foundAs);
  const command = isManual ? ['man', name] : [name, ...args];
  try {
    const answered = await runQuestion(program, args, settings, { maxOutput: MAX_HELP, extra: PLAIN, about });
    const { stdout, stderr, exitCode, timedOut } = answered.outcome;
    const text = stdout.length >= stderr.length ? stdout : stderr;
    const read = timedOut || isCrash(text, answered) ? NOTHING : readAnswer(text, name);
    const problem =
      read.worth === 'nothing' ? (isManual ? { problem: NO_PAGE } : problemOf(args.join(' '), answered)) : {};
    const question = { command, exitCode, stderr: stderr.slice(-MAX_STDERR), ...problem };
    return { text, ...read, isLost: timedOut, question };
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    const problem = explainStart(program, settings) ?? error.message;
    return { text: '', ...NOTHING, isLost: true, question: { command, exitCode: null, stderr: '', problem } };
  }
}

const NO_PAGE = 'Its manual page is missing or says nothing of use.';

function problemOf(words: string, answered: ProgramAnswer): Pick<HelpQuestion, 'problem' | 'isHidden'> {
  const { exitCode, timedOut, stderr } = answered.outcome;
  const isSilent = exitCode === 0 && !timedOut && stderr.trim() === '';
  if (isSilent) return { problem: `Asked with ${words}, it says nothing of use.` };
  const { reason, isHidden } = explainFailure(words, answered);
  return { problem: reason, isHidden };
}

/** An interpreter's error report about the program can look like help. */
function isCrash(text: string, { outcome }: ProgramAnswer): boolean {
  return outcome.exitCode !== 0 && /^Traceback \(most recent|^node:internal\/|^\s*at .+:\d+:\d+\)?$/m.test(text);
}

type Read = Pick<Answer, 'worth' | 'hasCommands' | 'lacksCommands'>;

const NOTHING: Read = { worth: 'nothing', hasCommands: false, lacksCommands: false };

function readAnswer(text: string, name: string): Read {
  const { commands = {}, globalOptions = [] } = fromHelp(text, { path: [name] }).tool;
  // Asks commands for their own texts.
  if (Object.keys(commands).some((command) => command !== ''))
    return { worth: 'texts', hasCommands: true, lacksCommands: false };
  const { arguments: args = [], options: own = [] } = commands[''] ?? {};
  const options = [...globalOptions, ...own];
  const silent = options.filter(({ description }) => description === '').length;
  const worth = silent * 2 < options.length ? 'texts' : options.length + args.length > 0 ? 'names' : 'nothing';
  const lacksCommands = args.some((argument) => /^(?:sub-?)?(?:commands?|cmd)$/.test(argument.name));
  return { worth, hasCommands: false, lacksCommands };
}

function isManPage(text: string): boolean {
  return /^\s*[A-Z0-9_.-]+\(\d\w*\)/.test(text);
}

/** Directories of manual pages installed with a program: another package's page may describe another program. */
function manualPlaces({ path, foundAs }: Executable): string[] {
  const prefixes = [foundAs, path]
    .map((file) => dirname(dirname(file)))
    .map((prefix) => (prefix === '/' ? '/usr' : prefix));
  return [...new Set(prefixes)].flatMap((prefix) =>
    ['share/man', 'man'].map((name) => join(prefix, name)).filter((directory) => existsSync(directory)),
  );
}

/** Options by which a help text offers the rest of the help. */
const MORE = /(?<![\w-])(?:--help[ =]all|--help-(?:all|full|long)|--(?:full|long|all)-?help|-h full)(?![\w-])/;

/** Most option classes that are asked for; gcc has six. */
const MAX_CLASSES = 8;

/** Arguments that request the rest of a help, as the help describes them. */
function moreOf(name: string, text: string): string[][] {
  const [found] = MORE.exec(text) ?? [];
  if (found !== undefined) return [found.split(' ')];
  const [, classes] = /--help=\{([a-z|]{3,200})/.exec(text) ?? [];
  if (classes !== undefined) {
    return classes
      .split('|')
      .filter((word) => word !== '')
      .slice(0, MAX_CLASSES)
      .map((word) => [`--help=${word}`]);
  }
  return name === 'git' && text.includes("'git help -a'") ? [['help', '-a']] : [];
}
