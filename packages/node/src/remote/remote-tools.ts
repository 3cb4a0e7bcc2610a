import { isRecord } from '@atip/core/internal';
import { dirname, join } from 'node:path';
import { rm } from 'node:fs/promises';
import { SAFE_NAME, type SkippedTool, skip, type ToolReading } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { readStamp } from '../executables/executable-identity.ts';
import { createExecutableFinder } from '../executables/find-executable.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { parseRemoteAddress, type RemoteAddress, readRemoteSetting } from './remote-address.ts';
import { type BroughtDocument, fetchDocuments, MAX_DOCUMENTS, readRemoteDocument } from './remote-documents.ts';
import { digestOf, fetchIndex } from './remote-index.ts';

/** A program that was read and has no marker. */
export interface PlainProgram {
  readonly path: string;
  /** With another stamp the program may describe itself by now. */
  readonly stamp: string;
}

interface TakeSettings {
  readonly env: Environment;
  /** Address, or `off`. Absent: `ATIP_REGISTRY` says; where that is not set either, nothing is fetched. */
  readonly registry?: string | undefined;
  /** Programs of the PATH that cannot describe themselves, by name. No other name is ever looked for. */
  readonly programs: ReadonlyMap<string, PlainProgram>;
  /** Names that somebody else describes. */
  readonly described: ReadonlySet<string>;
  readonly signal?: AbortSignal | undefined;
}

/** What a scan had from a registry. */
export interface RemoteReport {
  readonly url: string;
  readonly host: string;
  /** `unreadable`: what an earlier scan took from the registry counts. */
  readonly index: 'fetched' | 'unreadable';
  /** Tools that only it describes. */
  readonly tools: number;
  /** Documents that came over the network for that. */
  readonly fetched: number;
}

export interface TakenReadings {
  readonly readings: readonly ToolReading[];
  /** Absent: no registry was asked. */
  readonly report?: RemoteReport;
}

/**
 * The last step of discovery: a registry may describe what nothing else describes.
 *
 * It adds descriptions of programs that are here and say nothing of themselves. It cannot change what another source
 * says, which program a name means, or bring names that are no programs. `readRemoteTools` reads what it took.
 * @throws the signal's reason once it is aborted.
 */
export async function takeRemoteTools(settings: TakeSettings): Promise<TakenReadings> {
  const { env, registry, described } = settings;
  const setting = readRemoteSetting(env, registry);
  if (setting.kind === 'unset') return { readings: await readRemoteTools(env, described) };
  if (setting.kind === 'unusable') return { readings: [unusableSetting(setting.problem)] };
  if (setting.kind === 'at') return takeFrom(setting.address, settings);
  const file = takenFile(env);
  return { readings: (await keeping(file, 'not-saved', () => rm(file, { force: true }))).problems };
}

async function takeFrom(
  address: RemoteAddress,
  { env, programs, described, signal }: TakeSettings,
): Promise<TakenReadings> {
  const file = takenFile(env);
  const loaded = await keeping(file, 'unreadable', () => loadTaken(file));
  const earlier = loaded.value?.registry === address.url ? loaded.value.tools : new Map<string, TakenTool>();
  const index = await fetchIndex(address, signal);
  const isOpen = (name: string): boolean => programs.has(name) && !described.has(name);
  const wanted = typeof index === 'string' ? [] : [...index.tools].filter(([name]) => isOpen(name));
  const kept = new Map([...earlier.values()].map(({ sha256, text }) => [sha256, text]));
  const brought = await fetchDocuments(wanted, { address, kept, signal });
  const tools = takenOf(brought, programs);
  // Where the index, or a document that it names, cannot be had, that of an earlier scan stays.
  for (const [name, tool] of earlier) {
    const program = programs.get(name);
    const isSame = program?.path === tool.path && program.stamp === tool.stamp;
    const isNamed = typeof index === 'string' || index.tools.has(name);
    if (isSame && isNamed && isOpen(name) && !tools.has(name)) tools.set(name, tool);
  }
  const saved = await keeping(file, 'not-saved', () => saveTaken(file, { registry: address.url, tools }));
  const found = [...tools].map(([name, tool]) => readRemoteDocument(tool.text, name, { address, ...tool }));
  const url = `${address.url}/index.json`;
  return {
    readings: [
      ...found.sort((one, other) => ((one.found?.tool.name ?? '') < (other.found?.tool.name ?? '') ? -1 : 1)),
      ...indexProblems(index, url, earlier.size > 0),
      ...brought.flatMap(({ reading }) => (reading.skipped ? [reading] : [])),
      ...loaded.problems,
      ...saved.problems,
    ],
    report: {
      ...{ url: address.url, host: address.host, index: typeof index === 'string' ? 'unreadable' : 'fetched' },
      tools: tools.size,
      fetched: brought.filter(({ isNew }) => isNew).length,
    },
  };
}

function indexProblems(index: Awaited<ReturnType<typeof fetchIndex>>, url: string, hasEarlier: boolean): ToolReading[] {
  if (typeof index === 'string') {
    const instead = hasEarlier ? 'What was taken from it before counts instead.' : 'Nothing of it is kept.';
    return [skip(url, 'registry-unreadable', `${index} ${instead}`)];
  }
  if (index.dropped === 0) return [];
  return [skip(url, 'registry-index', `${index.dropped} of its entries cannot be read and do not count.`)];
}

function takenOf(brought: readonly BroughtDocument[], programs: TakeSettings['programs']): Map<string, TakenTool> {
  const tools = new Map<string, TakenTool>();
  for (const { reading, text } of brought) {
    const program = reading.found && programs.get(reading.found.tool.name);
    if (program && text !== undefined) {
      const { path, stamp } = program;
      tools.set(reading.found.tool.name, { path, stamp, text, sha256: digestOf(text) });
    }
  }
  return tools;
}

/** Does something with a file of the cache, which is of use and not needed. @throws any error that does not come from the system. */
async function keeping<Value>(
  file: string,
  code: 'unreadable' | 'not-saved',
  act: () => Promise<Value>,
): Promise<{ readonly value?: Value; readonly problems: { readonly skipped: SkippedTool }[] }> {
  try {
    return { value: await act(), problems: [] };
  } catch (error) {
    const system = systemErrorCode(error);
    if (system === undefined) throw error;
    const reason = `What a registry says is not kept: ${describeSystemError(system)} (${system}).`;
    return { problems: [skip(file, code, reason)] };
  }
}

/**
 * Describes programs by what the last scan took from a registry; fetches nothing.
 *
 * A description holds while its name means the same program in the same state: another one may describe itself.
 * @param env with another `ATIP_REGISTRY`, or `off`, what was taken does not count.
 * @param described names that somebody else describes; a registry says nothing about those.
 */
export async function readRemoteTools(env: Environment, described: ReadonlySet<string>): Promise<ToolReading[]> {
  const file = takenFile(env);
  try {
    const taken = await loadTaken(file);
    return taken === undefined ? [] : await readTaken(taken, env, described);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    // A home that is a file has no cache.
    if (code === 'ENOTDIR') return [];
    return [skip(file, 'unreadable', `What a registry says cannot be read: ${describeSystemError(code)}.`)];
  }
}

async function readTaken(
  { registry, tools }: TakenTools,
  env: Environment,
  described: ReadonlySet<string>,
): Promise<ToolReading[]> {
  const setting = readRemoteSetting(env, undefined);
  if (setting.kind === 'unusable') return [unusableSetting(setting.problem)];
  const address = parseRemoteAddress(registry);
  const isOther = setting.kind === 'off' || (setting.kind === 'at' && setting.address.url !== registry);
  if (typeof address === 'string' || isOther) return [];
  const find = createExecutableFinder(env);
  const readings = [...tools].map(async ([name, tool]): Promise<ToolReading | undefined> => {
    const executable = described.has(name) ? null : await find(name);
    if (executable === null) return undefined;
    if (executable.path !== tool.path || (await stampNow(tool.path)) !== tool.stamp) {
      const reason = 'It was replaced since a registry was asked about it. Discover again.';
      return skip(executable.foundAs, 'changed', reason);
    }
    return readRemoteDocument(tool.text, name, { address, sha256: tool.sha256 });
  });
  return (await Promise.all(readings)).filter((reading) => reading !== undefined);
}

/** Says that `ATIP_REGISTRY` is of no use. */
function unusableSetting(problem: string): { readonly skipped: SkippedTool } {
  return skip('ATIP_REGISTRY', 'registry-address', problem);
}

/** @returns undefined for a program that is gone by now. */
async function stampNow(path: string): Promise<string | undefined> {
  try {
    return await readStamp(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** A program that only a registry describes, as it was when a scan found that out, with its document. */
interface TakenTool extends PlainProgram {
  readonly text: string;
  /** Of the text's bytes, checked. */
  readonly sha256: string;
}

/** What the last scan took from a registry, by name. */
interface TakenTools {
  readonly registry: string;
  readonly tools: ReadonlyMap<string, TakenTool>;
}

const TAKEN_VERSION = 2;
/** Bytes: of a document's text no character takes more than two in a string of JSON; the rest is for names and paths. */
const MAX_TAKEN_FILE: number = 3 * MAX_DOCUMENTS;

/** `…/agent-tools/remote/taken.json`, of whichever registry was asked last. */
function takenFile(env: Environment): string {
  return join(xdgPaths(env).cache, 'remote', 'taken.json');
}

/** @returns undefined when nothing was taken, or the file is not as it was written: the next scan fetches it again. */
async function loadTaken(file: string): Promise<TakenTools | undefined> {
  let value: unknown;
  try {
    const { bytes } = await readBoundedFile(file, MAX_TAKEN_FILE, 'refused');
    value = bytes && JSON.parse(decodeUtf8(bytes) ?? '');
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (!isRecord(value) || value['version'] !== TAKEN_VERSION) return undefined;
  const { registry, tools } = value;
  if (typeof registry !== 'string' || !Array.isArray(tools)) return undefined;
  return { registry, tools: new Map(tools.flatMap((tool: unknown) => readTakenTool(tool))) };
}

function readTakenTool(tool: unknown): [string, TakenTool][] {
  if (!isRecord(tool)) return [];
  const { name, sha256, path, stamp, text } = tool;
  if (typeof name !== 'string' || typeof path !== 'string' || typeof stamp !== 'string') return [];
  if (typeof text !== 'string' || digestOf(text) !== sha256) return [];
  return SAFE_NAME.test(name) ? [[name, { sha256, path, stamp, text }]] : [];
}

async function saveTaken(file: string, { registry, tools }: TakenTools): Promise<void> {
  const list = [...tools].map(([name, tool]) => ({ name, ...tool }));
  await ensureDirectory(dirname(file));
  await writeFileAtomically(file, JSON.stringify({ version: TAKEN_VERSION, registry, tools: list }));
}
