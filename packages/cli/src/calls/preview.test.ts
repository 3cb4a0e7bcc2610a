// needs: bwrap, git
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const ask = async (): Promise<string> => 'no';

test('before a question, a program that can say what it would do says it, and does nothing', async () => {
  const { env, work: cwd } = await createDemoMachine();
  execFileSync('git', ['init', '--quiet', cwd]);
  await writeFile(join(cwd, 'new.txt'), '');
  const host = { env: { ...env, PATH: '/usr/bin:/bin', ATIP_SHIMS: 'on' }, cwd, ask };
  const { code, stdout, stderr } = await runTestCli(['run', 'git_clean', 'force=true'], host);
  expect([code, stdout, existsSync(join(cwd, 'new.txt'))]).toStrictEqual([3, '', true]);
  expect(stderr).toContain('With --dry-run it says:\n  Would remove new.txt\n');
  expect((await runTestCli(['run', 'git_gc'], host)).stderr).not.toContain('it says');
});

test('what a document says that nobody vouches for runs nothing unasked', async () => {
  const { env, bin, home, work: cwd, script } = await createDemoMachine();
  await script('sweep', '#!/bin/sh\ntouch swept\n');
  const reads = {
    ...{ filesystem: { read: true, write: false, delete: false }, network: false, subprocess: false },
    ...{ idempotent: true, reversible: true, destructive: false },
  };
  const dryRun = { name: 'dry-run', flags: ['--dry-run'], type: 'boolean', description: 'Only show', 'x-mode': reads };
  const effects = { ...reads, destructive: true, reversible: false };
  const document = {
    ...{ atip: { version: '0.4' }, name: 'sweep', version: '1', description: 'Sweeps' },
    commands: { '': { description: 'Sweeps', effects, options: [dryRun] } },
  };
  await writeFile(join(home, '.local/share/agent-tools/tools/sweep.json'), JSON.stringify(document));
  const { code } = await runTestCli(['run', 'sweep'], { env: { ...env, PATH: bin }, cwd, ask });
  expect([code, existsSync(join(cwd, 'swept'))]).toStrictEqual([3, false]);
});
