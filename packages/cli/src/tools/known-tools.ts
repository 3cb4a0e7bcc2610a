import { basename } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import { type CommandMapping, mapToCommand, UnknownCommandError } from '@atip/core';
import { type FoundTool, listTools, type SkippedTool, type ToolScan } from '@atip/node';
import { discoverCommands, settingsFor } from '@atip/node/internal';
import { readSettings } from './call-settings.ts';
import { type CliHost, CliError, EXIT, orFail } from '../cli-host.ts';
import { cutText, plainLine } from '../terminal/text.ts';

/** Lists the known tools. @throws CliError when the system does not let us read them */
export function readTools({ env }: CliHost): Promise<ToolScan> {
  return orFail('The tools of this machine cannot be read', listTools(env));
}

const MAX_REASON = 400;

/** Says, after a space, why a tool or command is unknown: its document was left out, or its program was replaced. */
export function skippedHint(name: string, { found, skipped }: ToolScan): string {
  const hidden = skipped.find(({ code, reason }) => code === 'hidden-characters' && isAbout(name, reason));
  if (hidden) return ` ${cutText(plainLine(hidden.reason), MAX_REASON)}`;
  if (found.some(({ tool }) => belongsTo(name, tool.name))) return '';
  const own = skipped.filter(({ source }) => belongsTo(name, basename(source, '.json')));
  const left = own.find(({ code }) => code === 'changed') ?? own[0];
  if (!left) return '';
  const source = JSON.stringify(left.source);
  if (left.code === 'changed')
    return ` ${source} was replaced since it was discovered; \`atip discover\` asks it again.`;
  return ` ${escapeUnseen(left.source)}: ${cutText(plainLine(left.reason), MAX_REASON)}`;
}

/** The reason names a command by its words, `"gh pr create" is left out: …`. */
function isAbout(name: string, reason: string): boolean {
  const words = /^"([^"]*)" is left out/.exec(reason)?.[1];
  return words !== undefined && compiledName(words) === name;
}

/** Says which tool a reason could be about. */
function belongsTo(name: string, tool: string): boolean {
  return name === tool || couldBeOf(tool, name);
}

/** A tool's name, or the words of a command, as they stand in the names that models know. */
export function compiledName(words: string): string {
  return words.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** True for a tool whose command a name could be. Names are looked up and never split. */
export function couldBeOf(tool: string, name: string): boolean {
  const compiled = compiledName(tool);
  return name === compiled || name.startsWith(`${compiled}_`);
}

/**
 * Looks a tool up by its name.
 * @throws CliError `invalid` with why its document was left out, or names that begin alike
 */
export function findTool(name: string, scan: ToolScan): ToolScan['found'][number] {
  const { found: tools } = scan;
  const found = tools.find(({ tool }) => tool.name === name);
  if (found) return found;
  const start = name.slice(0, 2).toLowerCase();
  const close = tools.map(({ tool }) => tool.name).filter((known) => known.toLowerCase().startsWith(start));
  const hint =
    close.length === 0 ? '`atip discover` looks for tools.' : `Did you mean ${close.slice(0, 3).join(' or ')}?`;
  throw new CliError(
    EXIT.invalid,
    `No tool called ${JSON.stringify(name.slice(0, 80))} is known.${skippedHint(name, scan) || ` ${hint}`}`,
  );
}

/** Finds a command by its compiled name, asking its tool for what the overview left out. @throws UnknownCommandError */
export async function loadCommand(
  name: string,
  known: readonly FoundTool[],
  host: CliHost,
): Promise<{ readonly mapping: CommandMapping; readonly found: readonly FoundTool[] }> {
  const mapping = lookUp(name, known);
  if (mapping) return { mapping, found: known };
  const found = await Promise.all(
    known.map(async (one) => {
      const isWorthAsking = name.startsWith(`${compiledName(one.tool.name)}_`);
      return isWorthAsking ? (await loadOmitted(one, host)).found : one;
    }),
  );
  return { mapping: mapToCommand(name, toolsOf(found)), found };
}

function lookUp(name: string, found: readonly FoundTool[]): CommandMapping | undefined {
  try {
    return mapToCommand(name, toolsOf(found));
  } catch (error) {
    if (error instanceof UnknownCommandError) return undefined;
    throw error;
  }
}

function toolsOf(found: readonly FoundTool[]) {
  return found.map(({ tool }) => tool);
}

/**
 * Asks a tool's program for the commands that its overview left out.
 * @param wanted top-level commands. Absent: all that are missing.
 */
export async function loadOmitted(
  found: FoundTool,
  host: CliHost,
  wanted?: readonly string[] | undefined,
): Promise<{ readonly found: FoundTool; readonly skipped?: SkippedTool }> {
  const { name, partial, commands = {} } = found.tool;
  const missing = Object.entries(commands)
    .filter(([key, command]) => command['x-omitted-commands'] !== undefined && (wanted?.includes(key) ?? true))
    .map(([key]) => key);
  if (partial !== true || found.executable === undefined || missing.length === 0) return { found };
  // A person has named the tool, so that it is asked also where no sandbox works.
  const { timeout } = settingsFor(await readSettings(undefined, host.cwd, host), host).scan;
  const limits = { ...(timeout !== undefined && { timeout }) };
  const reading = await discoverCommands(name, missing, { ...limits, env: host.env, named: true });
  return reading.found ? { found: reading.found } : { found, skipped: reading.skipped };
}
