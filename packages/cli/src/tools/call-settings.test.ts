import { POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { type CliHost, CliError } from '../cli-host.ts';
import { runTestCli } from '../testing/run-test-cli.ts';
import { directoryOf, readSettings } from './call-settings.ts';

const write = (): void => undefined;
const readPolicy = async (named: string | undefined, host: CliHost) =>
  (await readSettings(named, '/nowhere', host)).settings.policy;

function hostWith(text: string): CliHost {
  return {
    args: [],
    cwd: '/nowhere',
    env: { HOME: '/nowhere' },
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
  const policy = { ...POLICY_PRESETS.standard, preset: 'standard' };
  expect(await readPolicy(undefined, hostWith(''))).toStrictEqual(policy);
});

test('a file is laid over the standard', async () => {
  const policy = { allowNetwork: false, maxCostEstimate: 'low', minTrustLevel: 'org', sandbox: 'required' };
  expect(await readPolicy('-', hostWith(JSON.stringify(policy)))).toStrictEqual({
    ...POLICY_PRESETS.standard,
    ...policy,
  });
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'cannot be applied: A policy is a JSON object'],
  ['null', 'cannot be applied: A policy is a JSON object'],
  ['"open"', 'cannot be applied: A policy is a JSON object'],
  [
    '{"allowNetwrok": false}',
    'cannot be applied: "allowNetwrok" is not a field of a policy, so it would restrict nothing. Did you mean "allowNetwork"?',
  ],
  [
    '{"constructor": true}',
    'cannot be applied: "constructor" is not a field of a policy, so it would restrict nothing',
  ],
  [
    '{"confirmationHandler": true}',
    'cannot be applied: "confirmationHandler" is not a field of a policy, so it would restrict nothing',
  ],
  [
    '{"allowNetwork": "false"}',
    'cannot be applied: "allowNetwork" has to be true or false; "false" is taken for false',
  ],
  [
    '{"sandbox": "none"}',
    'cannot be applied: "sandbox" has to be one of required, preferred, off; "none" is taken for the strictest',
  ],
])('%s is refused: it %s', async (text, problem) => {
  await expect(readPolicy('-', hostWith(text))).rejects.toStrictEqual(
    new CliError(1, `The policy <stdin> ${problem.replace(/([^?])$/, '$1.')}`),
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
  expect(await directoryOf('--cwd', named, { cwd: '/usr' })).toBe(expected);
});

test.each(['/nowhere/at/all', '/etc/passwd'])('mcp does not begin in %s', async (path) => {
  expect(await runTestCli(['mcp', '--cwd', path])).toStrictEqual({
    code: 2,
    stdout: '',
    stderr: `atip: --cwd must name a directory, and ${path} is not one.\n`,
  });
});

test('a misspelt preset is told from a file', async () => {
  await expect(readPolicy('read-onyl', hostWith(''))).rejects.toThrow('Did you mean the preset read-only?');
});
