import { appendFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { systemErrorCode } from '../files/system-error.ts';

/**
 * Finds when a log was begun, in a list that stands apart from all logs: one line of JSON for each, with its `log` and `begun`.
 *
 * @param list absolute.
 * @param log absolute.
 * @returns undefined when the list is missing or does not name the log.
 * @throws the system's error when the list cannot be read.
 */
export async function whenBegun(list: string, log: string): Promise<string | undefined> {
  for (const line of (await readList(list)).split('\n')) {
    const { log: named, begun } = parse(line);
    if (named === log) return typeof begun === 'string' ? begun : 'an unknown time';
  }
  return undefined;
}

/**
 * Notes that a log was begun, unless the list names it.
 *
 * Where the list cannot be written, the log goes on without: `verifyAuditLog` tells that it is not listed.
 */
export async function noteBegun(list: string, log: string, time: Date): Promise<void> {
  try {
    if ((await whenBegun(list, log)) !== undefined) return;
    await ensureDirectory(dirname(list));
    await appendFile(list, `${JSON.stringify({ log, begun: time.toISOString() })}\n`, { mode: 0o600 });
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
  }
}

async function readList(list: string): Promise<string> {
  try {
    return await readFile(list, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return '';
    throw error;
  }
}

/** A line of something else names no log. */
function parse(line: string): { readonly log?: unknown; readonly begun?: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
