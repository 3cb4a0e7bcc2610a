import type { ExecutionPolicy } from '../types/policy.ts';
import type { SandboxMode } from '../types/sandbox.ts';
import type { TrustSource } from '../types/trust.ts';
import { assertPolicy } from './assert-policy.ts';
import { isTrustedEnough } from './trust.ts';

/**
 * Whether a tool of a source has to be held by a sandbox: what the policy says, else `preferred`, and `required` for sources
 * that are trusted less than `org`. Anything else in the policy's field counts as `required`.
 *
 * @throws AtipValidationError when the policy is no object
 */
export function sandboxModeFor(policy: Pick<ExecutionPolicy, 'sandbox'>, source: TrustSource): SandboxMode {
  assertPolicy(policy);
  const { sandbox } = policy;
  if (sandbox === undefined) return isTrustedEnough(source, 'org') ? 'preferred' : 'required';
  return sandbox === 'preferred' || sandbox === 'off' ? sandbox : 'required';
}
