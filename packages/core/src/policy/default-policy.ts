import type { ExecutionPolicy } from '../types/policy.ts';
import type { TrustSource } from '../types/trust.ts';
import { EXECUTION_POLICY_DEFAULTS } from './check-policy.ts';
import { TRUST_SOURCES } from './trust.ts';

/** Block destructive, confirm others. */
const LOW: ExecutionPolicy = { denyRestricted: true, confirmAll: true };
const BY_SOURCE: Readonly<Record<TrustSource, ExecutionPolicy>> = {
  native: {},
  vendor: {},
  org: { allowNonReversible: false },
  community: LOW,
  user: LOW,
  inferred: { ...LOW, requireReadOnly: true, denyUnknown: true },
};

/**
 * The policy that suits metadata of one source, to be used for tools of that source.
 *
 * `native`, `vendor`: what destroys is confirmed, whoever says that it does not harm. `org`: so is what cannot be undone.
 * `community`, `user`: what destroys is denied, everything else confirmed. `inferred`: only what is stated to be read-only
 * can be confirmed; everything else is denied. Interactive commands are denied throughout, and tools of a less trusted source
 * than the policy is for. An unknown source counts as `inferred`.
 *
 * @see ATIP 0.3 §3.2.2, §11.1
 */
export function defaultPolicyFor(source: TrustSource): ExecutionPolicy {
  const known = TRUST_SOURCES.find((one) => one === source) ?? 'inferred';
  return { ...EXECUTION_POLICY_DEFAULTS, ...BY_SOURCE[known], minTrustLevel: known };
}
