import type { ExecutionPolicy } from '../types/policy.ts';
import { EXECUTION_POLICY_DEFAULTS } from './check-policy.ts';

export type PolicyPresetName = 'open' | 'standard' | 'read-only' | 'no-network' | 'ci';

/**
 * Policies for common situations, frozen. Each names every field that has a default, so that they mean the same with and
 * without `withPolicyDefaults`.
 *
 * - `open`: everything is allowed, also unasked. For tools and machines where nothing can be lost.
 * - `standard`: destructive commands are confirmed, interactive ones denied; the executor's defaults.
 * - `read-only`: what is stated to be read-only runs, stated changes are denied, the rest is confirmed: a request over the
 *   network may only ask, but no metadata says so.
 * - `no-network`: as `standard`, and the network is denied.
 * - `ci`: nobody is there to ask. What could destroy, not be undone or cost money is denied, also where that is only not
 *   ruled out, and so is metadata that nobody has written.
 */
export const POLICY_PRESETS: Readonly<Record<PolicyPresetName, Readonly<ExecutionPolicy>>> = Object.freeze({
  open: preset({ allowDestructive: true, allowInteractive: true }),
  standard: preset({}),
  'read-only': preset({ requireReadOnly: true, allowFilesystemWrite: false, allowFilesystemDelete: false }),
  'no-network': preset({ allowNetwork: false }),
  ci: preset({
    allowNonReversible: false,
    allowBillable: false,
    denyRestricted: true,
    denyUnknown: true,
    minTrustLevel: 'user',
  }),
});

function preset(fields: ExecutionPolicy): Readonly<ExecutionPolicy> {
  return Object.freeze({ ...EXECUTION_POLICY_DEFAULTS, ...fields });
}
