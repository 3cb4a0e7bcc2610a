import type { Decision, ExecutionPolicy, PolicyPresetName } from '../types/policy.ts';
import type { TrustSource } from '../types/tool.ts';
import { TRUST_SOURCES } from '../effects/trust.ts';
import { LEVELS, POLICY_FIELDS } from './policy-fields.ts';

/** The fields that every preset sets. */
const EXECUTION_POLICY_DEFAULTS: Readonly<ExecutionPolicy> = {
  allowDestructive: false,
  allowInteractive: false,
};

/** Every level that no field of the specification answers. */
function levels(decision: Decision): ExecutionPolicy {
  const asked = LEVELS.filter((level) => POLICY_FIELDS[`levels/${level}`].group === 'asked');
  return { levels: Object.freeze(Object.fromEntries(asked.map((level) => [level, decision]))) };
}

const ASKED: ExecutionPolicy = /* @__PURE__ */ levels('confirm');

/**
 * Policies for common situations, frozen. Each sets every field that has a default, so that it means the same with and
 * without `withPolicyDefaults`.
 *
 * - `open`: everything is allowed without a question. For tools and machines where nothing can be lost.
 * - `standard`: a person confirms calls that are destructive or stated to be irreversible, end processes, run or send something that
 *   the call names, print credentials, act as root, or write outside the writable directories, and what a document
 *   trusted less than `org` does not state to be only reading. Interactive commands are denied. It holds where no preset
 *   is named.
 * - `read-only`: commands stated to be read-only run, stated changes are denied, the rest is confirmed: a network
 *   request may only read, but no document states that.
 * - `no-network`: as `standard`, and the network is denied.
 * - `ci`: no person can be asked. Commands that destroy, cannot be undone or cost money are denied, even if that is
 *   only possible, and so are inferred documents.
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
    // Trust alone refuses nothing, and a question would be a refusal here; guesses are below `minTrustLevel`.
    levels: Object.freeze({ ...ASKED.levels, untrusted: 'allow' }),
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

/** Deny destructive commands, confirm others. */
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
 * The policy for tools whose documents come from one source.
 *
 * `native`, `vendor`: destructive commands are confirmed. `org`: irreversible ones too. `community`, `user`:
 * destructive commands are denied, all others confirmed. `inferred`: only commands stated to be read-only can be
 * confirmed; all others are denied. Every policy denies interactive commands, and tools of a less trusted source. An
 * unknown source counts as `inferred`.
 *
 * @see ATIP 0.3 §3.2.2, §11.1
 * @example
 * ```ts
 * import { defaultPolicyFor } from '@atip/core/internal';
 * defaultPolicyFor('community').minTrustLevel; // 'community'
 * ```
 */
export function defaultPolicyFor(source: TrustSource): ExecutionPolicy {
  const known = TRUST_SOURCES.find((one) => one === source) ?? 'inferred';
  return { ...EXECUTION_POLICY_DEFAULTS, ...BY_SOURCE[known], minTrustLevel: known };
}
