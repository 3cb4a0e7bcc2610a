// needs: bwrap
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { compile, type CompileSettings, selectCommands } from '@atip/core';
import { loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { type AskedEnd, askExample } from './ask-example.ts';
import type { RecordedTurn } from './recorded-provider.ts';
import { BESIDE_EXAMPLES, ROOT } from './run-example.ts';
import { stripProgram } from './strip-program.ts';

/** Text that the model must never see: both are in the repository's only commit message. */
const API_KEY = 'key-of-this-run-0123456789';
const TOKEN = `ghp_${'b'.repeat(36)}`;

interface AgentEnd extends AskedEnd {
  /** The files of the repository at the end; `a.txt`, `b.txt` and `c.txt` were untracked, `kept.txt` was changed. */
  readonly files: readonly string[];
  /** The content of `kept.txt` at the end. At the start it was changed to `changed`, after it was committed as `first`. */
  readonly kept: string;
}

/**
 * Runs one of the agents on a git repository of its own, with a model that says what it is told to.
 *
 * An attempt to reach anything but loopback ends the agent with code 97.
 */
async function runAgent(example: string, answers: readonly RecordedTurn[]): Promise<AgentEnd> {
  // Real, as git prints it: macOS has a link there.
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-agent-')));
  const repository = join(home, 'repository');
  try {
    makeRepository(repository);
    const program = await stripProgram(join(ROOT, 'examples', example, 'main.ts'), BESIDE_EXAMPLES);
    const end = await askExample({
      ...{ runtime: 'node', cwd: home, answers },
      args: () => [
        ...['--import', join(ROOT, 'tests/examples/only-loopback.mjs'), program],
        // As a person names it, who is in the directory above.
        ...[basename(repository), 'Look around.'],
      ],
      env: { OPENAI_API_KEY: API_KEY },
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

/** A model that reads, then wants to destroy, then calls what does not exist, then smuggles options in. */
const HARMFUL: readonly RecordedTurn[] = [
  [{ id: 'read', name: 'git_log', arguments: { 'max-count': 1, format: '%s' } }],
  [{ id: 'clean', name: 'git_clean', arguments: { force: true } }],
  [
    { id: 'push', name: 'git_push', arguments: { force: true } },
    { id: 'reset', name: 'git_reset', arguments: { hard: true } },
  ],
  [{ id: 'unknown', name: 'git_gc', arguments: {} }],
  [
    { id: 'value', name: 'git_log', arguments: { target: ['--output=smuggled.txt'] } },
    { id: 'option', name: 'git_log', arguments: { '--output': 'smuggled.txt', 'max-count': 1, format: '%s' } },
  ],
  // A model's text must not send sequences to the terminal.
  '\u001B[2JDone.',
];

/** The agent's screen while it runs `HARMFUL` and nobody answers. */
const HARMFUL_SCREEN = `
The model wants to run: "git" "clean" "--force"
  git_clean deletes files that git does not know and so cannot bring back.
Run it? [y/N] 
The model wants to run: "git" "push" "--force"
  git_push --force replaces what others have pushed, and sends commits to others and runs hooks.

The model wants to run: "git" "reset" "--hard"
  git_reset --hard discards local changes.
Done.
`;

const declined = (does: string): string => `The confirmation was declined: ${does}.`;
const allOf = (text: string) => ({ clean: text, push: text, reset: text });
const VALUE = '"target" must not start with "-": this program is not known to stop reading options at "--".';
const OPTION = expect.stringMatching(/^"--output" is not a parameter of "git log"\. Did you mean "output"\?/);
const NAMES = 'git_status, git_diff, git_log, git_push, git_show, git_reset, git_clean';

/** Each SDK's message to the model when no person answers. */
const REFUSALS: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, CompileSettings?]>> = {
  'vercel-ai': [
    {
      ...allOf('Tool call execution denied.'),
      unknown: `Model tried to call unavailable tool 'git_gc'. Available tools: ${NAMES}.`,
      ...{ value: VALUE, option: OPTION },
    },
  ],
  'openai-agents': [
    {
      ...allOf('Tool execution was not approved.'),
      ...{ unknown: "Tool 'git_gc' not found.", value: VALUE, option: OPTION },
    },
    { strict: true },
  ],
  langchain: [
    {
      ...{
        clean: declined('git_clean deletes files that git does not know and so cannot bring back'),
        push: declined('git_push --force replaces what others have pushed, and sends commits to others and runs hooks'),
        reset: declined('git_reset --hard discards local changes'),
      },
      unknown: `Error: git_gc is not a valid tool, try one of [${NAMES}].`,
      ...{ value: VALUE, option: 'The arguments do not fit the schema of git_log.' },
    },
  ],
};

test.each(Object.entries(REFUSALS))(
  '%s: the model reads what is redacted; what destroys is asked about, and nothing runs without an answer',
  async (example, [refusals, settings]) => {
    const end = await runAgent(example, HARMFUL);
    expect([end.code, end.stdout, end.stderr]).toStrictEqual([0, HARMFUL_SCREEN, '']);
    expect(end.told).toStrictEqual({ read: 'Rotate [REDACTED] and [REDACTED]\n[Exit code: 0]', ...refusals });
    expect([end.files, end.kept]).toStrictEqual([['a.txt', 'b.txt', 'c.txt', 'kept.txt'], 'changed']);
    const [first] = end.requests;
    const sent = [end.requests.length, first?.['authorization'], first?.['model']];
    expect(sent).toStrictEqual([6, `Bearer ${API_KEY}`, 'fake-model']);
    expect(first?.['tools']).toStrictEqual(await offeredTools(settings));
  },
);

/** The compiled tools that each agent offers its model; `strict` where its SDK asks for strict schemas. */
async function offeredTools(settings: CompileSettings = {}): Promise<readonly unknown[]> {
  const shim = await loadShim('git');
  if (!shim) throw new Error('There is no shim of git.');
  const git = selectCommands(shim, { commands: ['status', 'log', 'show', 'diff', 'clean', 'reset', 'push'] });
  return compile([git], 'openai', settings).tools;
}
