import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { ATIP } from '../atip.ts';
import { collectComplaints } from './complaints.ts';

export const ROOT: string = resolve(fileURLToPath(import.meta.url), '../../..');

/** A companion: its port, its tools, and a real repository it works in. */
export interface Companion {
  /** For example `http://127.0.0.1:41873`. */
  readonly origin: string;
  /** Opens its page, connected: of a fresh one the link that it printed, whose code opens one session. */
  readonly link: string;
  /** A git repository with three commits, a branch `old`, and a secret in the last message. */
  readonly repository: string;
  /** The first entry of its PATH; empty. */
  readonly bin: string;
  /** Its programs and files, and what it writes. */
  readonly home: string;
  readonly stop: () => Promise<void>;
}

/** A GitHub token in form only; it is part of a commit message and must never reach the page. */
export const PLANTED_SECRET = `ghp_${'Zk3'.repeat(12)}`;

interface Fixtures {
  /** `true` for tests that change the companion or spend its code; all others share the one of their worker. */
  readonly fresh: boolean;
  /** Runs with a git shim in a temporary XDG folder. */
  readonly companion: Companion;
  /** Lets pass what a test provokes on purpose: an error in the console, a refused request. It has to come, too. */
  readonly expectComplaint: (pattern: RegExp) => void;
}

/** The companion of a worker, which starts when the first test asks for it, and the token of its one session. */
interface WorkerFixtures {
  readonly shared: () => Promise<Companion & { readonly token: string }>;
}

/** Every test fails whose pages leave their origin or their content security policy, or that report an error. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  fresh: [false, { option: true }],
  expectComplaint: [
    async ({ browser }, use) => {
      const complaints = collectComplaints(browser);
      await use(complaints.expect);
      complaints.stop();
      expect(complaints.list()).toStrictEqual([]);
    },
    { auto: true },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
    async ({}, use) => {
      let started: ReturnType<typeof startCompanion> | undefined;
      let token = '';
      await use(async () => {
        started ??= startCompanion();
        const { companion } = await started;
        token ||= await spendCode(companion);
        return { ...companion, link: `${companion.origin}/`, token };
      });
      await (await started)?.stop();
    },
    { scope: 'worker' },
  ],
  companion: async ({ fresh, shared, browser, context }, use) => {
    if (!fresh) {
      const { token, ...companion } = await shared();
      git(companion.repository, 'branch', '--force', 'old');
      await context.addInitScript(keepToken, { origin: companion.origin, token });
      return use(companion);
    }
    const { companion, stop } = await startCompanion();
    try {
      await use(companion);
    } finally {
      // A page that is still loading would complain of a companion that is gone.
      await Promise.all(browser.contexts().flatMap((one) => one.pages().map((page) => page.close())));
      await stop();
    }
  },
});

async function startCompanion(): Promise<{ companion: Companion; stop: () => Promise<void> }> {
  const { folder, repository, bin, args, env } = prepareMachine();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const link = await firstLine(child);
    return {
      companion: { link, origin: new URL(link).origin, repository, bin, home: folder, stop: () => end(child) },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens the one session that the code of a companion's link is good for. @returns its token */
async function spendCode({ origin, link }: Companion): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URL(link).hash.replace('#k=', '') }),
  });
  const { token }: { token: string } = await answer.json();
  return token;
}

/** Runs in the page before its own scripts: a browser that has opened a session keeps its token in this place. */
function keepToken({ origin, token }: { origin: string; token: string }): void {
  if (location.origin === origin) localStorage.setItem('atip.companion.token', token);
}

export { expect };

/** A home of its own with a git shim and a repository, and how the built companion is started in it. */
export function prepareMachine(): {
  /** Everything is in it; its creator removes it. */
  readonly folder: string;
  readonly repository: string;
  /** The first entry of the PATH; empty. */
  readonly bin: string;
  /** For node. */
  readonly args: string[];
  readonly env: NodeJS.ProcessEnv;
} {
  const folder = mkdtempSync(join(tmpdir(), 'atip-e2e-'));
  const repository = makeRepository(join(folder, 'repository'));
  const shims = join(folder, 'data/agent-tools/shims');
  const bin = join(folder, 'bin');
  const settings = join(folder, '.config/agent-tools');
  for (const path of [shims, bin, settings]) mkdirSync(path, { recursive: true });
  // The trust table would refuse what a document of the user destroys.
  writeFileSync(join(settings, 'config.json'), '{ "policy": { "byTrust": false } }', { mode: 0o600 });
  copyFileSync(join(ROOT, 'tests/git.json'), join(shims, 'git.json'));
  return {
    folder,
    repository,
    bin,
    args: [ATIP, 'serve', '--port', '0', '--no-open', '--cwd', repository],
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, XDG_DATA_HOME: join(folder, 'data'), HOME: folder },
  };
}

/** Runs git in a repository and gives what it printed. */
export function git(repository: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
}

function makeRepository(path: string): string {
  mkdirSync(path, { recursive: true });
  git(path, 'init', '--quiet');
  for (const message of ['first commit', 'second commit', `third, with ${PLANTED_SECRET}`]) {
    writeFileSync(join(path, 'file.txt'), `${message}\n`);
    git(path, 'add', '.');
    git(path, 'commit', '--quiet', '--message', message);
  }
  git(path, 'branch', 'old');
  return path;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolveLine, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The companion ended with code ${code} before it printed its link.`)),
    );
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('\n')) resolveLine(text.slice(0, text.indexOf('\n')));
    });
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((ended) => {
    child.once('exit', () => ended());
    child.kill('SIGTERM');
  });
}
