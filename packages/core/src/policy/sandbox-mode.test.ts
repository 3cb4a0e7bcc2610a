import { expect, test } from 'vitest';
import type { SandboxMode } from '../types/sandbox.ts';
import type { TrustSource } from '../types/trust.ts';
import { sandboxModeFor } from './sandbox-mode.ts';

test.each<[TrustSource, SandboxMode]>([
  ['native', 'preferred'],
  ['vendor', 'preferred'],
  ['org', 'preferred'],
  ['community', 'required'],
  ['user', 'required'],
  ['inferred', 'required'],
])('a policy that says nothing, for a source that is %s: %s', (source, mode) => {
  expect(sandboxModeFor({}, source)).toBe(mode);
});

test.each<[unknown, SandboxMode]>([
  ['required', 'required'],
  ['preferred', 'preferred'],
  ['off', 'off'],
  ['none', 'required'],
  [false, 'required'],
  [null, 'required'],
])('the policy decides: %j is %s', (sandbox, mode) => {
  const policy = JSON.parse(JSON.stringify({ sandbox }));
  expect(sandboxModeFor(policy, 'inferred')).toBe(mode);
  expect(sandboxModeFor(policy, 'native')).toBe(mode);
});
