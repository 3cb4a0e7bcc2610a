// needs: bwrap, git
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRecordedProvider } from './recorded-provider.ts';
import { ATIP } from '../atip.ts';
import { ROOT, runExample } from './run-example.ts';

test('a lead agent gives two helpers and an MCP client less, and each can do just that', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-delegation-')));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const [bin, cwd, documents] = [join(home, 'bin'), join(home, 'work'), join(home, '.local/share/agent-tools/tools')];
  for (const directory of [bin, cwd, documents]) mkdirSync(directory, { recursive: true });
  const script = (name: string, text: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('gh', 'echo "gh $*"');
  script('atip', `exec '${process.execPath}' '${ATIP}' "$@"`);
  copyFileSync(join(ROOT, 'examples/delegation/gh.json'), join(documents, 'gh.json'));
  execFileSync('git', ['-C', cwd, 'init', '--quiet']);
  writeFileSync(join(cwd, 'new.txt'), 'new\n');
  const provider = await startRecordedProvider('openai', [
    [
      { id: 'allowed', name: 'git_status', arguments: { short: true } },
      { id: 'refused', name: 'gh_repo_delete', arguments: { repo: 'a/b' } },
      { id: 'option', name: 'git_clean', arguments: { force: true } },
    ],
    [{ id: 'asked', name: 'gh_pr_merge', arguments: { number: 7 } }],
    'Reviewed.',
    [
      { id: 'allowed', name: 'git_status', arguments: { short: true } },
      { id: 'refused', name: 'gh_pr_list', arguments: {} },
    ],
    [{ id: 'asked', name: 'git_clean', arguments: { force: true } }],
    'Tidy.',
  ]);
  onTestFinished(provider.stop);
  const guard = ['--import', join(ROOT, 'tests/examples/only-loopback.mjs')];
  const end = await runExample({
    runtime: 'node',
    args: [...guard, join(ROOT, 'examples/delegation/main.ts')],
    cwd,
    env: {
      ...{ OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: 'sk-of-the-test', HOME: home },
      PATH: `${bin}:${process.env['PATH']}`,
    },
    input: 'y\n',
  });
  expect(end.stderr).toBe('');
  const results = provider.received.map((turn) => Object.fromEntries(turn.map(({ id, text }) => [id, text])));
  const lets = 'the delegation of the lead agent';
  expect(results).toStrictEqual([
    {
      allowed: '?? new.txt\n[Exit code: 0]',
      refused: `Nothing ran. gh_repo_delete is not delegated: ${lets} denies "gh repo delete" (deniedCommands). gh_repo_delete permanently destroys data.`,
      option: `Nothing ran. git_clean is not delegated: ${lets} lets nothing destroy (effectRestrictions/destructive), and it does. git_clean deletes files that git does not know and so cannot bring back.`,
    },
    { asked: 'gh pr merge 7\n[Exit code: 0]' },
    {
      allowed: '?? new.txt\n[Exit code: 0]',
      refused: `Nothing ran. gh_pr_list is not delegated: ${lets} does not name "gh" (allowedTools). Its document does not say whether gh_pr_list permanently destroys data, so it counts as if it did.`,
    },
    {
      asked:
        'Nothing ran. The confirmation was declined: git_clean deletes files that git does not know and so cannot bring back.',
    },
  ]);
  const shown = end.stdout.split('\n');
  expect(shown.filter((line) => /^(Review|Tidy|By MCP)/.test(line))).toStrictEqual([
    'Review what waits. git_status git_log gh_pr_list gh_pr_create gh_pr_merge',
    'Tidy up. git_status git_log git_clean',
    // The bundled document of gh states that a merge destroys; the one saved beside it says nothing, and lifts no harm.
    // Those of daily use, as the bundled document says, come first.
    'By MCP. gh_pr_list gh_pr_create git_status git_log',
  ]);
  expect(shown).toContain('"kubectl" is not delegated: the lead agent does not have it.');
  const told = shown.filter((line) => /^g\w+: /.test(line)).map((line) => line.replace(/^(.*?\.) .*/, '$1'));
  expect(told).toStrictEqual([
    expect.stringContaining('new.txt'),
    'git_clean: [{"type":"text","text":"git_clean is not delegated: the delegation of …/delegation.json:1 lets nothing destroy (effectRestrictions/destructive), and it does.',
    'gh_pr_create: [{"type":"text","text":"The confirmation was declined: gh_pr_create sends data that the call names to another machine.',
  ]);
  expect([end.code, existsSync(join(cwd, 'new.txt'))]).toStrictEqual([0, true]);
});
