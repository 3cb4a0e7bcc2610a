import { expect, test } from 'vitest';
import { runTestCli } from '../testing/run-test-cli.ts';
import { callDirectory } from './call-directory.ts';

test.each([
  [undefined, '/usr'],
  ['bin', '/usr/bin'],
  ['/', '/'],
])('--cwd %s from /usr', async (named, expected) => {
  expect(await callDirectory(named, { cwd: '/usr' })).toBe(expected);
});

test.each(['/nowhere/at/all', '/etc/passwd'])('mcp does not begin in %s', async (path) => {
  expect(await runTestCli(['mcp', '--cwd', path])).toStrictEqual({
    code: 2,
    stdout: '',
    stderr: `atip: --cwd must name a directory, and ${path} is none.\n`,
  });
});
