import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AtipTool, parseTool } from '@atip/core';
import { readTextFile } from '../documents/read-text-file.ts';
import { SAFE_NAME, MAX_TOOL_DOCUMENT, type SkippedTool, skip } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { readStamp } from '../executables/executable-identity.ts';
import type { Executable } from '../executables/find-executable.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';

/**
 * Keeps what a program's help said of it, for as long as the program stays the same.
 *
 * @param described with the program's stamp from before it was asked: one that was replaced meanwhile said it of another.
 * @returns the file.
 * @throws the system's error when it cannot be written; RangeError for a tool whose name cannot be that of a file, or that is larger than a
 * document may be.
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

/** What was kept about a program. @returns undefined when nothing was, or the program is another now. */
export async function readDescription(
  name: string,
  executable: Executable,
  env: Environment,
): Promise<AtipTool | undefined> {
  const reading = await readTextFile(join(directoryOf(env), `${name}.json`));
  if ('skipped' in reading) return undefined;
  const kept = parseKept(reading.text);
  if (kept === undefined || kept.path !== executable.path || kept.stamp !== (await stampNow(executable)))
    return undefined;
  const { tool } = parseTool(kept.tool);
  return tool?.name === name ? tool : undefined;
}

/** @returns undefined for a program that is gone by now. */
async function stampNow({ path }: Executable): Promise<string | undefined> {
  try {
    return await readStamp(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** @returns undefined for what is not as we write it: a description can be made again. */
function parseKept(
  text: string,
): { readonly path: unknown; readonly stamp: unknown; readonly tool: unknown } | undefined {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof kept !== 'object' || kept === null || !('path' in kept && 'stamp' in kept && 'tool' in kept))
    return undefined;
  return kept;
}

/**
 * The names of which something was kept.
 *
 * @returns `skipped` when the directory is there and cannot be read: the other tools are no worse for it.
 */
export async function listDescriptions(
  env: Environment,
): Promise<{ readonly names: readonly string[]; readonly skipped?: SkippedTool }> {
  const directory = directoryOf(env);
  try {
    const files = await readdir(directory);
    const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
    return { names: names.filter((name) => SAFE_NAME.test(name)) };
  } catch (error) {
    // None was ever kept, or the home is one where nothing can be.
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { names: [] };
    const reason = `What programs said of themselves cannot be read: ${describeSystemError(code)}.`;
    return { names: [], ...skip(directory, 'directory-unreadable', reason) };
  }
}

function directoryOf(env: Environment): string {
  return join(xdgPaths(env).cache, 'described');
}
