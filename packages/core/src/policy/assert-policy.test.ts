import { AtipValidationError } from '../errors/atip-error.ts';
import { EXECUTION_POLICY_DEFAULTS } from './check-policy.ts';
import { defaultPolicyFor } from './policy-presets.ts';
import { assertPolicy } from './policy-rules.ts';
import { expect, test } from 'vitest';

test.each([{}, { allowNetwork: false }, Object.create(null), EXECUTION_POLICY_DEFAULTS])('%j is a policy', (policy) => {
  expect(assertPolicy(policy)).toBe(undefined);
});

test.each<[string, unknown]>([
  ['null', null],
  ['undefined', undefined],
  ['a list', [{ allowNetwork: false }]],
  ['a map', new Map([['allowNetwork', false]])],
])('%s is none, and would allow everything', (_name, policy) => {
  expect(() => assertPolicy(policy)).toThrow(AtipValidationError);
});

test.each<[string, unknown]>([
  ['a list that reads as a source', ['native']],
  ['a name of the prototype', 'constructor'],
  ['undefined', undefined],
])('%s is no source, so the policy is that of inferred metadata', (_name, source) => {
  // As it may stand in a document.
  expect(defaultPolicyFor(source as 'native')).toStrictEqual(defaultPolicyFor('inferred'));
});
