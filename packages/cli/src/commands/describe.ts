import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type AtipTool, checkTool, type Issue } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import { IMPORT_FORMATS, type ImportFormatName, importFrom, readFormat, withInferredEffects } from '@atip/importers';
import {
  createSandbox,
  describeProgram,
  type Executable,
  type HelpQuestion,
  type ProgramDescription,
} from '@atip/node';
import { explainMissing, findExecutable, parseJson, resolveExecutable, saveDescription } from '@atip/node/internal';
import { InvalidArgumentError, Option } from 'commander';
import { type CliHost, CliError, type DefineCommand, EXIT, systemFailure, type CliOptions } from '../cli-host.ts';
import { writeImportIssues } from '../documents/format-issue.ts';
import { readSource } from '../documents/read-source.ts';
import { createProgressLine } from '../terminal/style.ts';
import { countOf, toJson } from '../terminal/text.ts';
import { readSettings, sandboxOption } from '../tools/call-settings.ts';
import { requireSandbox } from '../tools/tool-summary.ts';

export const defineDescribe: DefineCommand = (command, { host, end }) => {
  command
    .argument('<source>', 'a program, by its name on the PATH or its path; or a file, - for standard input')
    .option('--depth <levels>', 'of a program, only this many levels of subcommands (default: 4)', readDepth)
    .option('--no-effects', 'infer no effects from names, descriptions and options')
    .addOption(sandboxOption('off runs the program with all your rights; required refuses to run it without a sandbox'))
    .option('--save', 'save the document instead of writing it: the tool is known until its program changes')
    .addOption(
      new Option('--from <format>', 'format of a file (default: recognised from its content)').choices(
        Object.keys(IMPORT_FORMATS),
      ),
    )
    .option('--name <name>', 'command that runs the tool of a file (default: the name in it)')
    .addHelpText('after', HELP)
    .action(async (source: string, options: CliOptions) => {
      const executable = source === '-' ? undefined : await findProgram(source, host);
      if (executable !== undefined) return writeDescription(executable, source, options, host);
      if (!(await convert(source, options, host))) end(EXIT.invalid);
    });
};

const HELP = `
A program is asked for its help, in the sandbox. A file is only read:
${Object.entries(IMPORT_FORMATS)
  .map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`)
  .join('\n')}

For example:
  atip describe hyperfine --save
  git commit -h 2>&1 | atip describe -
`;

/** Ms for one answer when the configuration has no `probe.timeout`: interpreters start slowly. */
const TIMEOUT = 10_000;

function readDepth(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A number from 1 to 9 is expected.');
}

/** Finds a program by its name or path. Undefined: there is a file of that name, which is no program. @throws CliError without either */
async function findProgram(source: string, { cwd, env }: CliHost): Promise<Executable | undefined> {
  const isPath = isAbsolute(source) || /[\\/]/.test(source);
  const path = resolve(cwd, source);
  const executable = await (isPath ? resolveExecutable(path) : findExecutable(source, env));
  if (executable !== null) return executable;
  if (existsSync(path)) return undefined;
  throw new CliError(EXIT.invalid, await explainMissing(isPath ? path : source, env));
}

/** Writes the document of a file in another format. @returns false when the file has an error. @throws CliError for an option of programs, or without a command */
async function convert(file: string, options: CliOptions, host: CliHost): Promise<boolean> {
  const { from, name, effects } = options;
  const wrong = (['save', 'depth'] as const).find((option) => options[option] !== undefined);
  if (wrong !== undefined)
    throw new CliError(
      EXIT.usage,
      `--${wrong} is for a program; ${escapeUnseen(file)} is a file, whose document is written.`,
    );
  const { name: shown, text } = await readSource(file, host);
  const source = from === undefined ? readFormat(text) : { format: from, value: parsed(shown, text, from) };
  if (source === undefined)
    throw new CliError(EXIT.invalid, `${shown} is JSON, and none of ${Object.keys(IMPORT_FORMATS).join(', ')}.`);
  const { tool, issues } = importFrom(source.format, source.value, name === undefined ? {} : { name });
  const nothing = issues.find(({ code }) => code === 'import-nothing');
  if (nothing !== undefined) throw new CliError(EXIT.invalid, `${shown}: ${nothing.message}`);
  host.stdout.write(`${toJson(effects ? withInferredEffects(tool).tool : tool)}\n`);
  writeImportIssues(issues, host);
  return !issues.some(({ severity }) => severity === 'error');
}

function parsed(name: string, text: string, format: ImportFormatName): unknown {
  if (IMPORT_FORMATS[format].syntax === 'text') return text;
  const value = parseJson(text);
  if (value === undefined) throw new CliError(EXIT.invalid, `${name} is not JSON.`);
  return value;
}

/** Describes a program, writes the document, and reports on standard error how it was read and what is missing. */
async function writeDescription(
  executable: Executable,
  called: string,
  options: CliOptions,
  host: CliHost,
): Promise<void> {
  const description = await describe(executable, called, options, host);
  const { tool, issues, stamp, cut, questions } = description;
  const shown = options.effects ? withInferredEffects(tool).tool : tool;
  // Of what is kept, `atip show` prints what a person reads.
  if (options.save !== true) host.stdout.write(`${toJson(shown)}\n`);
  writeImportIssues([...issues, ...suspicious(tool)], host);
  host.stderr.write(`${summaryOf(description)}\n`);
  writeSilent(questions, host);
  if (options.save === true) await save(executable, { tool, stamp }, host);
  if (cut !== undefined) host.stderr.write(`The document is incomplete: ${CUTS[cut]}.\n`);
}

const CUTS = {
  depth: 'there are more levels of subcommands (--depth)',
  commands: 'there are too many subcommands',
  time: 'it took too long',
  stopped: 'it was stopped',
} as const;

/** Shape: `12 commands and 40 options from 3 help texts in 0.4 s.` */
function summaryOf({ tool, counts, duration }: ProgramDescription): string {
  const from = escapeUnseen(tool['x-described-by'] ?? '');
  const silent = counts.silent === 0 ? '' : `, ${counts.silent} gave no useful help`;
  return `${countOf(counts.commands, 'command')} and ${countOf(counts.options, 'option')} from ${from} in ${(duration / 1000).toFixed(1)} s${silent}.`;
}

/**
 * Describes an installed program by its manifest or its help.
 * @throws CliError `toolFailed` with the reason, `refused` without a sandbox
 */
async function describe(
  executable: Executable,
  called: string,
  { depth, sandbox: mode }: CliOptions,
  host: CliHost,
): Promise<ProgramDescription> {
  const { env, signal, stderr } = host;
  const progress = createProgressLine(stderr);
  let problem = '';
  let asked: readonly HelpQuestion[] = [];
  try {
    const { timeout = TIMEOUT } = (await readSettings(undefined, host.cwd, host)).settings.probe;
    const sandbox = mode === 'off' ? 'off' : requireSandbox(called, await createSandbox({ env }));
    const description = await describeProgram(executable, {
      env,
      sandbox,
      signal,
      timeout,
      depth,
      onProblem: (reason, questions) => {
        problem = reason;
        asked = questions;
      },
      onProgress: ({ asked: done, known, path }) =>
        progress.show(`Reading help: ${done} of ${known} (${path.join(' ')})`),
    });
    if (description !== undefined) return description;
    if (signal.aborted) throw new CliError(EXIT.toolFailed, `${called} is not described. It was stopped.`);
    progress.clear();
    for (const { problem: other } of asked) {
      if (other !== undefined && other !== problem) stderr.write(`${escapeUnseen(other)}\n`);
    }
    const isHidden = asked.some((question) => question.isHidden === true);
    const way = isHidden ? ' With --sandbox off it sees everything that you see.' : '';
    throw new CliError(EXIT.toolFailed, `${called} is not described. ${problem}${way}`);
  } catch (error) {
    throw systemFailure(error, `${called} cannot be described`);
  } finally {
    progress.clear();
  }
}

/** Sentences of a help text that address models; the summary leaves them out. */
function suspicious(tool: AtipTool): readonly Issue[] {
  return checkTool(tool).filter(({ code }) => code === 'model-instruction');
}

async function save(
  executable: Executable,
  described: { readonly tool: AtipTool; readonly stamp: string },
  { env, stderr }: CliHost,
): Promise<void> {
  try {
    const file = await saveDescription(executable, described, env);
    stderr.write(
      `Kept in ${escapeUnseen(file)}; \`atip show ${escapeUnseen(described.tool.name)}\` shows it with everything else that is known.\n`,
    );
  } catch (error) {
    if (error instanceof RangeError)
      throw new CliError(EXIT.invalid, `The document cannot be saved: ${error.message}`, { cause: error });
    throw systemFailure(error, 'The document cannot be saved');
  }
}

/** Silent commands that are named. */
const MAX_SILENT = 5;

/** Gives for each silent command the result of the last question. */
function writeSilent(questions: readonly HelpQuestion[], { stderr }: CliHost): void {
  const silent = silentCommands(questions);
  for (const { program, path, problem } of silent.slice(0, MAX_SILENT)) {
    stderr.write(`  ${escapeUnseen([program, ...path].join(' '))}: ${escapeUnseen(problem)}\n`);
  }
  if (silent.length > MAX_SILENT) stderr.write(`  and ${silent.length - MAX_SILENT} more\n`);
}

/** Commands that gave no useful answer to any question, each with the problem of the last one. */
function silentCommands(questions: readonly HelpQuestion[]) {
  const asked = new Map<string, { program: string; path: readonly string[]; problem: string; isAnswered: boolean }>();
  for (const { command, problem } of questions) {
    const [program = '', ...words] = command;
    const named = words.filter((word) => !word.startsWith('-'));
    const path = named[0] === 'help' ? named.slice(1) : named;
    const id = JSON.stringify(path);
    const isAnswered = asked.get(id)?.isAnswered === true || problem === undefined;
    if (path.length > 0 && program !== 'man') asked.set(id, { program, path, problem: problem ?? '', isAnswered });
  }
  return [...asked.values()].filter(({ isAnswered }) => !isAnswered);
}
