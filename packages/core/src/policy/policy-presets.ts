import type { Decision, ExecutionPolicy, PolicyPresetName } from '../types/policy.ts';
import type { TrustSource } from '../types/tool.ts';
import { TRUST_SOURCES } from '../effects/trust.ts';

/** The defaults of the executor and the companion where a policy says nothing; the absent fields allow. */
export const EXECUTION_POLICY_DEFAULTS: Readonly<ExecutionPolicy> = {
  allowDestructive: false,
  allowInteractive: false,
  minTrustLevel: 'inferred',
};

function levels(decision: Decision): ExecutionPolicy {
  return {
    levels: Object.freeze({
      ...{ notReversible: decision, runsCall: decision, sends: decision },
      ...{ reveals: decision, privilege: decision, writesOutside: decision },
    }),
  };
}

const ASKED: ExecutionPolicy = /* @__PURE__ */ levels('confirm');

/**
 * Policies for common situations, frozen. Each names every field that has a default, so that they mean the same with and
 * without `withPolicyDefaults`.
 *
 * - `open`: everything is allowed, also unasked. For tools and machines where nothing can be lost.
 * - `standard`: a person confirms what is destructive or stated not to be reversible, runs what the call names, sends what it names,
 *   prints credentials, acts as root, or writes outside the writable directories. Interactive commands are denied.
 * - `read-only`: what is stated to be read-only runs, stated changes are denied, the rest is confirmed: a request over the
 *   network may only ask, but no metadata says so.
 * - `no-network`: as `standard`, and the network is denied.
 * - `ci`: nobody is there to ask. Commands that could destroy, not be undone or cost money are denied, also where that is only not
 *   ruled out, and so is metadata that nobody has written.
 *
 * @example
 * ```ts
 * import { checkCall, POLICY_PRESETS, type AtipTool, type ToolCall } from '@atip/core';
 * declare const git: AtipTool, call: ToolCall;
 * const { decision } = checkCall(call, [git], { ...POLICY_PRESETS['read-only'], minTrustLevel: 'vendor' });
 * ```
 */
export const POLICY_PRESETS: Readonly<Record<PolicyPresetName, Readonly<ExecutionPolicy>>> = Object.freeze({
  open: preset({ allowDestructive: true, allowInteractive: true, ...levels('allow') }),
  standard: preset(ASKED),
  'read-only': preset({ requireReadOnly: true, allowFilesystemWrite: false, allowFilesystemDelete: false, ...ASKED }),
  'no-network': preset({ allowNetwork: false, ...ASKED }),
  ci: preset({
    ...ASKED,
    allowNonReversible: false,
    allowBillable: false,
    denyRestricted: true,
    denyUnknown: true,
    minTrustLevel: 'user',
  }),
});

function preset(fields: ExecutionPolicy): Readonly<ExecutionPolicy> {
  // Whoever names a preset has chosen, so that the trust table is not laid over it.
  return Object.freeze({ ...EXECUTION_POLICY_DEFAULTS, byTrust: false, ...fields });
}

/**
 * A policy as hosts apply it that know where they found their documents: the trust table holds besides, until somebody names a
 * preset or says `byTrust`. Core alone knows no places, so its own functions take a policy as it is.
 */
export function withTrustTable(policy: ExecutionPolicy): ExecutionPolicy {
  return policy.preset === undefined && policy.byTrust === undefined ? { ...policy, byTrust: true } : policy;
}

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
 * @example
 * ```ts
 * import { defaultPolicyFor } from '@atip/core';
 * defaultPolicyFor('community').minTrustLevel; // 'community'
 * ```
 */
export function defaultPolicyFor(source: TrustSource): ExecutionPolicy {
  const known = TRUST_SOURCES.find((one) => one === source) ?? 'inferred';
  return { ...EXECUTION_POLICY_DEFAULTS, ...BY_SOURCE[known], minTrustLevel: known };
}
