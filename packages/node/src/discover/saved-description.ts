import { isRecord } from '@atip/core/internal';
import { parseJson } from '../files/parse-json.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AtipTool, parseTool } from '@atip/core';
import { readTextFile } from '../documents/read-text-file.ts';
import { SAFE_NAME, MAX_TOOL_DOCUMENT, type SkippedTool, skip } from '../documents/tool-document.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { stampNow } from '../executables/executable-identity.ts';
import type { Executable } from '../executables/find-executable.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import { describeSystemError, unlessRefusedLater } from '../files/system-error.ts';

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
export async function listDescriptions(
  env: Environment,
): Promise<{ readonly names: readonly string[]; readonly skipped?: SkippedTool }> {
  const directory = directoryOf(env);
  const files = await unlessRefusedLater(readdir(directory), (code) => ({ code }));
  if ('code' in files) {
    // Nothing was ever saved, or this home cannot have such a directory.
    if (files.code === 'ENOENT' || files.code === 'ENOTDIR') return { names: [] };
    const reason = `What programs said of themselves cannot be read: ${describeSystemError(files.code)}.`;
    return { names: [], ...skip(directory, 'directory-unreadable', reason) };
  }
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  return { names: names.filter((name) => SAFE_NAME.test(name)) };
}

function directoryOf(env: Environment): string {
  return join(xdgPaths(env).cache, 'described');
}
