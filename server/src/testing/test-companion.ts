import { onTestFinished } from 'vitest';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxMode } from '@atip/core';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { type CompanionSettings, startCompanion } from '../serve/start-companion.ts';
import { DEMO_SCRIPT, DEMO_TOOL } from './demo-tool.ts';
import { GIT_SHIM } from './git-shim.ts';

/** A real companion on a free port, over a real repository, with a client that has its token. */
export interface TestCompanion {
  readonly origin: string;
  /** The working directory: a git repository with one commit and one untracked file, `untracked`. */
  readonly repository: string;
  /** Holds the executable `demo`; on the PATH. */
  readonly bin: string;
  /** Holds `git.json`, `demo.json` and a file that is not a document. */
  readonly shims: string;
  readonly reported: unknown[];
  request(method: string, path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  /** Writes a program onto the PATH. */
  script(name: string, text: string): Promise<string>;
  /** Stops the companion, as the end of the test does. */
  close(): Promise<void>;
}

/**
 * @param sandbox as of the companion's command line; absent: by the trust of each tool's document.
 * @param probes absolute paths of programs that are named on the command line.
 * @param more other options of the command line.
 */
export async function startTestCompanion(
  sandbox?: SandboxMode,
  probes: readonly string[] = [],
  more: Pick<CompanionSettings, 'policy' | 'writableRoots'> = {},
): Promise<TestCompanion> {
  const { path: base, at, write, script } = await createTemporaryDirectory();
  const [bin, repository, shims] = [at('bin'), at('repository'), at('data/agent-tools/shims')];
  await script('bin/demo', DEMO_SCRIPT);
  await write('data/agent-tools/shims/git.json', JSON.stringify(GIT_SHIM));
  await write('data/agent-tools/shims/demo.json', JSON.stringify(DEMO_TOOL));
  await write('data/agent-tools/shims/broken.json', '{');
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: base, XDG_DATA_HOME: join(base, 'data'), ATIP_SHIMS: 'off' };
  await createRepository(repository, env);

  const reported: unknown[] = [];
  const companion = await startCompanion({
    port: 0,
    cwd: repository,
    probes,
    ...(sandbox && { sandbox }),
    ...more,
    // Each of its documents is a user's file; these tests are not about trust.
    policy: { byTrust: false, ...more.policy },
    env,
    report: (error) => reported.push(error),
    pageRoot: at('no-page'),
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= companion.close());
  onTestFinished(close);
  const send = (method: string, path: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
    fetch(companion.origin + path, {
      ...init,
      method,
      headers: { ...init.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const token = await exchange(companion.issueLink(), send);
  return {
    origin: companion.origin,
    repository,
    bin,
    shims,
    reported,
    request: (method, path, body, init = {}) =>
      send(method, path, body, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }),
    script: (name, text) => script(`bin/${name}`, text),
    close,
  };
}

async function createRepository(path: string, env: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(path);
  await writeFile(join(path, 'tracked'), 'text\n');
  const git = (...args: string[]): unknown => execFileSync('/usr/bin/git', args, { cwd: path, env, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'tracked');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'First commit');
  await writeFile(join(path, 'untracked'), 'text\n');
}

async function exchange(
  link: string,
  send: (method: string, path: string, body: unknown) => Promise<Response>,
): Promise<string> {
  const response = await send('POST', '/api/v1/session', { code: link.slice(link.indexOf('#k=') + 3) });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'token' in answer) return String(answer.token);
  throw new Error(`No token for the link: ${JSON.stringify(answer)}`);
}
