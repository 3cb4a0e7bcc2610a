import { POLICY_PRESETS } from '@atip/core';
import { EXECUTION_POLICY_DEFAULTS } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { type CliHost, CliError } from '../cli-host.ts';
import { runTestCli } from '../testing/run-test-cli.ts';
import { callDirectory, readPolicy } from './call-settings.ts';

const write = (): void => undefined;

function hostWith(text: string): CliHost {
  return {
    args: [],
    cwd: '/nowhere',
    env: {},
    stdin: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
    stdout: { write },
    stderr: { write },
    signal: new AbortController().signal,
  };
}

test.each(['open', 'standard', 'read-only', 'no-network', 'ci'] as const)('%s is a preset', async (name) => {
  expect(await readPolicy(name, hostWith(''))).toStrictEqual(POLICY_PRESETS[name]);
});

test('no policy is the standard one', async () => {
  expect(await readPolicy(undefined, hostWith(''))).toStrictEqual(POLICY_PRESETS.standard);
});

test('a file is laid over the defaults', async () => {
  const policy = { allowNetwork: false, maxCostEstimate: 'low', minTrustLevel: 'org', sandbox: 'required' };
  expect(await readPolicy('-', hostWith(JSON.stringify(policy)))).toStrictEqual({
    ...EXECUTION_POLICY_DEFAULTS,
    ...policy,
  });
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'is not a JSON object'],
  ['null', 'is not a JSON object'],
  ['"open"', 'is not a JSON object'],
  ['{"allowNetwrok": false}', 'has the field "allowNetwrok", which no policy has'],
  ['{"constructor": true}', 'has the field "constructor", which no policy has'],
  ['{"confirmationHandler": true}', 'has the field "confirmationHandler", which no policy has'],
  ['{"allowNetwork": "false"}', 'sets allowNetwork to something other than true, false'],
  ['{"sandbox": "none"}', 'sets sandbox to something other than "required", "preferred", "off"'],
])('%s is refused: it %s', async (text, problem) => {
  await expect(readPolicy('-', hostWith(text))).rejects.toStrictEqual(
    new CliError(1, `The policy <stdin> ${problem}.`),
  );
});

test('a name that no object of ours has by itself is a file', async () => {
  await expect(readPolicy('toString', hostWith(''))).rejects.toThrow(
    'toString cannot be read: there is no such file (ENOENT).',
  );
});

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
