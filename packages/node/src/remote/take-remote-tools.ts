import type { FoundTool, SkippedTool, ToolReading } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { type DocumentRoom, documentRoom } from './document-room.ts';
import { type DocumentSettings, fetchDocuments } from './fetch-documents.ts';
import { dropDocuments } from './kept-documents.ts';
import { readKept, readRemoteTools, unusableSetting } from './read-remote-tools.ts';
import { type IndexState, refreshIndex, systemProblem } from './refresh-index.ts';
import type { RemoteAddress } from './remote-address.ts';
import { remoteFiles, takenFile } from './remote-files.ts';
import { readRemoteSetting } from './remote-setting.ts';
import { forgetTakenTools, loadTakenTools, saveTakenTools, type TakenTool, type TakenTools } from './taken-tools.ts';

/** A program that was read and has no marker. */
export interface PlainProgram {
  readonly path: string;
  readonly stamp: string;
}

export interface TakeSettings {
  readonly env: Environment;
  /** Address, or `off`. Absent: `ATIP_REGISTRY` says; where that is not set either, nothing is fetched. */
  readonly registry?: string | undefined;
  /** Programs of the PATH that cannot describe themselves, by name. No other name is ever looked for. */
  readonly programs: ReadonlyMap<string, PlainProgram>;
  /** Names that somebody else describes. */
  readonly described: ReadonlySet<string>;
  readonly refresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => Date;
}

/** What a scan had from a registry. */
export interface RemoteReport {
  readonly url: string;
  readonly host: string;
  readonly index: IndexState;
  /** When `index` is `kept`: since when, by the clock of this machine, ISO 8601. */
  readonly keptAt?: string;
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
 * The last step of discovery: what nobody else describes, a registry may.
 *
 * It adds descriptions of programs that are here and say nothing of themselves. It cannot change what another source
 * says, which program a name means, or bring names that are no programs. What it gave is kept for `readRemoteTools`.
 * @throws the signal's reason once it is aborted.
 */
export async function takeRemoteTools(settings: TakeSettings): Promise<TakenReadings> {
  const { env, registry, described } = settings;
  const setting = readRemoteSetting(env, registry);
  if (setting.kind === 'unset') return { readings: await readRemoteTools(env, described) };
  if (setting.kind === 'unusable') return { readings: [unusableSetting(setting.problem)] };
  if (setting.kind === 'off') return { readings: await forget(env) };
  return takeFrom(setting.address, settings);
}

async function forget(env: Environment): Promise<ToolReading[]> {
  const file = takenFile(xdgPaths(env));
  return (await keeping(file, () => forgetTakenTools(file))).map((skipped) => ({ skipped }));
}

async function takeFrom(address: RemoteAddress, settings: TakeSettings): Promise<TakenReadings> {
  const { env, programs, described, refresh, signal, now } = settings;
  const { index: file, documents, taken } = remoteFiles(xdgPaths(env), address.url);
  const refreshed = await refreshIndex(address, { file, refresh, signal, now });
  const { state, index, keptAt } = refreshed;
  const wanted = [...(index?.tools ?? [])].filter(([name]) => programs.has(name) && !described.has(name));
  const online = state === 'fetched' || state === 'unchanged';
  const room = documentRoom();
  const fetching: DocumentSettings = { address, documents, env, room, online, signal };
  const { found, skipped, fetched } = await fetchDocuments(wanted, fetching);
  const missing = new Set(wanted.map(([name]) => name).filter((name) => !found.some(({ tool }) => tool.name === name)));
  const earlier = await readEarlier({ address, room }, settings, index === undefined ? undefined : missing);
  const all = [...found, ...earlier.found];
  const tools = new Map(all.flatMap(({ tool: { name }, hash }) => takenOf(name, hash, programs)));
  const notSaved = await keeping(taken, async () => {
    await saveTakenTools(taken, { registry: address.url, tools });
    const needed = new Set([...tools.values()].map(({ sha256 }) => sha256));
    await dropDocuments(documents, needed, now().getTime());
  });
  return {
    readings: [
      ...all.map((one): ToolReading => ({ found: one })),
      ...[...refreshed.skipped, ...skipped, ...earlier.skipped, ...notSaved].map(
        (one): ToolReading => ({ skipped: one }),
      ),
    ],
    report: {
      url: address.url,
      host: address.host,
      index: state,
      ...(keptAt !== undefined && { keptAt }),
      tools: all.length,
      fetched,
    },
  };
}

function takenOf(name: string, hash: FoundTool['hash'], programs: TakeSettings['programs']): [string, TakenTool][] {
  const program = programs.get(name);
  const sha256 = hash.slice('sha256:'.length);
  return program === undefined ? [] : [[name, { sha256, path: program.path, stamp: program.stamp }]];
}

/**
 * What an earlier scan took, where this one could not get what the index names now.
 *
 * @param names absent: all, since there is no index.
 */
async function readEarlier(
  { address, room }: { readonly address: RemoteAddress; readonly room: DocumentRoom },
  { env, programs, described }: TakeSettings,
  names: ReadonlySet<string> | undefined,
): Promise<{ readonly found: readonly FoundTool[]; readonly skipped: readonly SkippedTool[] }> {
  const { earlier, skipped } = await loadEarlier(takenFile(xdgPaths(env)));
  const found: FoundTool[] = [];
  if (earlier?.registry !== address.url) return { found, skipped };
  for (const [name, tool] of earlier.tools) {
    const program = programs.get(name);
    const isSame = program?.path === tool.path && program.stamp === tool.stamp;
    if (!isSame || described.has(name) || names?.has(name) === false) continue;
    const reading = await readKept(name, tool, { address, env, room });
    if (reading.found) found.push(reading.found);
  }
  return { found, skipped };
}

async function loadEarlier(
  file: string,
): Promise<{ readonly earlier?: TakenTools; readonly skipped: readonly SkippedTool[] }> {
  try {
    const earlier = await loadTakenTools(file);
    return { skipped: [], ...(earlier && { earlier }) };
  } catch (error) {
    return { skipped: [systemProblem(file, 'unreadable', error)] };
  }
}

async function keeping(file: string, act: () => Promise<void>): Promise<SkippedTool[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return [systemProblem(file, 'not-saved', error)];
  }
}
