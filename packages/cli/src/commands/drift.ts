import { basename } from 'node:path';
import { type Drift, type DriftReading, type DriftReport, findDrift } from '@atip/core/internal';
import type { AtipTool } from '@atip/core';
import { createSandbox, type DescriptionWay, resolveTool } from '@atip/node';
import { refusesWord } from '@atip/node/internal';
import type { SandboxChoice } from '../author/ask-document.ts';
import { type CliHost, CliError, type DefineCommand, EXIT } from '../cli-host.ts';
import { createPaint, createProgressLine } from '../terminal/style.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';
import { sandboxOption } from '../tools/call-settings.ts';
import { byOption, describe, silentCommands } from '../tools/describe-installed.ts';
import { findProgram } from '../tools/find-words.ts';
import { loadSettings } from '../tools/known-tools.ts';
import { loadTools } from '../tools/load-tools.ts';

interface DriftOptions {
  readonly descriptions?: boolean;
  readonly json?: boolean;
  readonly sandbox: SandboxChoice;
  readonly by?: DescriptionWay;
}

export const defineDrift: DefineCommand = (command, { host, end }) => {
  command
    .argument('<name>', 'a program on the PATH, or its path')
    .argument('[file]', 'its document; default: the known document of that name')
    .option('--descriptions', 'compare descriptions too')
    .option('--json', 'write the whole result as JSON')
    .addOption(byOption())
    .addOption(sandboxOption('off runs the program with all your rights'))
    .addHelpText('after', HELP)
    .action(async (name: string, file: string | undefined, options: DriftOptions) => {
      const document = await readDocument(basename(name), file, host);
      const installed = await readInstalled(name, options, host);
      const { by, silent } = installed;
      const descriptions = options.descriptions === true;
      const found = findDrift(document.tool, installed.tool, { by, silent, descriptions });
      const report = await confirmed(found, installed.refuses, host);
      if (options.json === true) writeJson(document, installed, report, host);
      else writeText(document, installed, report, host);
      if (report.differences.length > 0) end(EXIT.invalid);
    });
};

const HELP = `
Exits with 0 when they agree, 1 when they do not, 5 when the program cannot be asked.

For example:
  atip drift git                 (the installed git and its known document)
  atip drift ./cli.js atip.json  (your own program and its document)`;

interface NamedTool {
  readonly tool: AtipTool;
  readonly source: string;
}

async function readDocument(name: string, file: string | undefined, host: CliHost): Promise<NamedTool> {
  if (file !== undefined) {
    const [tool] = await loadTools([file], host);
    if (tool === undefined) throw new CliError(EXIT.invalid, `${file} has no tool.`);
    return { tool, source: file };
  }
  const everything = { wanted: () => undefined, named: (one: string) => one === name };
  const resolved = await resolveTool(name, host.env, await loadSettings(everything, host));
  if (resolved !== null) return { tool: resolved.found.tool, source: resolved.found.source };
  throw new CliError(
    EXIT.invalid,
    `Nothing describes ${JSON.stringify(name)}, so there is nothing to compare with. Name a document: atip drift ${name} FILE`,
  );
}

interface Installed {
  readonly tool: AtipTool;
  readonly by: DriftReading;
  /** Commands with a useless help text. */
  readonly silent: readonly (readonly string[])[];
  /** Asks the program whether it refuses a word. Absent: without a sandbox we try nothing. */
  readonly refuses?: (path: readonly string[], word: string) => Promise<boolean>;
}

/** Reads the installed program. @throws CliError `io` when the program cannot be asked */
async function readInstalled(name: string, { sandbox: mode, by }: DriftOptions, host: CliHost): Promise<Installed> {
  const { env, signal } = host;
  try {
    const executable = await findProgram(name, host);
    const described = await describe(executable, name, { sandbox: mode, ...(by !== undefined && { by }) }, host);
    if (described.cut === 'stopped') throw new CliError(EXIT.io, `${name} cannot be asked. It was stopped.`);
    const { tool, questions, way } = described;
    const read = {
      tool,
      by: way === 'help' ? way : ('framework' as const),
      silent: silentCommands(questions).map(({ path }) => path),
    };
    if (mode === 'off' || read.by === 'framework') return read;
    const held = { env, sandbox: await createSandbox({ env }), stop: signal, timeout: 10_000 };
    return { ...read, refuses: (path, word) => refusesWord(executable, path, word, held) };
  } catch (error) {
    if (error instanceof CliError) throw new CliError(EXIT.io, error.message, { cause: error });
    throw error;
  }
}

/** Facts that we ask a program about, four at a time; more are only counted. */
const MAX_ASKED = 200;

/**
 * A help text leaves some differences open. We keep those that the program confirms by refusing the word, and count the others
 * as untold.
 */
async function confirmed(report: DriftReport, refuses: Installed['refuses'], host: CliHost): Promise<DriftReport> {
  const open = report.differences.filter(({ asks }) => asks !== undefined);
  const kept = new Map<Drift, Drift>();
  const progress = createProgressLine(host.stderr);
  const queue = refuses ? open.slice(0, MAX_ASKED) : [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let drift = queue.shift(); drift !== undefined && !host.signal.aborted; drift = queue.shift()) {
      const { asks = [], name, path } = drift;
      const group = name === undefined ? path.slice(0, -1) : path;
      const refused: string[] = [];
      for (const word of asks) if ((await refuses?.(group, word)) === true) refused.push(word);
      if (refused.length > 0 && (drift.kind !== 'gone' || refused.length === asks.length))
        kept.set(drift, { ...drift, message: messageOf(drift, refused) });
      done += 1;
      progress.show(`Asking about what the help does not name: ${done} of ${open.length}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  progress.clear();
  if (host.signal.aborted) throw new CliError(EXIT.io, 'It was stopped before it was complete.');
  const differences = report.differences.flatMap((drift) =>
    drift.asks === undefined ? [drift] : (kept.get(drift) ?? []),
  );
  const rest = done - kept.size;
  const unasked = open.length - done;
  const untold = [
    ...report.untold,
    ...(rest > 0 ? [`${countOf(rest, 'fact')} of the document not in the help, but accepted by the program.`] : []),
    ...(unasked > 0
      ? [`${countOf(unasked, 'more fact')} of the document not in the help; the program was not asked about them.`]
      : []),
  ];
  return { ...report, differences, untold };
}

function messageOf({ kind, message }: Drift, refused: readonly string[]): string {
  return kind === 'gone'
    ? `${message.replace(/\.$/, '')}: it refuses ${refused.join(', ')}.`
    : `The program refuses ${refused.join(', ')}.`;
}

function writeJson(document: NamedTool, installed: Installed, report: DriftReport, { stdout }: CliHost): void {
  const told = { name: document.tool.name, version: document.tool.version, source: document.source };
  const real = { version: installed.tool.version, by: installed.by };
  stdout.write(`${toJson({ document: told, installed: real, ...report })}\n`);
}

const SIGNS: Readonly<Record<Drift['kind'], string>> = { undocumented: '+', gone: '-', differs: '~' };

function writeText(document: NamedTool, { tool, by }: Installed, report: DriftReport, host: CliHost): void {
  const { stdout, stderr, env } = host;
  const paint = createPaint(stdout, env);
  const { name } = document.tool;
  for (const { kind, path, name: parameter = '', message } of report.differences) {
    const where = [name, ...path, parameter].filter((word) => word !== '').join(' ');
    const sign = paint(kind === 'undocumented' ? 'green' : kind === 'gone' ? 'red' : 'yellow', SIGNS[kind]);
    stdout.write(`${sign} ${plainLine(where)}: ${plainLine(message)}\n`);
  }
  const count = countOf(report.differences.length, 'difference');
  const sides = `${name} ${tool.version} as installed, read by its ${by}, and the document of ${document.tool.version}`;
  stderr.write(`${plainLine(sides)}: ${count} in ${countOf(report.compared, 'command')}.\n`);
  for (const sentence of report.untold) stderr.write(`${sentence}\n`);
}
