import type { AtipCommand, AtipTool } from '@atip/core';
import { readKnownTools, orderByPath } from './known-tools.ts';
import { type ProbeSettings, identifyProgram, readAnswer } from './probe-tool.ts';
import { settleSandbox } from './run-question.ts';
import { saveDiscovery } from './save-discovery.ts';
import { isLeftOut, mergeLeftOut } from '../documents/leave-out-hidden.ts';
import { readOverride } from '../documents/read-override.ts';
import {
  documentText,
  TOO_LARGE,
  type FoundTool,
  readToolDocument,
  skip,
  type ToolReading,
} from '../documents/tool-document.ts';
import { documentOf, placeOfProgram } from '../documents/trust-at.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { createExecutableIdentifier } from '../executables/executable-identity.ts';

/** No comma, which separates names in the flag, and nothing that a program could take for another flag. */
const ASKABLE = /^[A-Za-z0-9_][^,\s\0]{0,127}$/;

/**
 * Asks a tool that is known by its overview for some top-level commands, `--commands=a,b`.
 * @returns the tool with these commands; as it was, when it is known whole
 * @see ATIP 0.3 §3.1.1
 */
export async function loadCommands(
  found: FoundTool,
  names: readonly string[],
  settings: ProbeSettings,
): Promise<ToolReading> {
  const { tool, executable, source } = found;
  if (tool.partial !== true || executable === undefined || names.length === 0) return { found };
  const unknown = names.find((name) => !Object.hasOwn(tool.commands ?? {}, name) || !ASKABLE.test(name));
  if (unknown !== undefined) {
    return skip(source, 'failed', `${JSON.stringify(unknown.slice(0, 80))} is no command of its overview.`);
  }
  const { held, problem } = await settleSandbox(settings);
  if (held === undefined) return skip(source, 'no-sandbox', problem);
  const identify = createExecutableIdentifier();
  const now = await identifyProgram(executable, identify);
  if (now.skipped) return now;
  if (now.identity.hash !== executable.hash) {
    return skip(source, 'changed', 'It was replaced since it was discovered. Discover it again.');
  }
  const reading = await readAnswer(executable, now.identity, ['--agent', `--commands=${names.join(',')}`], held);
  if (reading.found === undefined) return reading;
  if ((await identifyProgram(executable, identify)).identity?.stamp !== now.identity.stamp) {
    return skip(source, 'changed', 'It was replaced while it was asked. Ask it again.');
  }
  const merged = mergeExcerpt(documentOf(found), documentOf(reading.found), names);
  if (merged === undefined) {
    return skip(source, 'failed', 'Asked for some of its commands, it answered with something else.');
  }
  // Parts that are in order each can be too much, or have one name for two commands, when they are together.
  const kept = documentText(merged);
  if (kept.isTooLarge) return skip(source, 'too-large', TOO_LARGE);
  const place = await placeOfProgram(executable.foundAs);
  const whole = readToolDocument(kept.text, merged.name, { origin: found.origin, source, place });
  return whole.found ? { found: { ...found, ...whole.found } } : whole;
}

/** Puts the commands of an excerpt into an overview. @returns undefined for another tool or version, or if one is missing. */
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
  if (hasOmissions(merged) || !isCutByDepthAlone(overview) || isCutOtherwise(excerpt)) return merged;
  const { partial, filter, totalCommands, omitted, ...whole } = merged;
  return whole;
}

/** Only then does every command that is left out have a mark on its group. */
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

/** Without a sandbox of the caller's one is made when the program has to be asked. */
interface DiscoverCommandsSettings extends ProbeSettings {
  /** Absent: the system's. */
  readonly clock?: () => Date;
  /** True: a person wants this program asked, also where no sandbox works. */
  readonly named?: boolean;
}

/**
 * Asks a discovered tool for top-level commands that its overview left out, and remembers them.
 * Limits: without a working sandbox only a program that a person named is asked.
 * @returns the tool with the user's override, also where it could not be remembered
 * @see ATIP 0.3 §3.1.1
 */
export async function discoverCommands(
  name: string,
  commands: readonly string[],
  settings: DiscoverCommandsSettings,
): Promise<ToolReading> {
  const paths = xdgPaths(settings.env);
  const known = await readKnownTools(paths);
  const answer = orderByPath([...known.answers.values()], settings.env).find(({ found }) => found.tool.name === name);
  if (answer === undefined)
    return skip(name, 'missing', 'No program of that name has been discovered. Discover it first.');
  const isAsked = answer.found.tool.partial === true && commands.length > 0;
  const settled = isAsked ? await settleSandbox(settings) : undefined;
  if (settled?.problem !== undefined && settings.named !== true) {
    const reason =
      'It may have more commands, but no sandbox works here to ask it in. Name it to have it asked all the same.';
    return skip(answer.found.source, 'no-sandbox', reason);
  }
  const reading = await loadCommands(answer.found, commands, settled?.held ?? { ...settings, sandbox: 'off' });
  if (reading.found === undefined) return reading;
  if (reading.found !== answer.found) {
    const discovery = {
      answered: [reading.found],
      canonical: [],
      gone: new Set<string>(),
    };
    await saveDiscovery(paths, discovery, (settings.clock ?? (() => new Date()))());
  }
  return readOverride(reading.found, paths.overrides);
}
