import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { quoteElement } from '../files/describe-effects.ts';
import { type Environment, searchPath } from '../process/child-environment.ts';
import { unlessRefusedLater } from '../files/system-error.ts';
import { checkWriters, createPathLocator, currentAccount } from './find-executable.ts';

/**
 * Explains in one sentence why no program can run: it is missing, not a file, not executable, or other users could have
 * put it on the PATH. Shape: `"notes"` → `There is no program "notes" on the PATH.`
 * @param program a bare name, or an absolute path, that was not found
 */
export async function explainMissing(program: string, env: Environment): Promise<string> {
  if (isAbsolute(program)) return (await explainPath(program)) ?? `${quoteElement(program)} is no program.`;
  const isName = !/[/\\\0]/.test(program) && !['', '.', '..'].includes(program);
  for (const directory of isName ? searchPath(env) : []) {
    const path = join(directory, program);
    const isThere = await unlessRefusedLater(lstat(path), () => undefined);
    if (isThere === undefined) continue;
    const reason = (await explainPath(path)) ?? refusalOf(path);
    if (reason !== undefined) return reason;
  }
  return `There is no program ${quoteElement(program)} on the PATH.`;
}

async function explainPath(path: string): Promise<string | undefined> {
  const name = quoteElement(path);
  const link = await unlessRefusedLater(lstat(path), (code) => code);
  if (typeof link === 'string') return link === 'EACCES' ? `${name} cannot be looked at.` : `${name} does not exist.`;
  const file = await unlessRefusedLater(stat(path), () => undefined);
  if (file === undefined) return `${name} is a link to nothing.`;
  if (!file.isFile()) return `${name} is ${file.isDirectory() ? 'a directory' : 'no file'}.`;
  return unlessRefusedLater(
    access(path, constants.X_OK).then(() => undefined),
    () => `${name} is not executable; chmod +x makes it so.`,
  );
}

function refusalOf(path: string): string | undefined {
  const account = currentAccount();
  if (account === null) return undefined;
  const located = createPathLocator(account)(path);
  const refusal = located.refusal ?? checkWriters(located.path, located.stats, account);
  return refusal && `${quoteElement(path)} is passed over, since others could change it. ${refusal.reason}`;
}
