import { ROOT } from '../../architecture/read-imports.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleSource, MUTANT, type Mutant } from './bundle-source.ts';
import { createScene, type Scene } from './scene.ts';

/** A companion in a process of its own, and what an attacker may have got hold of. */
export interface Target {
  readonly origin: string;
  readonly port: number;
  readonly scene: Scene;
  readonly pid: number;
  /** The code that the token was exchanged for. */
  readonly code: string;
  /** The session's: attackers are assumed to have it, unless the attack states otherwise. */
  readonly token: string;
  /** A new link's code; the one before it stops working. */
  newCode(): Promise<string>;
  /** The bundled command line, for attacks that run it. */
  readonly atip?: string;
  /** All that the companion wrote so far, its links left out. */
  log(): string;
  stop(): Promise<void>;
}

/** A bundled companion, which any number of targets run. */
export interface Program {
  readonly file: string;
  remove(): void;
}

/** Bundles the companion, with its mutants. */
export async function bundleCompanion(mutants: readonly Mutant[] = []): Promise<Program> {
  // In the repository, so that its thread for lines finds the built packages.
  const directory = mkdtempSync(join(ROOT, 'node_modules/.cache/atip-bundle-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    return { file: await bundleSource('tests/attacks/companion/serve-companion.ts', directory, mutants), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Short where an attack waits for them; a page and a file are let in besides, so that their edges can be tried. */
const SETTINGS = {
  ...{ port: 0, tokenFile: true, allowOrigins: ['https://play.example'] },
  limits: {
    ...{ headers: 3_000, request: 4_000, checkEvery: 100, untaken: 60_000, idle: 5_000, connections: 512 },
    strangers: { connections: 64, head: 3_000, grace: 250 },
  },
};

/**
 * Starts a companion over a scene of its own and opens a session.
 *
 * @param settings over those of every target.
 * @param mutant its number. Absent: the companion as it was written.
 */
export async function startTarget(
  { file }: Program,
  { host: more, ...settings }: { readonly host?: object } & Record<string, unknown> = {},
  mutant?: number,
): Promise<Target> {
  const scene = createScene();
  // Its documents are files of the user; trust is not what these attacks are about.
  const host = { cwd: scene.work, policy: { byTrust: false }, ...more };
  const given = { ...SETTINGS, pageRoot: scene.page, ...settings, host };
  const env = { ...scene.env, ...(mutant !== undefined && { [MUTANT]: String(mutant) }) };
  const child = spawn(process.execPath, [file, JSON.stringify(given)], { env, stdio: 'pipe' });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const links = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLink = async (): Promise<URL> => {
    const { done, value } = await links.next();
    if (done === true) throw new Error(`The companion ended: ${log}`);
    return new URL(value);
  };
  const stop = async (): Promise<void> => {
    await end(child);
    scene.remove();
  };
  try {
    const link = await nextLink();
    const code = codeOf(link);
    return {
      ...{ scene, code, stop, origin: link.origin, port: Number(link.port), pid: child.pid ?? 0 },
      token: await openSession(link.origin, code),
      async newCode() {
        child.stdin.write('\n');
        return codeOf(await nextLink());
      },
      log: () => log,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function codeOf({ hash }: URL): string {
  return hash.replace(/^#k=/, '');
}

async function openSession(origin: string, code: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'token' in answer) return String(answer.token);
  throw new Error(`The link opened no session: ${response.status}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
