import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { executeCommand } from '@atip/node';
import { afterAll, beforeAll } from 'vitest';

/** Content that no trick may read. */
export const SECRET = 'canary-5b1e77-of-the-secret';

/** A loopback server and the raw text of what reached it. */
interface RequestLog {
  /** Host and port. */
  readonly host: string;
  /** Method, path, headers and body of each request; of what is no HTTP, its bytes. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** A place where a trick may do its worst. */
export interface Scene {
  readonly root: string;
  /** Where programs run; holds `victim.txt`. */
  readonly work: string;
  /** HOME of the programs; holds `.ssh/id_ed25519` with the secret. */
  readonly home: string;
  /** Beside `work`; holds `secret.txt`. */
  readonly outside: string;
  readonly server: RequestLog;
  readonly env: Readonly<Record<string, string>>;
  /** A process ran in it. */
  isUsed: boolean;
}

/** Gives a scene to a function; it is as it was prepared when the next one gets it. */
export type InScene = <T>(use: (scene: Scene) => Promise<T>) => Promise<T>;

/** Prepares a scene for the tests of a `describe`, and takes it away after them. */
export function useScene(prepare: (scene: Scene) => Promise<void>): InScene {
  let scene: Scene;
  let before: string;
  beforeAll(async () => {
    // Not in /tmp, which a sandbox replaces as a whole: what it hides here, it hides because it is a secret.
    const root = await realpath(await mkdtemp('/var/tmp/atip-attack-'));
    before = `${root}-before`;
    scene = await layScene(root);
    await prepare(scene);
    await copy(root, before);
  }, 60_000);
  afterAll(async () => {
    await scene.server.close();
    for (const directory of [scene.root, before]) await rm(directory, { recursive: true, force: true });
  });
  return async (use) => {
    try {
      return await use(scene);
    } finally {
      if (scene.isUsed) await reset(scene, before);
    }
  };
}

async function reset(scene: Scene, before: string): Promise<void> {
  for (const name of await readdir(scene.root)) await rm(join(scene.root, name), { recursive: true, force: true });
  await copy(before, scene.root);
  scene.server.requests.length = 0;
  scene.isUsed = false;
}

function copy(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

async function layScene(root: string): Promise<Scene> {
  const [work, home, outside] = [join(root, 'work'), join(root, 'home'), join(root, 'outside')];
  for (const directory of [work, outside, join(home, '.ssh')]) await mkdir(directory, { recursive: true });
  await writeFile(join(work, 'victim.txt'), 'victim\n');
  await writeFile(join(outside, 'secret.txt'), `${SECRET}\n`);
  await writeFile(join(home, '.ssh', 'id_ed25519'), `${SECRET}\n`);
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    PAGER: 'cat',
    NO_PROXY: '*',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  return { root, work, home, outside, server: await startServer(), env, isUsed: false };
}

/** Runs one program that prepares a scene, in its working directory. @throws Error when it fails */
export async function runSetup(scene: Scene, argv: readonly string[]): Promise<void> {
  const limits = { timeout: 20_000, maxOutput: 100_000 };
  const { exitCode, stderr } = await executeCommand(argv, { cwd: scene.work, env: scene.env, ...limits });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} failed with ${exitCode}: ${stderr}`);
}

/** A server that notes every request and answers all of them alike. */
async function startServer(): Promise<RequestLog> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const index = requests.push('') - 1;
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      requests[index] = `${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n\n${body}`;
      response.setHeader('connection', 'close').end('answer\n');
    });
  });
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    requests.push(error.rawPacket?.toString('latin1') ?? error.message);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback server has no port.');
  return {
    host: `127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
