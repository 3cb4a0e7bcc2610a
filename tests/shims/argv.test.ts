import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCommandArray, validateToolCall } from '@atip/core/execute';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTable } from '../read-table.ts';
import { mappingOf } from './shims.ts';

/** Calls of real programs in the directory that is made below, each with its exact argv and a part of what it must print. */
const CASES = readTable('tests/shims/argv-cases.tsv').map(([command = '', args = '', argv = '', prints = '']) => ({
  ...{ command, args, argv, prints: JSON.parse(`"${prints}"`) as string },
}));

let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'atip-shims-'));
  mkdirSync(join(cwd, 'sub'));
  const files = { 'a.txt': 'b\na\nb\n', '-x.txt': 'dash\n', 'd.json': '{"n":3}\n', 'm.txt': '', 'r.txt': '' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  writeFileSync(join(cwd, 'sub/deep.ts'), 'deep\n');
  writeFileSync(join(cwd, 'Makefile'), 'all:\n\techo made\n');
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd, env: environment() });
  git('init', '--quiet', '--initial-branch=main');
  git('commit', '--quiet', '--allow-empty', '--message=first');
});

afterAll(() => rmSync(cwd, { recursive: true }));

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: cwd, LC_ALL: 'C', GIT_CONFIG_GLOBAL: '/dev/null' };
}

/** The exact command line of a call, as the companion builds it. */
async function argvOf({ command, args }: (typeof CASES)[number]): Promise<string[]> {
  const mapping = await mappingOf(command);
  const checked = validateToolCall({ id: 'x', name: command, arguments: JSON.parse(args) }, mapping);
  expect([...checked.errors, ...checked.warnings]).toStrictEqual([]);
  return buildCommandArray(mapping, checked.arguments);
}

test.each(CASES)('$command $args', async (entry) => {
  const argv = await argvOf(entry);
  expect(argv.map((element) => element.replaceAll(' ', '_')).join(' ')).toBe(entry.argv);
  const [program = '', ...rest] = argv;
  const { error, status, stdout, stderr } = spawnSync(program, rest, {
    cwd,
    env: environment(),
    input: '',
    timeout: 20_000,
    encoding: 'utf8',
  });
  // Not every machine has every program; how many were there is tested below.
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return;
  ran.add(program);
  expect({ status, stderr, prints: stdout.includes(entry.prints) || stdout }).toStrictEqual({
    status: 0,
    stderr: '',
    prints: true,
  });
});

const ran = new Set<string>();

test('at least 25 programs were there to be tried', () => {
  expect(ran.size).toBeGreaterThanOrEqual(25);
});
