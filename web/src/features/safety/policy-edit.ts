/** Changes a policy field by field, and reads one from JSON. Fields that equal their default are left out. */
import { defaultPolicyFor, POLICY_PRESETS, type TrustSource } from '@atip/core';
import {
  POLICY_FIELDS as FIELDS,
  type PolicyField as Field,
  type PolicyKey,
  policyProblems as problemsOf,
} from '@atip/core/internal';
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
  return { ...standard, ...policy, levels: { ...standard.levels, ...policy?.levels } };
}

/** A policy's fields and levels, each under its key. */
function settingsOf({ levels = {}, ...fields }: PlainPolicy): Readonly<Record<string, unknown>> {
  const own = Object.entries(levels).map(([level, value]) => [`levels/${level}`, value]);
  return { ...fields, ...Object.fromEntries(own) };
}

/** The policy with one setting more, or less where the value is undefined. */
export function withSetting(policy: PlainPolicy, key: PolicyKey, value: PolicyValue): PlainPolicy {
  const [head, level] = key.split('/');
  return level === undefined
    ? { ...policy, [key]: value }
    : { ...policy, [String(head)]: { ...policy.levels, [level]: value } };
}

/** The value that holds where a policy is silent. */
function silent({ key, byDefault }: PolicyField): unknown {
  return settingsOf(wholePolicy(undefined))[key] ?? byDefault;
}

/** The settings that a person is shown: a level that a field of the specification covers only where the policy states it. */
export function shownFields(policy: PlainPolicy): readonly PolicyField[] {
  const settings = settingsOf(policy);
  return POLICY_FIELDS.filter(({ group, key }) => group !== 'covered' || settings[key] !== undefined);
}

/** A switch's state, read as core reads the field, whatever a link put there. */
export function isOn(policy: PlainPolicy, field: Extract<PolicyField, { readonly kind: 'switch' }>): boolean {
  const given = settingsOf(policy)[field.key];
  const value = given === undefined ? silent(field) : given;
  // Anything but true is no permission, and anything but false is a restriction.
  return field.allows ? value === true : value !== false;
}

/** A select's value: `""` for the absent field; an unknown value comes as its JSON. */
export function selected(policy: PlainPolicy, field: Extract<PolicyField, { readonly kind: 'select' }>): string {
  const given = settingsOf(policy)[field.key];
  const value = given === undefined ? silent(field) : given;
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without the fields that equal their default; `undefined` when nothing is left. */
export function tidyPolicy(policy: PlainPolicy): PlainPolicy | undefined {
  const isOwn = ([key, value]: [string, unknown]): boolean => {
    const field = POLICY_FIELDS.find((one) => one.key === key);
    return value !== undefined && (field === undefined || value !== silent(field));
  };
  const { levels = {}, ...fields } = policy;
  const own = Object.entries(levels).filter(([level, value]) => isOwn([`levels/${level}`, value]));
  const kept: PlainPolicy = Object.fromEntries(Object.entries(fields).filter(isOwn));
  if (own.length > 0) kept.levels = Object.fromEntries(own);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** The policy with the fields of a preset; `trust` is the one that core advises for metadata of this source. */
export function presetPolicy(name: Exclude<PolicyName, 'yours'>, trust: TrustSource): PlainPolicy | undefined {
  // A plain policy lacks only the handler, which core's own do not have.
  const { confirmationHandler: _none, ...plain } = name === 'trust' ? defaultPolicyFor(trust) : POLICY_PRESETS[name];
  let whole: PlainPolicy = {};
  for (const { key, byDefault } of POLICY_FIELDS)
    if (byDefault !== undefined) whole = withSetting(whole, key, byDefault);
  return tidyPolicy({ ...whole, ...plain, levels: { ...whole.levels, ...plain.levels } });
}

/** The preset that a policy equals, field by field; else `yours`. */
export function policyName(policy: PlainPolicy | undefined, trust: TrustSource): PolicyName {
  const own = fieldsOf(tidyPolicy(policy ?? {}));
  return PRESET_NAMES.find((name) => fieldsOf(presetPolicy(name, trust)) === own) ?? 'yours';
}

function fieldsOf(policy: PlainPolicy | undefined): string {
  return JSON.stringify(Object.entries(settingsOf(policy ?? {})).toSorted(([one], [other]) => (one < other ? -1 : 1)));
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
  return problemsOf(value).map(({ message }) => message);
}
