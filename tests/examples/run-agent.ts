import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type AskedEnd, askExample } from './ask-example.ts';
import type { FakeAnswer } from './fake-provider.ts';
import { ROOT } from './run-example.ts';

/** What the model must never see: both are in the repository's only commit message. */
export const API_KEY = 'key-of-this-run-0123456789';
const TOKEN = `ghp_${'b'.repeat(36)}`;

export interface AgentEnd extends AskedEnd {
  /** The files of the repository at the end; `a.txt`, `b.txt` and `c.txt` were untracked, `kept.txt` was changed. */
  readonly files: readonly string[];
  /** What `kept.txt` holds at the end. At the start it was changed to `changed`, after it was committed as `first`. */
  readonly kept: string;
}

/**
 * Runs one of the agents on a git repository of its own, with a model that says what it is told to.
 *
 * An attempt to reach anything but loopback ends the agent with code 97.
 *
 * @param input what a person types; absent: there is none, and its input is closed
 */
export async function runAgent(example: string, answers: readonly FakeAnswer[], input?: string): Promise<AgentEnd> {
  // Real, as git prints it: macOS has a link there.
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-agent-')));
  const repository = join(home, 'repository');
  try {
    makeRepository(repository);
    const end = await askExample({
      ...{ runtime: 'node', cwd: home, answers },
      args: () => [
        ...['--import', join(ROOT, 'tests/examples/only-loopback.mjs'), join(ROOT, 'examples', example, 'main.ts')],
        // As a person names it, who is in the directory above.
        ...[basename(repository), 'Look around.'],
      ],
      env: { OPENAI_API_KEY: API_KEY },
      ...(input !== undefined && { input }),
    });
    const git = (...args: string[]): string => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });
    return {
      ...end,
      files: readdirSync(repository).filter((name) => name !== '.git'),
      kept: git('diff', '--unified=0', 'kept.txt').includes('+changed') ? 'changed' : 'first',
    };
  } finally {
    rmSync(home, { recursive: true });
  }
}

function makeRepository(repository: string): void {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { stdio: 'pipe' });
  };
  git('init', '--quiet', '--initial-branch=main', repository);
  writeFileSync(join(repository, 'kept.txt'), 'first\n');
  git('-C', repository, 'add', 'kept.txt');
  git('-C', repository, 'commit', '--quiet', '-m', `Rotate ${TOKEN} and ${API_KEY}`);
  writeFileSync(join(repository, 'kept.txt'), 'changed\n');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(repository, name), `${name}\n`);
}
