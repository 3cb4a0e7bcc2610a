/** Changes a policy field by field, and reads one from JSON. Fields that equal their default are left out. */
import { AtipError, type ExecutionPolicy, type PolicyRule, type TrustSource } from '@atip/core';
import {
  defaultPolicyFor,
  asRecord,
  POLICY_FIELDS as FIELDS,
  type PolicyField,
  type PolicyKey,
  policyProblems as problemsOf,
  withPolicyDefaults,
  withPreset,
} from '@atip/core/internal';
import { parseJson } from '../text/json.ts';
import type { PlainPolicy } from '../document/working-copy.ts';

export type { PolicyKey };
type KeyedField = PolicyField & { readonly key: PolicyKey };

const POLICY_FIELDS: readonly KeyedField[] = Object.entries(FIELDS).map(([key, field]) => ({
  ...field,
  key: key as PolicyKey,
}));

export const PRESET_NAMES = ['standard', 'read-only', 'ci', 'no-network', 'open', 'trust'] as const;
export type PolicyName = (typeof PRESET_NAMES)[number] | 'yours';

export type PolicyValue = boolean | string | undefined;

/** The policy in force on the page: silent fields come from its preset, else from `standard`; an invalid one decides like `ci`. */
export function wholePolicy(policy: PlainPolicy = {}): ExecutionPolicy {
  return withPreset({ preset: 'standard', ...(isPolicy(policy) ? policy : { preset: 'ci' }) });
}

/** False: core would refuse it for an unknown field, level or rule; a link or a draft may bring such a policy. */
export function isPolicy(policy: PlainPolicy): boolean {
  try {
    withPolicyDefaults(policy);
    return true;
  } catch (error) {
    if (AtipError.isInstance(error)) return false;
    throw error;
  }
}

/** A policy's fields and levels, each under its key. */
function settingsOf({ levels = {}, ...fields }: PlainPolicy): Readonly<Record<string, unknown>> {
  const own = Object.entries(levels).map(([level, value]) => [`levels/${level}`, value]);
  return { ...fields, ...Object.fromEntries(own) };
}

/** The policy with one setting more, or less where the value is undefined. */
function withSetting(policy: PlainPolicy, key: PolicyKey, value: PolicyValue): PlainPolicy {
  const [head, level] = key.split('/');
  return level === undefined
    ? { ...policy, [key]: value }
    : { ...policy, [String(head)]: { ...policy.levels, [level]: value } };
}

/** A change of a policy: one setting; a rule before all others; or a rule less. */
export type PolicyChange =
  | { readonly key: PolicyKey; readonly value: PolicyValue }
  | { readonly rule: PolicyRule }
  | { readonly without: number };

export function changedPolicy(policy: PlainPolicy, change: PolicyChange): PlainPolicy {
  const { rules = [] } = policy;
  if ('rule' in change) return { ...policy, rules: [change.rule, ...rules] };
  if ('without' in change) return { ...policy, rules: rules.toSpliced(change.without, 1) };
  return withSetting(policy, change.key, change.value);
}

function silent({ key, byDefault }: KeyedField, { preset }: PlainPolicy): unknown {
  return settingsOf(wholePolicy(preset && { preset }))[key] ?? byDefault;
}

/** Without what equals its default; `undefined` when nothing is left. */
export function tidyPolicy(policy: PlainPolicy): PlainPolicy | undefined {
  const isOwn = ([key, value]: [string, unknown]): boolean => {
    const field = POLICY_FIELDS.find((one) => one.key === key);
    const usual = key === 'preset' ? 'standard' : field && silent(field, policy);
    return value !== undefined && value !== usual && !(key === 'rules' && policy.rules?.length === 0);
  };
  const { levels = {}, ...fields } = policy;
  const own = Object.entries(levels).filter(([level, value]) => isOwn([`levels/${level}`, value]));
  const kept: PlainPolicy = Object.fromEntries(Object.entries(fields).filter(isOwn));
  if (own.length > 0) kept.levels = Object.fromEntries(own);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** The fields of a preset; `trust` is core's advice for documents of this source. */
export function presetPolicy(name: Exclude<PolicyName, 'yours'>, trust: TrustSource): PlainPolicy | undefined {
  if (name !== 'trust') return tidyPolicy({ preset: name });
  let whole: PlainPolicy = {};
  for (const { key, byDefault } of POLICY_FIELDS)
    if (byDefault !== undefined) whole = withSetting(whole, key, byDefault);
  // A plain policy lacks only the handler, which core's own do not have.
  const { confirmationHandler: _none, ...plain } = defaultPolicyFor(trust);
  return tidyPolicy({ ...whole, ...plain });
}

/** The preset that a policy equals, field by field; else `yours`, also with rules and hosts of its own. */
export function policyName(policy: PlainPolicy = {}, trust: TrustSource): PolicyName {
  const { rules = [], network } = policy;
  return rules.length > 0 || network !== undefined ? 'yours' : baseName(policy, trust);
}

/** The preset that the fields and levels of a policy come to, whatever its rules are. */
export function baseName(policy: PlainPolicy, trust: TrustSource): PolicyName {
  const { rules: _rules, network: _hosts, ...fields } = policy;
  if (!isPolicy(fields)) return 'yours';
  const own = effectOf(fields);
  return PRESET_NAMES.find((name) => effectOf(presetPolicy(name, trust)) === own) ?? 'yours';
}

function effectOf(policy: PlainPolicy | undefined): string {
  const settings = settingsOf(wholePolicy(policy));
  return JSON.stringify(POLICY_FIELDS.map(({ key, byDefault }) => settings[key] ?? byDefault));
}

export interface ReadPolicy {
  /** Absent: the default one. */
  readonly policy?: PlainPolicy | undefined;
  /** Empty: it is a policy. */
  readonly problems: readonly string[];
}

/**
 * Reads a policy from its JSON, also that of a configuration file. A misspelt field would restrict nothing, so one fault refuses the
 * whole text.
 */
export function readPolicy(text: string): ReadPolicy {
  const parsed = parseJson(text);
  if (!parsed.ok) return { problems: [`This is not JSON yet: ${parsed.message}.`] };
  const policy = asRecord(parsed.value)['policy'] ?? parsed.value;
  const problems = policyProblems(policy);
  // Each field has just been checked to be one of a policy, with a value that it takes.
  return problems.length > 0 ? { problems } : { problems, policy: tidyPolicy(policy as PlainPolicy) };
}

/** A policy's problems, a sentence each; also for one that came with a link or a draft. */
export function policyProblems(value: unknown): readonly string[] {
  return problemsOf(value).map(({ message }) => message);
}
