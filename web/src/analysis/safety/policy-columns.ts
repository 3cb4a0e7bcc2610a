/** The policies that stand side by side. */
import {
  defaultPolicyFor,
  type ExecutionPolicy,
  POLICY_PRESETS,
  type TrustSource,
  withPolicyDefaults,
} from '@atip/core';
import type { PlainPolicy } from '../../state/working-copy.ts';

export const COLUMN_KEYS = ['yours', 'open', 'standard', 'read-only', 'no-network', 'ci', 'trust'] as const;
/** `yours` is the page's own policy, `trust` what core advises for metadata of the document's source. */
export type ColumnKey = (typeof COLUMN_KEYS)[number];

/** Each policy as it decides: what it does not say is core's default. */
export function policyColumns(
  yours: PlainPolicy | undefined,
  trust: TrustSource,
): Readonly<Record<ColumnKey, ExecutionPolicy>> {
  return { yours: withPolicyDefaults(yours), ...POLICY_PRESETS, trust: defaultPolicyFor(trust) };
}
