import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { pageOriginProblem } from '../guard/page-origin.ts';
import type { ServeOptions } from './serve-companion.ts';
import { ServeError } from './serve-error.ts';
import type { ServeHost } from './serve-host.ts';

/** @throws ServeError `usage` for the first option that cannot be meant, or not in this process. */
export async function checkServeOptions(options: ServeOptions, { stdin }: Pick<ServeHost, 'stdin'>): Promise<void> {
  const { cwd, bind, confirm, allowOrigins = [], writableRoots = [] } = options;
  await assertDirectory('--cwd', cwd);
  for (const root of writableRoots) await assertDirectory('--writable', root);
  if (confirm === 'terminal' && stdin?.isTTY !== true) {
    throw usage('--confirm terminal asks at a terminal, and standard input is none. Leave it out, and the page asks.');
  }
  // A zone, as in fe80::1%eth0, has no place in the address bar of a browser.
  if (bind !== undefined && (isIP(bind) === 0 || bind.includes('%'))) {
    throw usage('--dangerously-bind must be an IP address, such as 192.168.1.5; 0.0.0.0 and :: mean every interface.');
  }
  for (const origin of allowOrigins) {
    const problem = pageOriginProblem(origin);
    if (problem !== undefined) throw usage(`--allow-origin ${JSON.stringify(origin)} is refused. ${problem}`);
  }
}

async function assertDirectory(option: string, path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw usage(`${option} must name a directory, and ${path} is none.`);
}

function usage(message: string): ServeError {
  return new ServeError('usage', message);
}
