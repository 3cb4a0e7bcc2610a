/** Every field of a policy as the page shows it: core's table, by group. */
import { POLICY_FIELDS as FIELDS, type PolicyField as Field, type PolicyKey } from '@atip/core/internal';

export type { PolicyKey };
export type PolicyField = Field & { readonly key: PolicyKey };

/** All fields in the order in which they are shown. */
export const POLICY_FIELDS: readonly PolicyField[] = Object.entries(FIELDS).map(([key, field]) => ({
  ...field,
  key: key as PolicyKey,
}));

const TITLES = { unasked: 'What may happen unasked', strict: 'How strict it is', limits: 'Limits' } as const;

export interface PolicyGroup {
  readonly title: string;
  readonly fields: readonly PolicyField[];
}

export const POLICY_GROUPS: readonly PolicyGroup[] = Object.entries(TITLES).map(([group, title]) => ({
  title,
  fields: POLICY_FIELDS.filter((field) => field.group === group),
}));
