import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RequestLog, startServer } from './start-server.ts';

/** What no trick may get to see. */
export const SECRET = 'canary-5b1e77-of-the-secret';

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
  close(): Promise<void>;
}

/** Makes a scene of its own for one run, with a loopback server, and what a program needs there. */
export async function createScene(prepare: (scene: Scene) => Promise<void>): Promise<Scene> {
  // Not in /tmp, which a sandbox replaces as a whole: what it hides here, it hides because it is a secret.
  const root = await realpath(await mkdtemp('/var/tmp/atip-attack-'));
  const [work, home, outside] = [join(root, 'work'), join(root, 'home'), join(root, 'outside')];
  for (const directory of [work, outside, join(home, '.ssh')]) await mkdir(directory, { recursive: true });
  await writeFile(join(work, 'victim.txt'), 'victim\n');
  await writeFile(join(outside, 'secret.txt'), `${SECRET}\n`);
  await writeFile(join(home, '.ssh', 'id_ed25519'), `${SECRET}\n`);
  const server = await startServer();
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
  const close = async (): Promise<void> => {
    await server.close();
    await rm(root, { recursive: true, force: true });
  };
  const scene = { root, work, home, outside, server, env, close };
  try {
    await prepare(scene);
  } catch (error) {
    await close();
    throw error;
  }
  return scene;
}
