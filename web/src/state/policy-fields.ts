/** Every field of a policy as a person sets it. */
import { COST_ESTIMATES, TRUST_SOURCES } from '@atip/core';
import type { PlainPolicy } from './working-copy.ts';

export type PolicyKey = keyof PlainPolicy;

interface FieldText {
  readonly key: PolicyKey;
  /** What it is called; of a switch, what is so while it is on. */
  readonly label: string;
  /** What it does, one sentence. */
  readonly help: string;
}

export type PolicyField = FieldText &
  (
    | {
        readonly kind: 'switch';
        /** Of an absent field. */
        readonly byDefault: boolean;
        /** True: off restricts. False: on restricts. */
        readonly allows: boolean;
      }
    | {
        readonly kind: 'select';
        /** The value that the companion uses where the field is absent; itself absent where there is none. */
        readonly byDefault?: string;
        /** What the absent field is called; absent where it is one of the values. */
        readonly none?: string;
        readonly values: readonly string[];
      }
  );

export interface PolicyGroup {
  readonly title: string;
  readonly fields: readonly PolicyField[];
}

const allows = { kind: 'switch', byDefault: true, allows: true } as const;
const restricts = { kind: 'switch', byDefault: false, allows: false } as const;

export const POLICY_GROUPS: readonly PolicyGroup[] = [
  {
    title: 'What may happen unasked',
    fields: [
      {
        ...{ ...allows, byDefault: false, key: 'allowDestructive', label: 'Destroy data' },
        help: 'Off: a person confirms what destroys data for good.',
      },
      {
        ...{ ...allows, key: 'allowNonReversible', label: 'Do what cannot be undone' },
        help: 'Off: a person confirms what cannot be undone.',
      },
      { ...{ ...allows, key: 'allowBillable', label: 'Cost money' }, help: 'Off: what may cost money is denied.' },
      {
        ...{ ...allows, key: 'allowFilesystemDelete', label: 'Delete files' },
        help: 'Off: what deletes files is denied.',
      },
      {
        ...{ ...allows, key: 'allowFilesystemWrite', label: 'Write files' },
        help: 'Off: what writes files is denied.',
      },
      {
        ...{ ...allows, key: 'allowNetwork', label: 'Use the network' },
        help: 'Off: what uses the network is denied.',
      },
      {
        ...{ ...allows, byDefault: false, key: 'allowInteractive', label: 'Ask at a terminal' },
        help: 'Off: what waits for a person at a terminal is denied.',
      },
    ],
  },
  {
    title: 'How strict it is',
    fields: [
      {
        ...{ ...restricts, key: 'requireReadOnly', label: 'Only read' },
        help: 'On: stated changes are denied, and what does not state to be read-only is confirmed.',
      },
      {
        ...{ ...restricts, key: 'denyRestricted', label: 'Deny instead of asking' },
        help: 'On: a stated effect that is off above is denied, never confirmed.',
      },
      {
        ...{ ...restricts, key: 'denyUnknown', label: 'Deny what is not stated' },
        help: 'On: where an effect that is off above is not stated, the command is denied instead of confirmed.',
      },
      {
        ...{ ...restricts, key: 'confirmAll', label: 'Confirm every call' },
        help: 'On: a person confirms every call that is not denied.',
      },
    ],
  },
  {
    title: 'Limits',
    fields: [
      {
        ...{ kind: 'select', key: 'maxCostEstimate', label: 'Highest cost', none: 'no limit', values: COST_ESTIMATES },
        help: 'What states to cost more is denied; what does not state its cost is confirmed.',
      },
      {
        ...{ kind: 'select', key: 'minTrustLevel', label: 'Least trusted metadata' },
        ...{ byDefault: 'inferred', values: TRUST_SOURCES },
        help: 'Tools whose metadata comes from a less trusted source are denied; inferred accepts every source.',
      },
      {
        ...{ kind: 'select', key: 'sandbox', label: 'Sandbox', none: 'by source' },
        values: ['required', 'preferred', 'off'],
        help: 'Required: nothing runs unheld. By source: required for metadata trusted less than org, else preferred.',
      },
    ],
  },
];

/** All fields in the order in which they are shown. */
export const POLICY_FIELDS: readonly PolicyField[] = POLICY_GROUPS.flatMap(({ fields }) => fields);
