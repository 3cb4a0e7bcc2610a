import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { rolldown } from 'rolldown';

/** A program of this bench that listens. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** The next line that it writes on stdout. */
  nextLine(): Promise<string>;
  /** Ends it and waits for that. */
  stop(): Promise<void>;
}

/** A companion that answers to its token. */
export interface CompanionProcess extends ServerProcess {
  readonly token: string;
}

const SOURCES = ['core', 'share', 'node', 'mcp'].map((name): [string, string] => [
  `@atip/${name}`,
  resolve(`packages/${name}/src/index.ts`),
]);

/** Where the bundle lies as `dist` does in its package: the companion reads its version beside it. */
const PLACE = resolve('node_modules/.cache/bench/companion');

/**
 * Starts a companion from the sources, bundled, in a process of its own.
 *
 * @param env the whole environment of the process; the registry and the audit log follow from it.
 * @param cwd directory in which calls run.
 */
export async function startCompanionProcess(
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<CompanionProcess> {
  mkdirSync(PLACE, { recursive: true });
  copyFileSync(resolve('server/package.json'), join(PLACE, 'package.json'));
  const script = await bundle('tests/bench/companion-launcher.ts', join(PLACE, 'dist/companion.mjs'));
  const started = await startServer(['--expose-gc', script], env, cwd);
  const { link, ...server } = started;
  const response = await fetch(`${link.origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: link.hash.slice('#k='.length) }),
  });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'token' in answer)
    return { ...server, token: String(answer.token) };
  throw new Error(`The companion gave no token: ${response.status}`);
}

/** Starts the bare Hono route in a process of its own. @param file what it answers with. */
export async function startBareRoute(file: string, cwd: string): Promise<ServerProcess> {
  const script = await bundle('tests/bench/companion-bare-route.ts', join(PLACE, 'dist/bare-route.mjs'));
  return startServer(['--expose-gc', script, file], { PATH: process.env['PATH'] ?? '' }, cwd);
}

async function bundle(input: string, file: string): Promise<string> {
  const made = await rolldown({
    input: resolve(input),
    platform: 'node',
    external: (id) => !/^([./]|@atip\/)/.test(id),
    resolve: { alias: { ...Object.fromEntries(SOURCES), '@atip/companion': resolve('server/src/index.ts') } },
  });
  await made.write({ file, format: 'esm', codeSplitting: false });
  await made.close();
  return file;
}

/** Starts a Node that writes its address on its first line, as companions do. @param args for node. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<ServerProcess & { readonly link: URL }> {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const nextLine = (): Promise<string> =>
    new Promise((done, reject) => {
      const ended = (): void => reject(new Error(`${args.join(' ')} ended early.`));
      child.once('exit', ended);
      lines.once('line', (line) => {
        child.off('exit', ended);
        done(line);
      });
    });
  const link = new URL(await nextLine());
  if (child.pid === undefined) throw new Error('A process that wrote a line has no number.');
  return { pid: child.pid, port: Number(link.port), link, nextLine, stop: () => stop(child) };
}

function stop(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}
