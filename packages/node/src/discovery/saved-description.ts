import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AtipTool, parseTool } from '@atip/core';
import { readTextFile } from '../documents/read-text-file.ts';
import { SAFE_NAME } from '../documents/safe-name.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import type { Environment } from '../environment/child-environment.ts';
import { readStamp } from '../executables/executable-identity.ts';
import type { Executable } from '../executables/find-executable.ts';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/**
 * Keeps what a program's help said of it, for as long as the program stays the same.
 *
 * @returns the file.
 * @throws the system's error when it cannot be written; RangeError for a tool that is no name of a file.
 */
export async function saveDescription(executable: Executable, tool: AtipTool, env: Environment): Promise<string> {
  if (!SAFE_NAME.test(tool.name)) throw new RangeError('The name of the tool cannot be the name of a file.');
  const directory = directoryOf(env);
  await ensureDirectory(directory);
  const file = join(directory, `${tool.name}.json`);
  const stamp = await readStamp(executable.path);
  await writeFileAtomically(file, `${JSON.stringify({ path: executable.path, stamp, tool })}\n`);
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
  if (kept === undefined || kept.path !== executable.path || kept.stamp !== (await readStamp(executable.path))) {
    return undefined;
  }
  const { tool } = parseTool(kept.tool);
  return tool?.name === name ? tool : undefined;
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

/** The names of which something was kept. */
export async function listDescriptions(env: Environment): Promise<readonly string[]> {
  try {
    const files = await readdir(directoryOf(env));
    return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  } catch (error) {
    // None was ever kept, or the home is one where nothing can be.
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return [];
    throw error;
  }
}

function directoryOf(env: Environment): string {
  return join(xdgPaths(env).cache, 'described');
}
