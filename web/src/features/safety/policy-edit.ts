/** Changes a policy field by field, and reads one from JSON. Fields that equal their default are left out. */
import { defaultPolicyFor, POLICY_PRESETS, type TrustSource } from '@atip/core';
import { POLICY_FIELDS as FIELDS, isRecord, type PolicyField as Field, type PolicyKey } from '@atip/core/internal';
import { parseJson } from '../../text/parsed-json.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';

export type { PolicyKey };
export type PolicyField = Field & { readonly key: PolicyKey };

/** All fields in the order in which they are shown. */
export const POLICY_FIELDS: readonly PolicyField[] = Object.entries(FIELDS).map(([key, field]) => ({
  ...field,
  key: key as PolicyKey,
}));

export const PRESET_NAMES = ['standard', 'read-only', 'ci', 'no-network', 'open', 'trust'] as const;
export type PolicyName = (typeof PRESET_NAMES)[number] | 'yours';

export type PolicyValue = boolean | string | undefined;

/** The policy that holds on the page: what it does not say is as in `standard`. */
export function wholePolicy(policy: PlainPolicy | undefined): PlainPolicy {
  const { confirmationHandler: _none, ...standard } = POLICY_PRESETS.standard;
  return { ...standard, ...policy };
}

/** The value that holds where a policy is silent. */
function silent({ key, byDefault }: PolicyField): unknown {
  return wholePolicy(undefined)[key] ?? byDefault;
}

/** A switch's state, read as core reads the field, whatever a link put there. */
export function isOn(policy: PlainPolicy, field: Extract<PolicyField, { readonly kind: 'switch' }>): boolean {
  const given: unknown = policy[field.key];
  const value = given === undefined ? silent(field) : given;
  // Anything but true is no permission, and anything but false is a restriction.
  return field.allows ? value === true : value !== false;
}

/** A select's value: `""` for the absent field; an unknown value comes as its JSON. */
export function selected(policy: PlainPolicy, field: Extract<PolicyField, { readonly kind: 'select' }>): string {
  const given: unknown = policy[field.key];
  const value = given === undefined ? silent(field) : given;
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without the fields that equal their default; `undefined` when nothing is left. */
export function tidyPolicy(policy: PlainPolicy): PlainPolicy | undefined {
  const own = Object.entries(policy).filter(([key, value]) => {
    const field = POLICY_FIELDS.find((one) => one.key === key);
    return value !== undefined && (field === undefined || value !== silent(field));
  });
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** The policy with the fields of a preset; `trust` is the one that core advises for metadata of this source. */
export function presetPolicy(name: Exclude<PolicyName, 'yours'>, trust: TrustSource): PlainPolicy | undefined {
  // A plain policy lacks only the handler, which core's own do not have.
  const { confirmationHandler: _none, ...plain } = name === 'trust' ? defaultPolicyFor(trust) : POLICY_PRESETS[name];
  const byDefault = Object.fromEntries(POLICY_FIELDS.map((field) => [field.key, field.byDefault]));
  return tidyPolicy({ ...byDefault, ...plain });
}

/** The preset that a policy equals, field by field; else `yours`. */
export function policyName(policy: PlainPolicy | undefined, trust: TrustSource): PolicyName {
  const own = fieldsOf(tidyPolicy(policy ?? {}));
  return PRESET_NAMES.find((name) => fieldsOf(presetPolicy(name, trust)) === own) ?? 'yours';
}

function fieldsOf(policy: PlainPolicy | undefined): string {
  return JSON.stringify(Object.entries(policy ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export interface ReadPolicy {
  /** Absent: the default one. */
  readonly policy?: PlainPolicy | undefined;
  /** Empty: it is a policy. */
  readonly problems: readonly string[];
}

/** Reads a policy from its JSON. A misspelt field would restrict nothing, so one fault refuses the whole text. */
export function readPolicy(text: string): ReadPolicy {
  const parsed = parseJson(text);
  if (!parsed.ok) return { problems: [`This is not JSON yet: ${parsed.message}.`] };
  const problems = policyProblems(parsed.value);
  // Each field has just been checked to be one of a policy, with a value that it takes.
  return problems.length > 0 ? { problems } : { problems, policy: tidyPolicy(parsed.value as PlainPolicy) };
}

/** A policy's problems, a sentence each; also for one that came with a link or a draft. */
export function policyProblems(value: unknown): readonly string[] {
  if (!isRecord(value)) return ['A policy is a JSON object.'];
  return Object.entries(value).flatMap(([key, given]: [string, unknown]): readonly string[] => {
    const field = POLICY_FIELDS.find((one) => one.key === key);
    if (field === undefined) return [`${quoted(key)} is not a field of a policy, so it would restrict nothing.`];
    if (given === undefined) return [];
    if (field.kind === 'switch') {
      if (typeof given === 'boolean') return [];
      return [
        `${quoted(key)} has to be true or false; ${quoted(given)} is taken for ${field.allows ? 'false' : 'true'}.`,
      ];
    }
    if (typeof given === 'string' && field.values.includes(given)) return [];
    return [`${quoted(key)} has to be one of ${field.values.join(', ')}; ${quoted(given)} is taken for the strictest.`];
  });
}

const MAX_SHOWN = 60;

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
