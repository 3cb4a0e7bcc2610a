/** Changing a policy field by field. What equals its default is left out, so that an absent policy is the default one. */
import { POLICY_FIELDS, type PolicyField, type PolicyKey } from './policy-fields.ts';
import type { PlainPolicy } from './working-copy.ts';

export type PolicyValue = boolean | string | undefined;

/** What a switch shows: as core reads the field, whatever a link put there. */
export function isOn(policy: PlainPolicy, field: Extract<PolicyField, { readonly kind: 'switch' }>): boolean {
  const value: unknown = policy[field.key];
  if (value === undefined) return field.byDefault;
  // Anything but true is no permission, and anything but false is a restriction.
  return field.allows ? value === true : value !== false;
}

/** What a select shows: `""` for the absent field; what no value is comes as its JSON. */
export function selected(policy: PlainPolicy, field: Extract<PolicyField, { readonly kind: 'select' }>): string {
  const value: unknown = policy[field.key];
  if (value === undefined) return field.byDefault ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The policy with one field set; `undefined` when nothing is left that differs from the default. */
export function withPolicyField(policy: PlainPolicy, key: PolicyKey, value: PolicyValue): PlainPolicy | undefined {
  return tidyPolicy({ ...policy, [key]: value });
}

/** Without the fields that equal their default; `undefined` when nothing is left. */
export function tidyPolicy(policy: PlainPolicy): PlainPolicy | undefined {
  const own = Object.entries(policy).filter(([key, value]) => {
    const field = POLICY_FIELDS.find((one) => one.key === key);
    return value !== undefined && (field === undefined || value !== field.byDefault);
  });
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** The fields that differ from the default, in the order in which they are shown. */
export function changedFields(policy: PlainPolicy | undefined): readonly PolicyField[] {
  const own = new Set(Object.keys(tidyPolicy(policy ?? {}) ?? {}));
  return POLICY_FIELDS.filter(({ key }) => own.has(key));
}
