import { POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { policyName, readPolicy, tidyPolicy, wholePolicy } from './policy-edit.ts';

test('a policy equal to the default is none', () => {
  expect(tidyPolicy({ ...POLICY_PRESETS.standard })).toBeUndefined();
  expect(tidyPolicy({ allowNetwork: true, denyUnknown: false })).toBeUndefined();
  expect(tidyPolicy({ allowNetwork: false, confirmAll: false })).toStrictEqual({ allowNetwork: false });
  expect(tidyPolicy({ ['sandbox' as string]: undefined })).toBeUndefined();
});

const RULES = [{ run: 'git push', decision: 'allow' as const }];

test.each([
  [{ preset: 'standard' as const }, undefined, 'standard'],
  [{ preset: 'read-only' as const, requireReadOnly: true }, { preset: 'read-only' }, 'read-only'],
  [{ preset: 'ci' as const, denyUnknown: false }, { preset: 'ci', denyUnknown: false }, 'yours'],
  [{ allowNetwork: false }, { allowNetwork: false }, 'no-network'],
  [{ rules: [] }, undefined, 'standard'],
  [{ rules: RULES }, { rules: RULES }, 'yours'],
])('%j is kept as %j, and called %s', (policy, kept, name) => {
  expect([tidyPolicy(policy), policyName(policy, 'native')]).toStrictEqual([kept, name]);
});

test('what is no policy decides like ci, and a preset decides where the policy is silent', () => {
  const foreign = JSON.parse('{ "preset": "lax", "allowDestructve": false }');
  expect(wholePolicy(foreign)).toStrictEqual({ ...POLICY_PRESETS.ci, preset: 'ci' });
  expect(wholePolicy({ preset: 'open', confirmAll: true })).toMatchObject({ allowDestructive: true, confirmAll: true });
});

test.each([
  [
    '{ "allowNetwork": false, "maxCostEstimate": "low" }',
    { problems: [], policy: { allowNetwork: false, maxCostEstimate: 'low' } },
  ],
  [
    '{ "alowNetwork": false }',
    {
      problems: [
        '"alowNetwork" is not a field of a policy, so it would restrict nothing. Did you mean "allowNetwork"?',
      ],
    },
  ],
  [
    '{ "allowNetwork": "false", "confirmAll": 1 }',
    {
      problems: [
        '"allowNetwork" has to be true or false; "false" is taken for false.',
        '"confirmAll" has to be true or false; 1 is taken for true.',
      ],
    },
  ],
  [
    '{ "sandbox": "none" }',
    {
      problems: ['"sandbox" has to be one of required, preferred, off; "none" is taken for the strictest.'],
    },
  ],
])('%s is read, or its faults are said', (text, expected) => {
  expect(readPolicy(text)).toStrictEqual(expected);
});

test('what is no JSON is said to be none', () => {
  expect(readPolicy('{ "a')).toMatchObject({ problems: [expect.stringContaining('This is not JSON yet')] });
});
