import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { ExecutionError, type ToolContext } from '@atip/core';
import { readToolContext } from '@atip/core/internal';
import { xdgPaths } from '../environment/xdg-paths.ts';
import type { Environment } from '../environment/child-environment.ts';
import { parseJson } from '../files/cache-file.ts';
import { withFileLock } from '../files/file-lock.ts';
import { decodeUtf8, readBoundedFile } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode, unlessMissing } from '../files/system-error.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';

/** Bytes; our own files are far shorter. */
const MAX_CONTEXT = 262_144;

/**
 * Reads a context that agents share by a file. @returns undefined without a file @throws ExecutionError with the reason
 * for a file that is no context, or that other users can write; the system's error
 * @see ATIP 0.3 §10.3
 */
export async function readContextFile(path: string): Promise<ToolContext | undefined> {
  const refuse = (why: string): never => {
    const what = `The context ${JSON.stringify(path)} ${why}. It was left as it is; name another file, or remove this one.`;
    throw new ExecutionError('The context is refused.', { detail: what });
  };
  const onStats = ({ uid, mode }: Stats): void => {
    const own = process.getuid?.();
    if (own !== undefined && uid !== own) refuse('belongs to another user');
    if (own !== undefined && (mode & 0o022) !== 0) refuse('can be written by others');
  };
  try {
    const reading = await unlessMissing(readBoundedFile(path, MAX_CONTEXT, 'refused', onStats));
    if (reading === undefined) return undefined;
    if (reading.refused === 'not-a-file') return refuse('is no regular file');
    if (reading.refused) return refuse(`is larger than ${MAX_CONTEXT} bytes`);
    const value = parseJson(decodeUtf8(reading.bytes) ?? '');
    if (value === undefined) return refuse('is not JSON');
    const context = readToolContext(value);
    return typeof context === 'string' ? refuse(context) : context;
  } catch (error) {
    if (error instanceof ExecutionError) throw error;
    const code = systemErrorCode(error);
    if (code === 'ELOOP' || code === 'EMLINK') return refuse('is a symbolic link');
    if (code === undefined) throw error;
    return refuse(`cannot be read: ${describeSystemError(code)}`);
  }
}

/**
 * Changes the context in a file, or creates it. Concurrent changes are all kept. Only its owner can read it. @throws
 * like `readContextFile`, and then writes nothing; LockTimeoutError
 */
export async function updateContextFile(
  path: string,
  change: (context: ToolContext | undefined) => ToolContext,
  env: Environment,
): Promise<void> {
  await withFileLock(join(xdgPaths(env).state, 'context.lock'), async () => {
    const toolContext = change(await readContextFile(path));
    await ensureDirectory(dirname(path));
    await writeFileAtomically(path, `${JSON.stringify({ toolContext }, null, 2)}\n`);
  });
}
