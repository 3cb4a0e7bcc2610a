import { type SkippedTool, skip, type ToolReading } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { readStamp } from '../executables/executable-identity.ts';
import { createExecutableFinder } from '../executables/find-executable.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { type DocumentRoom, documentRoom, NO_ROOM } from './document-room.ts';
import { readKeptDocument } from './kept-documents.ts';
import { readRemoteDocument } from './read-remote-document.ts';
import { parseRemoteAddress, type RemoteAddress } from './remote-address.ts';
import { remoteFiles, takenFile } from './remote-files.ts';
import { readRemoteSetting } from './remote-setting.ts';
import { loadTakenTools, type TakenTool, type TakenTools } from './taken-tools.ts';

/**
 * Describes programs by what the last scan took from a registry, with nothing fetched.
 *
 * A description holds while its name means the same program in the same state: another one may describe itself.
 * @param env with another `ATIP_REGISTRY`, or `off`, what was taken does not count.
 * @param described names that somebody else describes; a registry says nothing about those.
 */
export async function readRemoteTools(env: Environment, described: ReadonlySet<string>): Promise<ToolReading[]> {
  const file = takenFile(xdgPaths(env));
  try {
    const taken = await loadTakenTools(file);
    return taken === undefined ? [] : await readTaken(taken, env, described);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    // A home that is a file has no cache.
    if (code === 'ENOTDIR') return [];
    const reason = `What a registry says cannot be read: ${describeSystemError(code)}.`;
    return [skip(file, 'unreadable', reason)];
  }
}

async function readTaken({ registry, tools }: TakenTools, env: Environment, described: ReadonlySet<string>) {
  const setting = readRemoteSetting(env, undefined);
  if (setting.kind === 'unusable') return [unusableSetting(setting.problem)];
  const address = parseRemoteAddress(registry);
  const isOther = setting.kind === 'off' || (setting.kind === 'at' && setting.address.url !== registry);
  if (typeof address === 'string' || isOther) return [];
  const find = createExecutableFinder(env);
  const room = documentRoom();
  const readings = [...tools].map(async ([name, tool]): Promise<ToolReading | undefined> => {
    if (described.has(name)) return undefined;
    const executable = await find(name);
    if (executable === null) return undefined;
    if (executable.path !== tool.path || (await stampNow(tool.path)) !== tool.stamp) {
      const reason = 'It was replaced since a registry was asked about it. Discover again.';
      return skip(executable.foundAs, 'changed', reason);
    }
    return readKept(name, tool, { address, env, room });
  });
  return (await Promise.all(readings)).filter((reading) => reading !== undefined);
}

/** Reads the document of a tool from the cache. */
export async function readKept(
  name: string,
  { sha256 }: Pick<TakenTool, 'sha256'>,
  { address, env, room }: { readonly address: RemoteAddress; readonly env: Environment; readonly room: DocumentRoom },
): Promise<ToolReading> {
  const { documents } = remoteFiles(xdgPaths(env), address.url);
  const text = await readKeptDocument(documents, sha256);
  if (text !== undefined) {
    return room.take(Buffer.byteLength(text))
      ? readRemoteDocument(text, name, { address, sha256 })
      : skip(documents, 'registry-document', `${JSON.stringify(name)}: ${NO_ROOM}`);
  }
  return skip(documents, 'missing', `What the registry says of ${name} is no longer kept. Discover again.`);
}

/** Says that `ATIP_REGISTRY` is of no use. */
export function unusableSetting(problem: string): { readonly skipped: SkippedTool } {
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
