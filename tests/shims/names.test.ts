// needs: git
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POLICY_PRESETS } from '@atip/core';
import { checkLine, wantedTools } from '@atip/shell';
import { loadShim, type ShimTool } from '@atip/catalog';
import { expect, onTestFinished, test } from 'vitest';
import { readTable } from '../read-table.ts';

/** Lines that spell a name as its program reads it: without case, with a group, shortened, behind another option. */
const ROWS = readTable('tests/shims/names.tsv');

async function decide(line: string): Promise<string> {
  const tools = new Map<string, ShimTool | undefined>();
  for (const { program, group } of wantedTools(line)) tools.set(program, await loadShim(program, group));
  const settings = { cwd: '/work/project', home: '/home/me' };
  return checkLine(line, (name) => tools.get(name), POLICY_PRESETS.standard, settings).decision;
}

test('each spelling is decided as its row says', async () => {
  const found = await Promise.all(ROWS.map(async ([, line = '']) => `${await decide(line)}\t${line}`));
  expect(found).toStrictEqual(ROWS.map(([wanted, line]) => `${wanted === 'allow' ? 'allow' : 'confirm'}\t${line}`));
  expect(ROWS.length).toBeGreaterThan(200);
});

test.each(ROWS.filter(([wanted]) => wanted === 'runs ./x'))('git %s: %s', (_, line = '') => {
  const directory = mkdtempSync(join(tmpdir(), 'atip-names-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const run = (script: string) =>
    execFileSync('bash', ['-c', `${script} || :`], {
      cwd: directory,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: directory, GIT_CONFIG_NOSYSTEM: '1' },
    });
  run('git init -q && echo 1 > a && git add a && git -c user.name=u -c user.email=u@x commit -qm a && echo 2 > a');
  writeFileSync(join(directory, 'x'), '#!/bin/sh\n: > "$(dirname "$0")/RAN"\n');
  writeFileSync(join(directory, 'evil'), '[core]\nfsmonitor = ./x\n');
  chmodSync(join(directory, 'x'), 0o755);
  run(line);
  expect(existsSync(join(directory, 'RAN'))).toBe(true);
});
