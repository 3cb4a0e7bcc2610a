import { expect, test } from 'vitest';
import type { SandboxMode } from '../types/policy.ts';
import type { TrustSource } from '../types/tool.ts';
import { sandboxModeFor } from './sandbox-access.ts';

test.each<[TrustSource, SandboxMode]>([
  ['native', 'preferred'],
  ['org', 'preferred'],
  ['community', 'required'],
  ['inferred', 'required'],
])('a policy that says nothing, for a source that is %s: %s', (source, mode) => {
  expect(sandboxModeFor({}, source)).toBe(mode);
});

test.each<[unknown, SandboxMode]>([
  ['required', 'required'],
  ['preferred', 'preferred'],
  ['off', 'off'],
  [false, 'required'],
])('the policy decides: %j is %s', (sandbox, mode) => {
  const policy = JSON.parse(JSON.stringify({ sandbox }));
  expect(sandboxModeFor(policy, 'inferred')).toBe(mode);
  expect(sandboxModeFor(policy, 'native')).toBe(mode);
});
