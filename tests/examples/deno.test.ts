import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askExample, TOKEN } from './ask-example.ts';
import type { FakeAnswer } from './fake-provider.ts';
import { ROOT, runExample } from './run-example.ts';

const REASON = 'git_clean permanently destroys data.';
const DECLINED = `The confirmation was declined: ${REASON}`;
const UPLOAD_PACK = '--upload-pack=touch stolen;';
const CLEAN: FakeAnswer = [{ id: 'clean', name: 'git_clean', arguments: { force: true } }];

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atip-deno-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, env: { PATH: process.env['PATH'] } });
  git('init', '--quiet');
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  git(...who, 'commit', '--quiet', '--allow-empty', '--message', `Deploy with ${TOKEN}`);
  writeFileSync(join(directory, 'draft.txt'), 'not tracked');
});

afterEach(() => rmSync(directory, { recursive: true }));

/** Runs the example under exactly the permissions that its first lines name; what is typed is typed at a terminal. */
const ask = (answers: readonly FakeAnswer[], { program = 'git', typed }: { program?: string; typed?: string } = {}) =>
  askExample({
    ...{ runtime: 'deno', cwd: directory, answers },
    args: (host) => [
      ...['run', '--no-prompt', `--allow-run=${program}`, `--allow-net=${host}`],
      '--allow-env=OPENAI_BASE_URL,OPENAI_API_KEY,MODEL,PATH',
      ...[join(ROOT, 'examples/deno/main.ts'), 'What was changed last?'],
    ],
    ...(typed !== undefined && { input: typed, terminal: true }),
  });

test('what reads is redacted, what destroys is refused, and bad arguments start nothing', async () => {
  const { code, stdout, stderr, told, requests } = await ask([
    [{ id: 'read', name: 'git_log', arguments: { 'max-count': 1 } }],
    CLEAN,
    [
      { id: 'option', name: 'git_ls-remote', arguments: { repository: UPLOAD_PACK } },
      { id: 'unknown', name: 'git_\u001b]0;x', arguments: {} },
    ],
    'Ann deployed.\u001b[2J',
  ]);
  const refusal = `A person has to confirm this call: ${REASON}`;
  const [option, unknown] = [
    '"repository" must not start with "-": this program is not known to stop reading options at "--".',
    'No tool has a command called "git_\\u001b]0;x".',
  ];
  expect([code, stderr, stdout.split('\n')]).toStrictEqual([
    0,
    '',
    [
      'ran      ["git","log","--max-count=1"]',
      `refused  git_clean: ${refusal}`,
      `refused  git_ls-remote: ${option}`,
      `refused  git_\\u001b]0;x: ${unknown}`,
      'answer   Ann deployed.',
      '',
    ],
  ]);
  expect(told).toStrictEqual({
    read: expect.stringMatching(/^commit [\s\S]*\n\n {4}Deploy with \[REDACTED\]\n\[Exit code: 0\]$/),
    clean: `Nothing was run. ${refusal}`,
    option: `Nothing was run. ${option}`,
    unknown: `Nothing was run. ${unknown}`,
  });
  expect(requests[0]).toMatchObject({ authorization: 'Bearer sk-of-the-test', model: 'fake-model' });
  expect(requests.map(({ tools }) => tools.length)).toStrictEqual([3, 3, 3, 3]);
  const exist = (): boolean[] => ['draft.txt', 'stolen'].map((name) => existsSync(join(directory, name)));
  expect(exist()).toStrictEqual([true, false]);
  // The same argument in Git's own hands: it runs what the option names.
  spawnSync('git', ['ls-remote', UPLOAD_PACK, '.'], { cwd: directory });
  expect(exist()).toStrictEqual([true, true]);
});

test.each([
  ['y', true, 'ran      ["git","clean","--force"]', 'Removing draft.txt\n[Exit code: 0]'],
  ['n', false, `refused  git_clean: ${DECLINED}`, `Nothing was run. ${DECLINED}`],
])('at a terminal a person is asked and says %s', async (typed, runs, line, content) => {
  const { stdout, told } = await ask([CLEAN, 'Done.'], { typed: `${typed}\n` });
  expect(stdout).toContain(`Run ["git","clean","--force"]? ${REASON} [y/N] ${line}`);
  expect(told).toStrictEqual({ clean: content });
  expect(existsSync(join(directory, 'draft.txt'))).toBe(!runs);
});

test('Deno is the second fence: what it may not start is told to the model too', async () => {
  const { code, told } = await ask([[{ id: '1', name: 'git_log', arguments: {} }], 'Git is not there.'], {
    program: 'true',
  });
  const refusal = 'git cannot be started here: it is not installed, or Deno was not told --allow-run=git.';
  expect([code, told]).toStrictEqual([0, { '1': `Nothing was run. ${refusal}` }]);
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
