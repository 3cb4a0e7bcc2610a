import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askExample, TOKEN } from './ask-example.ts';
import type { RecordedTurn } from './recorded-provider.ts';
import { ROOT } from './run-example.ts';

const REASON = 'git_clean permanently destroys data.';
const UPLOAD_PACK = '--upload-pack=touch stolen;';
const CLEAN: RecordedTurn = [{ id: 'clean', name: 'git_clean', arguments: { force: true } }];

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

/** Runs the example under exactly the permissions that its first lines name. */
const ask = (answers: readonly RecordedTurn[]) =>
  askExample({
    ...{ runtime: 'deno', cwd: directory, answers },
    args: (host) => [
      ...['run', '--no-prompt', '--allow-run=git', `--allow-net=${host}`],
      '--allow-env=OPENAI_BASE_URL,OPENAI_API_KEY,MODEL,PATH',
      ...[join(ROOT, 'examples/deno/main.ts'), 'What was changed last?'],
    ],
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
    clean: `Nothing ran. ${refusal}`,
    option: `Nothing ran. ${option}`,
    unknown: `Nothing ran. ${unknown}`,
  });
  expect(requests[0]).toMatchObject({ authorization: 'Bearer sk-of-the-test', model: 'fake-model' });
  expect(requests.map(({ tools }) => (tools as unknown[]).length)).toStrictEqual([3, 3, 3, 3]);
  const exist = (): boolean[] => ['draft.txt', 'stolen'].map((name) => existsSync(join(directory, name)));
  expect(exist()).toStrictEqual([true, false]);
  // The same argument in Git's own hands: it runs what the option names.
  spawnSync('git', ['ls-remote', UPLOAD_PACK, '.'], { cwd: directory });
  expect(exist()).toStrictEqual([true, true]);
});
