import type { AtipCommand, AtipTool } from '@atip/core';
import { stateCommands, unreadGroups } from '@atip/core/internal';
import { readKnownTools, orderByPath } from './known-tools.ts';
import { askUnchanged, readAnswer } from './probe-tool.ts';
import { type Asking, inParallel, settleSandbox } from './run-question.ts';
import { saveDiscovery } from './save-discovery.ts';
import {
  type FoundTool,
  type SkippedTool,
  TOO_LARGE,
  type ToolReading,
  documentText,
  isLeftOut,
  mergeLeftOut,
  readOverride,
  readToolDocument,
  skip,
} from '../documents/tool-document.ts';
import type { ToolScan } from '../documents/read-tool-directories.ts';
import { documentOf, placeOfProgram } from '../documents/trust-at.ts';
import { xdgPaths } from '../process/xdg-paths.ts';

/** Contains no comma, which separates names in the flag, and cannot be read as another flag. */
const ASKABLE = /^[A-Za-z0-9_][^,\s\0]{0,127}$/;

/**
 * Asks a tool that is known by its overview for some top-level commands, `--commands=a,b`.
 * @returns the tool with these commands; unchanged if it is complete
 * @see ATIP 0.3 §3.1.1
 */
export async function loadCommands(found: FoundTool, names: readonly string[], asking: Asking): Promise<ToolReading> {
  const { tool, executable, source } = found;
  if (tool.partial !== true || executable === undefined || names.length === 0) return { found };
  const unknown = names.find((name) => !Object.hasOwn(tool.commands ?? {}, name) || !ASKABLE.test(name));
  if (unknown !== undefined) {
    return skip(source, 'failed', `${JSON.stringify(unknown.slice(0, 80))} is not a command of its overview.`);
  }
  const question = ['--agent', `--commands=${names.join(',')}`];
  const reading = await askUnchanged(executable, asking, async (identity, settled): Promise<ToolReading> => {
    if (identity.hash === executable.hash) return readAnswer(executable, identity, question, settled);
    return skip(source, 'changed', 'It was replaced since it was discovered. Discover it again.');
  });
  if (reading.found === undefined) return reading;
  const merged = mergeExcerpt(documentOf(found), documentOf(reading.found), names);
  if (merged === undefined) {
    return skip(source, 'failed', 'Asked for some of its commands, it answered with something else.');
  }
  // Valid parts may be too large together, or give two commands one name.
  const kept = documentText(merged);
  if (kept.isTooLarge) return skip(source, 'too-large', TOO_LARGE);
  const place = await placeOfProgram(executable.foundAs);
  const whole = readToolDocument(kept.text, merged.name, { origin: found.origin, source, place });
  return whole.found ? { found: { ...found, ...whole.found } } : whole;
}

/**
 * Merges the commands of an excerpt into an overview. @returns undefined for another tool or version, or if a command
 * is missing.
 */
function mergeExcerpt(overview: AtipTool, excerpt: AtipTool, names: readonly string[]): AtipTool | undefined {
  if (excerpt.name !== overview.name || excerpt.version !== overview.version) return undefined;
  const commands: Record<string, AtipCommand> = { ...overview.commands };
  for (const name of names) {
    const command = excerpt.commands && Object.hasOwn(excerpt.commands, name) ? excerpt.commands[name] : undefined;
    if (command !== undefined) commands[name] = command;
    else if (isLeftOut(excerpt, name)) delete commands[name];
    else return undefined;
  }
  const { includedCommands: _counted, ...rest } = overview;
  const merged: AtipTool = { ...rest, ...mergeLeftOut(overview, excerpt), commands };
  if (hasOmissions(merged) || !isCutByDepthAlone(overview) || isCutOtherwise(excerpt)) {
    // The result stays an overview, in which these commands must not count as groups.
    for (const name of names) if (commands[name]) commands[name] = stateCommands(commands[name]);
    return merged;
  }
  const { partial, filter, totalCommands, omitted, ...whole } = merged;
  return whole;
}

/** True if only the depth limit left commands out: then the group of every omitted command has a mark. */
function isCutByDepthAlone({ filter, omitted }: AtipTool): boolean {
  return typeof filter?.depth === 'number' && !filter.commands && !isCutOtherwise({ omitted });
}

function isCutOtherwise({ omitted }: { readonly omitted?: AtipTool['omitted'] | undefined }): boolean {
  return omitted !== undefined && omitted.reason !== 'depth-limited' && omitted.reason !== 'filtered';
}

function hasOmissions(node: Pick<AtipCommand, 'commands' | 'x-omitted-commands'>): boolean {
  if (node['x-omitted-commands'] !== undefined) return true;
  return Object.values(node.commands ?? {}).some(hasOmissions);
}

/** The settings for completing overviews. Without the caller's sandbox one is made on the first question. */
export interface LoadSettings extends Omit<Asking, 'env'> {
  /** First-level commands needed from a tool; `undefined`: all of its commands. Absent: all, for every tool. */
  readonly wanted?: (tool: AtipTool) => readonly string[] | undefined;
  /** True for tools that a person named; these are asked even without a working sandbox. Absent: false for all. */
  readonly named?: (name: string) => boolean;
  /** Absent: the system's. */
  readonly clock?: () => Date;
}

/** The groups of a tool that may contain these compiled names, for `wanted`. Names are looked up, never split. */
export function groupsOf(names: readonly string[]): (tool: AtipTool) => readonly string[] {
  const plain = (words: string): string => words.replace(/[^A-Za-z0-9_-]/g, '_');
  return ({ name: tool, commands = {} }) =>
    Object.keys(commands).filter((key) => names.some((name) => `${name}_`.startsWith(`${plain(`${tool}_${key}`)}_`)));
}

/** The first-level commands with omitted subcommands that the program can be asked for. */
export function unreadOf({ tool, executable }: FoundTool): readonly string[] {
  if (tool.partial !== true || executable === undefined) return [];
  return [...new Set(unreadGroups(tool).flatMap(([first = '']) => (ASKABLE.test(first) ? [first] : [])))];
}

/**
 * Asks the tools that are known by their overview for the wanted commands, and saves the answers. Limits: without a
 * working sandbox only a program that a person named is asked. @returns the tools in their order, unanswered ones
 * unchanged, with the reasons
 * @see ATIP 0.3 §3.1.1
 */
export async function loadAnswers(
  answers: readonly FoundTool[],
  { wanted, named, clock = () => new Date(), ...asking }: LoadSettings & Asking,
): Promise<ToolScan> {
  const gaps = new Map(
    answers.map((found) => {
      const names = wanted?.(found.tool);
      return [found, unreadOf(found).filter((name) => names?.includes(name) ?? true)];
    }),
  );
  const asked = answers.filter((found) => (gaps.get(found) ?? []).length > 0);
  if (asked.length === 0) return { found: answers, skipped: [] };
  const { settled } = await settleSandbox(asking);
  const results = new Map<FoundTool, ToolReading>();
  await inParallel(asked, async (found) => {
    const isNamed = named?.(found.tool.name) === true;
    const allowed = settled ?? (isNamed ? { ...asking, sandbox: 'off' as const } : undefined);
    const answer = allowed ? await loadCommands(found, gaps.get(found) ?? [], allowed) : noSandbox(found);
    results.set(found, answer);
  });
  const answered = [...results].flatMap(([before, { found }]) => (found && found !== before ? [found] : []));
  const discovery = { answered, canonical: [], gone: new Set<string>() };
  const unsaved = await saveDiscovery(xdgPaths(asking.env), discovery, clock());
  const refused = [...results].flatMap(([before, { skipped }]) => (skipped ? [aboutCommands(before, skipped)] : []));
  return { found: answers.map((one) => results.get(one)?.found ?? one), skipped: [...refused, ...unsaved] };
}

function noSandbox({ source }: FoundTool): ToolReading {
  const reason =
    'It may have more commands, but no sandbox works here to ask it in. Name it to have it asked all the same.';
  return skip(source, 'no-sandbox', reason);
}

function aboutCommands({ tool }: FoundTool, { reason, ...skipped }: SkippedTool): SkippedTool {
  return { ...skipped, reason: `Not all commands of ${tool.name} could be read. ${reason}` };
}

/**
 * Asks a discovered tool for top-level commands that its overview omits, and saves them. @returns the tool with the
 * user's override, even if saving failed
 * @see ATIP 0.3 §3.1.1
 */
export async function discoverCommands(
  name: string,
  commands: readonly string[],
  asking: Asking,
): Promise<ToolReading> {
  const paths = xdgPaths(asking.env);
  const known = await readKnownTools(paths);
  const answer = orderByPath([...known.answers.values()], asking.env).find(({ found }) => found.tool.name === name);
  if (answer === undefined)
    return skip(name, 'missing', 'No program of that name has been discovered. Discover it first.');
  const { found, skipped } = await loadAnswers([answer.found], { ...asking, wanted: () => commands });
  const [refused] = skipped.filter(({ code }) => code !== 'not-saved');
  const [loaded = answer.found] = found;
  return refused ? { skipped: refused } : readOverride(loaded, paths.overrides);
}
