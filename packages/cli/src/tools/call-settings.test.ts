import { POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { CliError } from '../cli-host.ts';
import { inputOf, testHost } from '../testing/run-test-cli.ts';
import { readSettings } from './call-settings.ts';

const readPolicy = async (named: string | undefined, text = '') =>
  (await readSettings(named, '/nowhere', testHost({ cwd: '/nowhere', stdin: inputOf(text) }))).settings.policy;

test('no policy is the standard one', async () => {
  const policy = { ...POLICY_PRESETS.standard, preset: 'standard' };
  expect(await readPolicy(undefined)).toStrictEqual(policy);
});

test('a file is laid over the standard', async () => {
  const policy = { allowNetwork: false, maxCostEstimate: 'low', minTrustLevel: 'org', sandbox: 'required' };
  expect(await readPolicy('-', JSON.stringify(policy))).toStrictEqual({
    ...POLICY_PRESETS.standard,
    ...policy,
  });
});

test.each([
  ['{', 'is not JSON'],
  [
    '{"allowNetwrok": false}',
    'cannot be applied: "allowNetwrok" is not a field of a policy, so it would restrict nothing. Did you mean "allowNetwork"?',
  ],
])('%s is refused: it %s', async (text, problem) => {
  await expect(readPolicy('-', text)).rejects.toStrictEqual(
    new CliError(1, `The policy <stdin> ${problem.replace(/([^?])$/, '$1.')}`),
  );
});

test('a misspelt preset is told from a file', async () => {
  await expect(readPolicy('read-onyl')).rejects.toThrow('Did you mean the preset read-only?');
});
