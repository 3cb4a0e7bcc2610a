import { basename } from 'node:path';
import type { AtipTool, CommandMapping, PolicyRule } from '@atip/core';
import { mapToCommand, UnknownCommandError } from '@atip/core/execute';
import {
  describeUnread,
  didYouMean,
  escapeUnseen,
  mayHaveCommand,
  nearestName,
  unreadGroups,
} from '@atip/core/internal';
import {
  type ConfigurationProblem,
  type FoundTool,
  listTools,
  resolveTool,
  type SkippedTool,
  type ToolScan,
} from '@atip/node';
import { type BundledSelection, idleHere, listToolsWith, type LoadSettings } from '@atip/node/internal';
import { readSettings } from './call-settings.ts';
import { type CliHost, CliError, EXIT, orFail, type CliOptions } from '../cli-host.ts';
import { cutText, plainLine } from '../terminal/text.ts';

/**
 * Lists the known tools.
 * @param load commands needed of tools that are known by their overview. Absent: no tool is asked
 * @param bundled the bundled documents to read. Absent: all on the PATH
 * @throws CliError when the system refuses to let us read them
 */
export async function readTools(host: CliHost, load?: WantedCommands, bundled?: BundledSelection): Promise<ToolScan> {
  const settings = { load: load && (await loadSettings(load, host)), bundled };
  return orFail('The tools of this machine cannot be read', listTools(host.env, settings));
}

/**
 * The rules that fit nothing on this machine. Reads the tools that the rules name, and all tools only when a rule fits
 * none of these.
 */
export async function idleAmong(rules: readonly PolicyRule[], host: CliHost): ReturnType<typeof idleHere> {
  if (rules.length === 0) return [];
  const names = new Set(rules.map(({ run }) => run.split(' ')[0] ?? ''));
  const isPlain = [...names].every((name) => /^[\w.+-]+$/.test(name));
  const among = async (isWanted?: (name: string) => boolean) =>
    idleHere(
      rules,
      (await readTools(host, {}, isWanted)).found.map(({ tool }) => tool),
      host.env,
    );
  const idle = isPlain ? await among((name) => names.has(name)) : undefined;
  return idle?.length === 0 ? idle : among();
}

/** The same as warnings. @param placeOf the file of the rule with this index */
export async function idleProblems(
  rules: readonly PolicyRule[] | undefined,
  host: CliHost,
  placeOf: (index: number) => Pick<ConfigurationProblem, 'file' | 'line'>,
): Promise<readonly ConfigurationProblem[]> {
  const idle = await idleAmong(rules ?? [], host);
  return idle.map(({ index, message }) => ({ ...placeOf(index), message, severity: 'warning' }));
}

/** Lists the tools that can have these commands, or all for an unknown name. @throws as `readTools` */
export async function readToolsWith(names: readonly string[], host: CliHost, named = (_name: string) => false) {
  const settings = await loadSettings({ named }, host);
  return orFail('The tools of this machine cannot be read', listToolsWith(names, host.env, settings));
}

/** The commands to ask tools for, and the tools that a person named: those are asked even where no sandbox works. */
export type WantedCommands = Pick<LoadSettings, 'wanted' | 'named'>;

/**
 * The commands of `--commands` and `--depth` for the named tools; the overview has the first level.
 * @param names of tools. Absent: all tools, none named by a person
 */
export function excerptOf({ commands, depth }: Partial<CliOptions>, names?: readonly string[]): WantedCommands {
  const groups = commands?.map((words) => words.split(' ')[0] ?? '');
  const isMeant = (name: string): boolean => names?.includes(name) ?? true;
  return {
    wanted: ({ name }) => (depth === 1 || !isMeant(name) ? [] : groups),
    named: (name) => names !== undefined && isMeant(name),
  };
}

/** Reports on standard error why a tool's commands could not all be read. */
export function writeUnread({ source, tool }: FoundTool, skipped: readonly SkippedTool[], host: CliHost): void {
  const why = tool.partial === true ? skipped.find((one) => one.source === source) : undefined;
  if (why) host.stderr.write(`atip: ${plainLine(why.reason)}\n`);
}

/** Settings for asking programs for commands, with the configured time limit. */
export async function loadSettings(load: WantedCommands, host: CliHost): Promise<LoadSettings> {
  const { timeout } = (await readSettings(undefined, host.cwd, host)).settings.probe;
  return { ...load, timeout };
}

const MAX_REASON = 400;

/** The reason, after a space, why a tool or command is unknown: its document was left out, or its program was replaced. */
export function skippedHint(name: string, { found, skipped }: ToolScan): string {
  const hidden = skipped.find(({ code, reason }) => code === 'hidden-characters' && isAbout(name, reason));
  if (hidden) return ` ${cutText(plainLine(hidden.reason), MAX_REASON)}`;
  const known = found.find(({ tool }) => belongsTo(name, tool.name));
  if (known) return unreadHint(name, known, skipped);
  const own = skipped.filter(({ source }) => belongsTo(name, basename(source, '.json')));
  const left = own.find(({ code }) => code === 'changed') ?? own[0];
  if (!left) return '';
  const source = JSON.stringify(left.source);
  if (left.code === 'changed')
    return ` ${source} was replaced since it was discovered; \`atip list --refresh\` asks it again.`;
  return ` ${escapeUnseen(left.source)}: ${cutText(plainLine(left.reason), MAX_REASON)}`;
}

/** For a command that could be in a group of an overview: why the group was not read. */
function unreadHint(name: string, { tool, source }: FoundTool, skipped: readonly SkippedTool[]): string {
  const isThere = unreadGroups(tool).some((path) => mayHaveCommand([tool.name, ...path].join('_'), name));
  const why = isThere ? skipped.find((one) => one.source === source)?.reason : '';
  return why === '' ? '' : ` ${cutText(plainLine(why ?? describeUnread(tool) ?? ''), MAX_REASON)}`;
}

/** The reason names a command by its words, `"gh pr create" is left out: …`. */
function isAbout(name: string, reason: string): boolean {
  const words = /^"([^"]*)" is left out/.exec(reason)?.[1];
  return words !== undefined && compiledName(words) === name;
}

/** The tool that a reason could be about. */
function belongsTo(name: string, tool: string): boolean {
  return name === tool || mayHaveCommand(tool, name);
}

/** The command that models call by a name. */
export function commandOf(name: string, tools: readonly AtipTool[]): CommandMapping | undefined {
  try {
    return mapToCommand(name, tools);
  } catch (error) {
    if (error instanceof UnknownCommandError) return undefined;
    throw error;
  }
}

/** A tool's name, or the words of a command, as models know them. */
export function compiledName(words: string): string {
  return words.replace(/[^A-Za-z0-9_-]/g, '_');
}

/**
 * Looks a tool up by its name. Of the bundled documents only its own was read: an unknown name reads all.
 * @param load as of `readTools`
 * @throws CliError `invalid` with why its document was left out, or names that are near or begin alike
 */
export async function findTool(
  name: string,
  { found }: ToolScan,
  host: CliHost,
  load?: WantedCommands,
): Promise<FoundTool> {
  const known = found.find(({ tool }) => tool.name === name);
  if (known) return known;
  const bundled = await resolveTool(name, host.env, load && (await loadSettings(load, host)));
  if (bundled) return bundled.found;
  const scan = await readTools(host, load);
  const { found: tools } = scan;
  const start = name.slice(0, 2).toLowerCase();
  const names = tools.map(({ tool }) => tool.name);
  const alike = names.filter((known) => known.toLowerCase().startsWith(start));
  const near = nearestName(name, names);
  const close = [...new Set(near === undefined ? alike : [near, ...alike])];
  const hint = didYouMean(close.slice(0, 3), (one) => one) || ' `atip list --refresh` looks for tools.';
  throw new CliError(
    EXIT.invalid,
    `No tool called ${JSON.stringify(name.slice(0, 80))} is known.${skippedHint(name, scan) || hint}`,
  );
}
