import { createCatalog, mayHaveCommand, mayReassure } from '@atip/core/internal';
import { readKnownTools, orderByPath } from './known-tools.ts';
import { groupsOf, type LoadSettings, loadAnswers } from './load-commands.ts';
import { asFoundTool } from './probe-tool.ts';
import { loadBundled, namesOf, readBundledShims, worseOf } from './read-bundled-shims.ts';
import { readOverride } from '../documents/read-override.ts';
import { type ToolScan, chooseTools } from '../documents/read-tool-directories.ts';
import type { FoundTool, SkippedTool, ToolReading } from '../documents/tool-document.ts';
import { placedAs } from '../documents/trust-at.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { createExecutableIdentifier } from '../executables/executable-identity.ts';
import { createExecutableFinder, type Executable, findExecutable } from '../executables/find-executable.ts';

export interface ListSettings {
  /**
   * Reads only the documents of tools with these names: the registry, the names of files and the catalog's index give
   * the names. Absent: all.
   */
  readonly only?: ((name: string) => boolean) | undefined;
  /** `described`: only bundled documents for programs whose help was saved. Absent: `all` on the PATH. */
  readonly bundled?: 'all' | 'described';
  /** Asks tools that are known by their overview for the rest. Absent: starts no program, and they stay overviews. */
  readonly load?: LoadSettings | undefined;
}

/**
 * Lists the known tools: discovered before, described in a directory, or by a bundled shim. Executes, writes and fetches nothing.
 *
 * A program that was replaced since it was discovered is skipped with the code `changed` until a scan asks it again.
 * @param env absent: ours
 * @see ATIP 0.3 §5.1
 * @example
 * import { listTools } from '@atip/node';
 *
 * const { found, skipped } = await listTools();
 */
export async function listTools(
  env: Environment = process.env,
  { only, bundled, load }: ListSettings = {},
): Promise<ToolScan> {
  const paths = xdgPaths(env);
  const known = await readKnownTools(paths, only);
  const answers = orderByPath([...known.answers.values()], env).map(({ found }) => found);
  const loaded = load && (await loadAnswers(answers.filter(isFirstOf(answers, only)), { ...load, env }));
  const complete = new Map(loaded?.found.map((found) => [found.source, found]));
  const answered = answers.map((found) => ({ found: complete.get(found.source) ?? found }));
  const canonical = [...known.canonical.values()].map(({ found }) => asFoundTool(found));
  const own = [...answered, ...orderByPath(canonical, env), ...known.tools, ...known.shims];
  const described = [...own, ...(await readBundledShims(env, namesOf(own), only, bundled))];
  const scan = await assembleTools(described, env);
  return { found: scan.found, skipped: [...known.skipped, ...(loaded?.skipped ?? []), ...scan.skipped] };
}

/**
 * Lists the tools that can have these commands, and reads only their documents. If a name is none of their commands, all
 * tools are listed, so that near names can be suggested.
 * @param names of commands, as compiled
 */
export async function listToolsWith(
  names: readonly string[],
  env: Environment,
  load?: LoadSettings,
): Promise<ToolScan> {
  const asking = load && { ...load, wanted: groupsOf(names) };
  const only = (tool: string): boolean => names.some((name) => mayHaveCommand(tool, name));
  const scan = await listTools(env, { only, load: asking });
  const commands = createCatalog(scan.found.map(({ tool }) => tool)).commands();
  return names.every((name) => commands.get(name)) ? scan : listTools(env, { load: asking });
}

/** Chooses the answers that count: the first program of each name, if its name is wanted. */
function isFirstOf(answers: readonly FoundTool[], only: ListSettings['only']): (found: FoundTool) => boolean {
  const first = new Map(answers.toReversed().map((found) => [found.tool.name, found]));
  return (found) => first.get(found.tool.name) === found && (only?.(found.tool.name) ?? true);
}

export interface ResolvedTool {
  readonly found: FoundTool;
  /** The program that would run: the one that answered, else the PATH's. `null`: it is not on this machine. */
  readonly executable: Executable | null;
  /** Why some of its commands were not read. */
  readonly skipped: readonly SkippedTool[];
}

/**
 * Looks up a tool by name, and the program that belongs to it.
 * @param load as of `listTools`
 * @returns null for an unknown name.
 * @example
 * ```ts
 * import { resolveTool } from '@atip/node';
 * const git = await resolveTool('git');
 * console.log(git?.found.tool.version, git?.executable?.path);
 * ```
 */
export async function resolveTool(
  name: string,
  env: Environment = process.env,
  load?: LoadSettings,
): Promise<ResolvedTool | null> {
  const scan = await listTools(env, { load, only: (one) => one === name });
  const found = scan.found.find(({ tool }) => tool.name === name);
  if (found === undefined) return null;
  const { executable, source } = found;
  const skipped = scan.skipped.filter((one) => one.source === source);
  return { found, executable: executable ?? (await findExecutable(name, env)), skipped };
}

/**
 * Chooses one document for each name, checks its signature if it has one, and applies the user's override.
 * @param readings most authoritative first
 * @see ATIP 0.3 §4, §5.1, §11.1
 */
export async function assembleTools(readings: readonly ToolReading[], env: Environment): Promise<ToolScan> {
  const { overrides } = xdgPaths(env);
  const chosen = chooseTools(readings);
  const found: FoundTool[] = [];
  const skipped: SkippedTool[] = [...chosen.skipped];
  const raise = signatureChecker(env);
  for (const tool of chosen.found) {
    const raised = tool.signed === undefined ? tool : await raise(tool);
    const reading = await readOverride(await underBetter(raised, readings, env), overrides);
    if (reading.found) found.push(reading.found);
    else skipped.push(reading.skipped);
  }
  return { found, skipped };
}

/**
 * A document that a person saved for a program which a better source describes only adds harm to that source's
 * statements, and the trust stays the source's.
 */
async function underBetter(found: FoundTool, readings: readonly ToolReading[], env: Environment): Promise<FoundTool> {
  const { tool, origin } = found;
  if (origin === 'bundled' || mayReassure(tool)) return found;
  const others = readings.flatMap((one) => (one.found?.tool.name === tool.name ? [one.found.tool] : []));
  const better = others.find(mayReassure) ?? (await loadBundled(tool.name, env));
  return better === undefined ? found : { ...found, tool: placedAs(better, worseOf(tool, better)) };
}

/** Loads the signature checker and the signers on the first signed document. */
function signatureChecker(env: Environment): (found: FoundTool) => Promise<FoundTool> {
  const load = once(async () => {
    const { raiseTrust } = await import('../trust/raise-trust.ts');
    const identify = createExecutableIdentifier();
    const signers = once(async () => (await import('../configuration/load-signers.ts')).loadSigners(env));
    return { raiseTrust, machine: { signers, find: createExecutableFinder(env), identify } };
  });
  return async (found) => {
    const { raiseTrust, machine } = await load();
    return raiseTrust(found, machine);
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
