import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';

/**
 * The directory in which calls run, absolute.
 *
 * @param named what `--cwd` says. Absent: the current one.
 * @throws CliError `usage` when it names none
 */
export async function callDirectory(named: string | undefined, { cwd }: Pick<CliHost, 'cwd'>): Promise<string> {
  if (named === undefined) return cwd;
  const path = resolve(cwd, named);
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw new CliError(EXIT.usage, `--cwd must name a directory, and ${path} is none.`);
  return path;
}
