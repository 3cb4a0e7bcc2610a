import { basename, join } from 'node:path';
import { type AtipTool, type PolicyRule, flattenCommands, parseTool } from '@atip/core';
import { createCatalog } from '@atip/core/execute';
import { idleRules, isRaised, isReadOnly, isRecord, mayHaveCommand, trustSourceOf } from '@atip/core/internal';
import { orderByPath, readKnownTools } from './known-tools.ts';
import { type InstalledVersions, lagsBehind, readInstalledVersions } from './installed-version.ts';
import { type LoadSettings, groupsOf, loadAnswers } from './load-commands.ts';
import { asFoundTool } from './probe-tool.ts';
import { underBetter } from './under-better.ts';
import {
  type BundledSelection,
  bundledTool,
  loadBundled,
  namesOf,
  readBundledShims,
  summarizeBundled,
} from './read-bundled-shims.ts';
import { type ToolScan, chooseTools, listJsonFiles } from '../documents/read-tool-directories.ts';
import {
  type FoundTool,
  MAX_TOOL_DOCUMENT,
  SAFE_NAME,
  type SignatureReport,
  type SkippedTool,
  type ToolReading,
  readOverride,
  readTextFile,
} from '../documents/tool-document.ts';
import { describeClaims } from '../documents/trust-at.ts';
import { createExecutableIdentifier, stampNow } from '../executables/executable-identity.ts';
import { type Executable, createExecutableFinder, findExecutable } from '../executables/find-executable.ts';

import { describeEffects } from '../files/describe-effects.ts';
import { parseJson } from '../files/read-bounded-file.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';

interface ToolSelection {
  /**
   * Reads only the documents of tools with these names: the registry, the names of files and the catalog's index give
   * the names. Absent: all.
   */
  readonly only?: ((name: string) => boolean) | undefined;
  /** Absent: all on the PATH. */
  readonly bundled?: BundledSelection | undefined;
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
  { only, bundled, load }: ToolSelection = {},
): Promise<ToolScan> {
  const { readings, skipped } = await readTools(env, { only, bundled, load });
  const scan = await assembleTools(readings, env);
  return { found: scan.found, skipped: [...skipped, ...scan.skipped] };
}

/** @returns the documents of all sources, most authoritative first, before one is chosen for each name */
async function readTools(
  env: Environment,
  { only, bundled, load }: ToolSelection,
): Promise<{ readonly readings: readonly ToolReading[]; readonly skipped: readonly SkippedTool[] }> {
  const known = await readKnownTools(xdgPaths(env), only);
  const answers = orderByPath([...known.answers.values()], env).map(({ found }) => found);
  const loaded = load && (await loadAnswers(answers.filter(isFirstOf(answers, only)), { ...load, env }));
  const complete = new Map(loaded?.found.map((found) => [found.source, found]));
  const answered = answers.map((found) => ({ found: complete.get(found.source) ?? found }));
  const canonical = [...known.canonical.values()].map(({ found }) => asFoundTool(found));
  const own = [...answered, ...orderByPath(canonical, env), ...known.tools, ...known.shims];
  const readings = [...own, ...(await readBundledShims(env, namesOf(own), only, bundled))];
  return { readings, skipped: [...known.skipped, ...(loaded?.skipped ?? [])] };
}

/** The facts about a tool that a list shows. */
export interface ToolSummary {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly origin: FoundTool['origin'];
  /** File or program that gave the document. */
  readonly source: string;
  /** Absent: it was not asked for, and the document was not read. */
  readonly hash: string | undefined;
  readonly trust: string;
  /** The trust that the document claims, if higher. No decision uses it. */
  readonly claims?: string | undefined;
  /** The signer, or why the signature does not count. Absent: no signature. */
  readonly signature?: SignatureReport | undefined;
  /** Known commands that can be called. */
  readonly commands: number;
  /** True: the tool has more commands than are known. */
  readonly partial: boolean;
  /** The effects of all commands, in words. */
  readonly may: string;
  /** Absolute path of the program. `null`: not on this machine. */
  readonly program: string | null;
  /** The version of the installed program, if it is known and newer than the one that the document describes. */
  readonly installed?: string | undefined;
}

/**
 * Lists the known tools as `listTools` does. For bundled documents that nothing on this machine changes it reads only
 * the catalog's index.
 * @param hasHashes false: a large document is not read only for its hash
 * @returns also the documents that were read
 */
export async function summarizeTools(
  env: Environment,
  hasHashes = true,
): Promise<ToolScan & { readonly tools: ToolSummary[] }> {
  const kind = hasHashes ? 'changed' : 'rewritten';
  const { readings, skipped } = await readTools(env, { bundled: kind });
  const scan = await assembleTools(readings, env);
  const find = createExecutableFinder(env);
  const tools = await Promise.all(scan.found.map((found) => summarizeTool(found, find)));
  const bundled = await summarizeBundled(namesOf(readings), env, find, kind);
  const versions = await readInstalledVersions(env);
  const dated = [...tools, ...bundled].map((tool) => withInstalled(tool, versions, find));
  return { tools: await Promise.all(dated), found: scan.found, skipped: [...skipped, ...scan.skipped] };
}

/** Adds the installed version to a summary if the bundled document describes an older one. */
export async function withInstalled(
  tool: ToolSummary,
  versions: InstalledVersions,
  find: (name: string) => Promise<Executable | null>,
): Promise<ToolSummary> {
  const program = tool.origin === 'bundled' ? await find(tool.name) : null;
  const installed = program && (await versions.of(program));
  return installed && lagsBehind(tool.version, installed) ? { ...tool, installed } : tool;
}

/** @param find the program of a name, for a document that did not come from one */
export async function summarizeTool(
  found: FoundTool,
  find: (name: string) => Promise<Executable | null>,
): Promise<ToolSummary> {
  const { tool, origin, source, signature } = found;
  const commands = flattenCommands(tool);
  const program = found.executable ?? (await find(tool.name));
  return {
    name: tool.name,
    version: tool.version,
    description: tool.description,
    origin,
    source,
    // Of a large bundled document it takes as long as reading it.
    get hash() {
      return found.hash;
    },
    trust: trustSourceOf(tool),
    claims: describeClaims(found) || undefined,
    signature,
    commands: commands.length,
    partial: tool.partial === true,
    may: describeEffects(
      commands.map(({ effects }) => effects),
      commands.every(({ effects }) => isReadOnly(effects)) && commands.some(({ metadata }) => isRaised(metadata)),
    ),
    program: program?.path ?? null,
  };
}

/**
 * Lists the tools that can have these commands, and reads only their documents. For an unknown name it lists all tools, so
 * that near names can be suggested.
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
function isFirstOf(answers: readonly FoundTool[], only: ToolSelection['only']): (found: FoundTool) => boolean {
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
  const listed = scan.found.find(({ tool }) => tool.name === name);
  // A bundled document is known without its program, and commands of plug-ins without the plug-in.
  const words = (listed && load?.wanted?.(listed.tool)) ?? [];
  const isWhole = words.every((word) => Object.hasOwn(listed?.tool.commands ?? {}, word));
  const isBundled = listed === undefined || listed.origin === 'bundled';
  const found = isBundled && !(listed && isWhole) ? ((await bundledTool(name, env, words)) ?? listed) : listed;
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

/** Loads the signature checker and the signers on the first signed document. */
function signatureChecker(env: Environment): (found: FoundTool) => Promise<FoundTool> {
  const load = once(async () => {
    const { raiseTrust } = await import('../trust/raise-trust.ts');
    const identify = createExecutableIdentifier();
    const signers = once(async () => (await import('../configuration/load-configuration.ts')).loadSigners(env));
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

/**
 * Saves the description from a program's help, valid while the program stays the same. @param described with the
 * program's stamp from before the questions.
 * @throws the system's error; RangeError for a tool that is too large or whose name cannot be a file name.
 */
export async function saveDescription(
  executable: Executable,
  { tool, stamp }: { readonly tool: AtipTool; readonly stamp: string },
  env: Environment,
): Promise<string> {
  if (!SAFE_NAME.test(tool.name)) throw new RangeError('The name of the tool cannot be the name of a file.');
  const text = `${JSON.stringify({ path: executable.path, stamp, tool })}\n`;
  if (Buffer.byteLength(text) > MAX_TOOL_DOCUMENT) throw new RangeError('It is too long to be read again.');
  const directory = directoryOf(env);
  await ensureDirectory(directory);
  const file = join(directory, `${tool.name}.json`);
  await writeFileAtomically(file, text);
  return file;
}

/** Reads the saved description of a program. @returns undefined when none exists, or the program has changed. */
export async function readDescription(
  name: string,
  executable: Executable,
  env: Environment,
): Promise<AtipTool | undefined> {
  const reading = await readTextFile(join(directoryOf(env), `${name}.json`));
  if ('skipped' in reading) return undefined;
  // A malformed file counts as missing: a description can be made again.
  const kept = parseJson(reading.text);
  if (!isRecord(kept) || kept['path'] !== executable.path) return undefined;
  if (kept['stamp'] !== (await stampNow(executable.path))) return undefined;
  const { tool } = parseTool(kept['tool']);
  return tool?.name === name ? tool : undefined;
}

/** Lists the programs with a saved description. @returns `skipped` when the directory cannot be read. */
export function listDescriptions(env: Environment): {
  readonly names: readonly string[];
  readonly skipped: readonly SkippedTool[];
} {
  const { paths, skipped } = listJsonFiles(directoryOf(env));
  return { names: paths.map((path) => basename(path, '.json')).filter((name) => SAFE_NAME.test(name)), skipped };
}

function directoryOf(env: Environment): string {
  return join(xdgPaths(env).cache, 'described');
}

/**
 * The rules that can never match: their program has no document and is not on this machine, their command is misspelt,
 * or its commands lack a parameter. A rule for a program without a document matches by its words.
 *
 * @param tools documents of this machine
 */
export async function idleHere(
  rules: readonly PolicyRule[],
  tools: readonly AtipTool[],
  env: Environment,
): Promise<ReturnType<typeof idleRules>> {
  const described = new Set(tools.map(({ name }) => name));
  const find = createExecutableFinder(env);
  const checked = idleRules(rules, tools).map(async (one) => {
    const rule = rules[one.index];
    const [program = ''] = rule?.run.split(' ') ?? [];
    if (described.has(program)) return [one];
    if (program.includes('/') || (await find(program))) return [];
    const bundled = await loadBundled(program, env);
    return bundled && rule && idleRules([rule], [bundled]).length === 0 ? [] : [one];
  });
  return (await Promise.all(checked)).flat();
}
