import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeAnswer, type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { type ExampleEnd, ROOT, runExample } from './run-example.ts';

// Whole runtimes are started; on a busy machine each takes seconds.
vi.setConfig({ testTimeout: 60_000 });

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const REASON = 'git_clean permanently destroys data.';
const UPLOAD_PACK = '--upload-pack=touch stolen;';

let directory = '';
let provider: FakeProvider | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atip-deno-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, env: { PATH: process.env['PATH'] } });
  git('init', '--quiet');
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  git(...who, 'commit', '--quiet', '--allow-empty', '--message', `Deploy with ${TOKEN}`);
  writeFileSync(join(directory, 'draft.txt'), 'not tracked');
});

afterEach(async () => {
  await provider?.stop();
  provider = undefined;
  rmSync(directory, { recursive: true });
});

/** Runs the example under exactly the permissions that its first lines name. */
async function ask(
  answers: readonly FakeAnswer[],
  { program = 'git', typed }: { program?: string; typed?: string } = {},
): Promise<ExampleEnd & { told: unknown[] }> {
  provider = await startFakeProvider(answers);
  const { url, requests } = provider;
  const permissions = [
    `--allow-run=${program}`,
    '--allow-env=OPENAI_BASE_URL,OPENAI_API_KEY,MODEL,PATH',
    `--allow-net=${new URL(url).host}`,
  ];
  const end = await runExample({
    runtime: 'deno',
    args: ['run', '--no-prompt', ...permissions, join(ROOT, 'examples/deno/main.ts'), 'What was changed last?'],
    cwd: directory,
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-of-the-test', MODEL: 'fake-model' },
    ...(typed !== undefined && { input: typed, terminal: true }),
  });
  const last = requests.at(-1);
  return { ...end, told: (last?.messages ?? []).flatMap((one) => (one.role === 'tool' ? [one] : [])) };
}

test('what reads runs with its secret redacted, what destroys is refused, and the model is told both', async () => {
  const { code, stdout, stderr, told } = await ask([
    [{ id: '1', name: 'git_log', arguments: { 'max-count': 1 } }],
    [{ id: '2', name: 'git_clean', arguments: { force: true } }],
    'Ann deployed.\u001b[2J',
  ]);
  const refusal = `A person has to confirm this call: ${REASON}`;
  expect([code, stderr, stdout.split('\n')]).toStrictEqual([
    0,
    '',
    ['ran      ["git","log","--max-count=1"]', `refused  git_clean: ${refusal}`, 'answer   Ann deployed.', ''],
  ]);
  expect(told).toStrictEqual([
    {
      role: 'tool',
      tool_call_id: '1',
      content: expect.stringMatching(/^commit [\s\S]*\n\n {4}Deploy with \[REDACTED\]\n\[Exit code: 0\]$/),
    },
    { role: 'tool', tool_call_id: '2', content: `Nothing was run. ${refusal}` },
  ]);
  expect(existsSync(join(directory, 'draft.txt'))).toBe(true);
  expect(provider?.requests[0]).toMatchObject({ authorization: 'Bearer sk-of-the-test', model: 'fake-model' });
  expect(provider?.requests.map(({ tools }) => tools.length)).toStrictEqual([3, 3, 3]);
});

test.each([
  ['y', true, 'ran      ["git","clean","--force"]', 'Removing draft.txt\n[Exit code: 0]'],
  ['n', false, `refused  git_clean: The confirmation was declined: ${REASON}`, undefined],
])('at a terminal a person is asked and says %s', async (typed, runs, line, content) => {
  const { stdout, told } = await ask([[{ id: '1', name: 'git_clean', arguments: { force: true } }], 'Done.'], {
    typed: `${typed}\n`,
  });
  expect(stdout).toContain(`Run ["git","clean","--force"]? ${REASON} [y/N] ${line}`);
  const refusal = `Nothing was run. The confirmation was declined: ${REASON}`;
  expect(told).toStrictEqual([{ role: 'tool', tool_call_id: '1', content: content ?? refusal }]);
  expect(existsSync(join(directory, 'draft.txt'))).toBe(!runs);
});

test('an option in place of a value, and a name that there is not, start nothing', async () => {
  const { code, stdout, told } = await ask([
    [
      { id: '1', name: 'git_ls-remote', arguments: { repository: UPLOAD_PACK } },
      { id: '2', name: 'git_\u001b]0;x', arguments: {} },
    ],
    'I could not.',
  ]);
  const [option, unknown] = [
    '"repository" must not start with "-": this program is not known to stop reading options at "--".',
    'No tool has a command called "git_\\u001b]0;x".',
  ];
  expect([code, stdout.split('\n')]).toStrictEqual([
    0,
    [`refused  git_ls-remote: ${option}`, `refused  git_\\u001b]0;x: ${unknown}`, 'answer   I could not.', ''],
  ]);
  expect(told).toStrictEqual([
    { role: 'tool', tool_call_id: '1', content: `Nothing was run. ${option}` },
    { role: 'tool', tool_call_id: '2', content: `Nothing was run. ${unknown}` },
  ]);
  expect(existsSync(join(directory, 'stolen'))).toBe(false);
  // The same argument in Git's own hands: it runs what the option names.
  spawnSync('git', ['ls-remote', UPLOAD_PACK, '.'], { cwd: directory });
  expect(existsSync(join(directory, 'stolen'))).toBe(true);
});

test('Deno is the second fence: what it may not start is told to the model too', async () => {
  const { code, told } = await ask([[{ id: '1', name: 'git_log', arguments: {} }], 'Git is not there.'], {
    program: 'true',
  });
  const refusal = 'git cannot be started here: it is not installed, or Deno was not told --allow-run=git.';
  expect([code, told]).toStrictEqual([
    0,
    [{ role: 'tool', tool_call_id: '1', content: `Nothing was run. ${refusal}` }],
  ]);
});

test('what is too long, too loud, or leaves somebody behind who holds its output, is ended', async () => {
  const program = `
    import { runWithDeno } from ${JSON.stringify(join(ROOT, 'examples/deno/run-with-deno.ts'))};
    const end = async ([line, timeout]) => {
      const { duration, ...outcome } = await runWithDeno(['sh', '-c', line], { timeout, maxOutput: 8 });
      return outcome;
    };
    const lines = [
      ['exec sleep 5', 1500],
      ['sleep 5 & echo left', 1500],
      ['yes', 20000],
      ['printf 12345678', 20000],
      ['kill -9 $$', 20000],
      ['echo $KEY; exit 7', 20000],
    ];
    const ends = await Promise.all(lines.map(end));
    console.log(JSON.stringify(ends));
  `;
  const file = join(directory, 'ends.ts');
  writeFileSync(file, program);
  const config = join(ROOT, 'examples/deno/deno.json');
  const args = ['run', '--no-prompt', '--config', config, '--allow-run=sh', '--allow-env=PATH', file];
  const { stdout, stderr } = await runExample({
    runtime: 'deno',
    args,
    cwd: directory,
    env: { KEY: 'not for children' },
  });
  expect(stderr).toBe('');
  const end = { exitCode: 0, stdout: '', stderr: '', truncated: false, timedOut: false };
  expect(JSON.parse(stdout)).toStrictEqual([
    { ...end, exitCode: null, timedOut: true },
    { ...end, stdout: 'left\n', timedOut: true },
    { ...end, exitCode: null, stdout: 'y\ny\ny\ny\n', truncated: true },
    { ...end, stdout: '12345678' },
    { ...end, exitCode: null },
    { ...end, exitCode: 7, stdout: '\n' },
  ]);
});
