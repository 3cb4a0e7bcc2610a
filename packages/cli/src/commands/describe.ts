import { basename, isAbsolute, resolve } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import { type AtipTool, checkTool, type Issue } from '@atip/core';
import { withInferredEffects } from '@atip/importers';
import { createSandbox, describeProgram, type Executable } from '@atip/node';
import { findExecutable, resolveExecutable, saveDescription } from '@atip/node/internal';
import { InvalidArgumentError, Option } from 'commander';
import { type CliHost, type DefineCommand, CliError, EXIT, systemFailure } from '../cli-host.ts';
import { writeImportIssues } from '../documents/format-issue.ts';
import { createProgressLine } from '../terminal/style.ts';
import { countOf, toJson } from '../terminal/text.ts';
import { requireSandbox } from '../tools/tool-summary.ts';

interface DescribeOptions {
  readonly depth?: number;
  readonly effects: boolean;
  readonly sandbox: 'required' | 'off';
  readonly save?: boolean;
}

/** Ms for one answer: interpreters take their time to start. */
const TIMEOUT = 10_000;

/** `atip describe COMMAND` */
export const defineDescribe: DefineCommand = (command, { host }) => {
  command
    .argument('<command>', 'a name on the PATH, or the path of a program')
    .option('--depth <levels>', 'only so many levels of subcommands (default: 4)', readDepth)
    .option('--no-effects', 'infer no effects from names, descriptions and options')
    .addOption(
      new Option(
        '--sandbox <mode>',
        'off runs the program with all that you may do; without it nothing is run where no sandbox works',
      )
        .choices(['required', 'off'])
        .default('required'),
    )
    .option('--save', 'keep it, so that the program is among the known tools for as long as it stays the same')
    .action(async (command: string, options: DescribeOptions) => {
      const { executable, description } = await describe(command, options, host);
      const { tool, issues, counts, stamp, duration, cut } = description;
      const shown = options.effects ? withInferredEffects(tool).tool : tool;
      host.stdout.write(`${toJson(shown)}\n`);
      writeImportIssues([...issues, ...suspicious(tool)], host);
      const silent = counts.silent === 0 ? '' : `, ${counts.silent} said nothing of use`;
      host.stderr.write(
        `${countOf(counts.commands, 'command')} and ${countOf(counts.options, 'option')} from ${countOf(counts.asked, 'help text')} in ${(duration / 1000).toFixed(1)} s${silent}.\n`,
      );
      if (options.save === true) await save(executable, { tool, stamp }, host);
      if (cut !== undefined) host.stderr.write(`Not everything was asked: ${CUTS[cut]}.\n`);
    });
};

const CUTS = {
  depth: 'there are more levels of subcommands (--depth)',
  commands: 'there are too many subcommands',
  time: 'it took too long',
  stopped: 'it was stopped',
} as const;

async function describe(command: string, { depth, sandbox: mode }: DescribeOptions, host: CliHost) {
  const { env, signal, stderr } = host;
  const progress = createProgressLine(stderr);
  let problem = '';
  try {
    const executable = await find(command, host);
    const sandbox = mode === 'off' ? 'off' : requireSandbox(command, await createSandbox({ env }));
    const description = await describeProgram(executable, {
      env,
      sandbox,
      signal,
      timeout: TIMEOUT,
      ...(depth !== undefined && { depth }),
      onProblem: (reason) => {
        problem = reason;
      },
      onProgress: ({ asked, known, path }) => progress.show(`Reading help: ${asked} of ${known} (${path.join(' ')})`),
    });
    if (description !== undefined) return { executable, description };
    const why = signal.aborted ? 'It was stopped.' : problem;
    throw new CliError(EXIT.toolFailed, `${command} is not described. ${why}`);
  } catch (error) {
    throw systemFailure(error, `${command} cannot be described`);
  } finally {
    progress.clear();
  }
}

/** Sentences of a help text that address models; the summary does not show them. */
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
      `Kept in ${escapeUnseen(file)}; \`atip show ${escapeUnseen(described.tool.name)}\` shows it with what is known besides.\n`,
    );
  } catch (error) {
    if (error instanceof RangeError)
      throw new CliError(EXIT.invalid, `The description cannot be kept: ${error.message}`, { cause: error });
    throw systemFailure(error, 'The description cannot be kept');
  }
}

async function find(command: string, { cwd, env }: CliHost) {
  const isPath = isAbsolute(command) || /[\\/]/.test(command);
  const executable = isPath ? await resolveExecutable(resolve(cwd, command)) : await findExecutable(command, env);
  if (executable !== null) return executable;
  const where = isPath ? `${command} is no program` : `There is no program ${basename(command)} on the PATH`;
  throw new CliError(
    EXIT.invalid,
    `${where} that may be run: it, and the directories above it, must be writable by nobody else.`,
  );
}

function readDepth(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A number from 1 to 9 is expected.');
}
