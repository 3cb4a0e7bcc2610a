// needs: bwrap, git
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRecordedProvider } from './recorded-provider.ts';
import { BESIDE_EXAMPLES, ROOT, runExample } from './run-example.ts';
import { stripProgram } from './strip-program.ts';

const PROGRAM = join(ROOT, 'examples/double-click/main.ts');

test('an agent with one turn of two calls, one destructive call, and a double click on its approval', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-click-')));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const cwd = join(home, 'repository');
  mkdirSync(cwd);
  execFileSync('git', ['-C', cwd, 'init', '--quiet']);
  writeFileSync(join(cwd, 'new.txt'), 'new\n');
  const provider = await startRecordedProvider('openai', [
    [
      { id: 'short', name: 'git_status', arguments: { short: true } },
      { id: 'log', name: 'git_log', arguments: { 'max-count': 1 } },
    ],
    [{ id: 'clean', name: 'git_clean', arguments: { force: true } }],
    'Cleaned.',
  ]);
  onTestFinished(provider.stop);
  const guard = ['--import', join(ROOT, 'tests/examples/only-loopback.mjs')];
  const end = await runExample({
    runtime: 'node',
    args: [...guard, await stripProgram(PROGRAM, BESIDE_EXAMPLES)],
    cwd,
    env: { HOME: home, OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: 'sk-of-the-test' },
  });
  expect({ code: end.code, stderr: end.stderr }).toStrictEqual({ code: 0, stderr: '' });
  // The clicks are two requests at one time, so either may come first: only the one call runs.
  expect(end.stdout.split('\n').toSorted()).toStrictEqual(
    [
      '',
      'git clean --force git_clean deletes files that git does not know and so cannot bring back.',
      'Removing new.txt',
      '[Exit code: 0]',
      'This click came second.',
      'Cleaned.',
    ].toSorted(),
  );
  expect(provider.received).toStrictEqual([
    [
      { id: 'short', text: '?? new.txt\n[Exit code: 0]' },
      { id: 'log', text: expect.stringContaining('[Exit code: 128]') },
    ],
    [{ id: 'clean', text: 'Removing new.txt\n[Exit code: 0]' }],
  ]);
  expect(existsSync(join(cwd, 'new.txt'))).toBe(false);
});
