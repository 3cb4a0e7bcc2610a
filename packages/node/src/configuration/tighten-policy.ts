import type { Decision, EffectLevel, ExecutionPolicy } from '@atip/core';
import {
  COST_ESTIMATES,
  DECISIONS,
  LEVELS,
  POLICY_FIELDS,
  TRUST_SOURCES,
  withPolicyDefaults,
} from '@atip/core/internal';

/** A policy made stricter by the stated parts of another. */
export interface Tightening {
  readonly policy: ExecutionPolicy;
  /** Parts of the second policy that now apply, by their place in the result. */
  readonly taken: ReadonlyMap<string, string>;
  /** Parts that would have loosened the first, or cannot be compared. */
  readonly leftOut: readonly string[];
}

/** The answer of a field to a stated effect, by the level that may replace it. */
const FIELD_OF: Partial<
  Readonly<
    Record<
      EffectLevel,
      readonly [field: 'allowDestructive' | 'allowBillable' | 'allowNetwork' | 'allowInteractive', Decision]
    >
  >
> = {
  destructive: ['allowDestructive', 'confirm'],
  billable: ['allowBillable', 'deny'],
  network: ['allowNetwork', 'deny'],
  interactive: ['allowInteractive', 'deny'],
};

/** Values of enumerated fields, the strictest first; an absent value counts as the last. */
const STRICTEST_FIRST: Readonly<Record<string, readonly unknown[]>> = {
  maxCostEstimate: COST_ESTIMATES,
  minTrustLevel: TRUST_SOURCES,
  // Absent is stricter than `preferred` for some tools, so only `required` is always stricter.
  sandbox: ['required'],
};

/**
 * Makes a policy stricter by an untrusted one: for each field, level and the network the stricter value wins, rules
 * that deny or ask come first, and rules that ask lift no denial (`tightens`). Every decision under the result is at
 * least as strict as under `base`.
 */
export function tightenPolicy(base: ExecutionPolicy, other: ExecutionPolicy): Tightening {
  const whole = withPolicyDefaults(base);
  const taken = new Map<string, string>();
  const leftOut: string[] = [];
  const fields: Record<string, unknown> = {};
  const levels: Partial<Record<EffectLevel, Decision>> = {};
  const tighten = (level: EffectLevel, decision: Decision, part: string): void => {
    const before = levels[level] ?? levelOf(whole, level);
    if (rank(decision) <= rank(before)) return void (decision === before || leftOut.push(part));
    levels[level] = decision;
    taken.set(`levels/${level}`, part);
  };
  for (const [key, value] of Object.entries(other)) {
    if (value === undefined || ['levels', 'rules', 'network'].includes(key)) continue;
    const covered = LEVELS.find((level) => FIELD_OF[level]?.[0] === key);
    const decision = covered && FIELD_OF[covered]?.[1];
    if (covered && decision && value === false && whole.levels?.[covered] !== undefined)
      tighten(covered, decision, key);
    else if (isStricter(key, value, whole)) {
      fields[key] = value;
      taken.set(key, key);
    } else if (value !== Reflect.get(whole, key)) leftOut.push(key);
  }
  for (const level of LEVELS) {
    const decision = other.levels?.[level];
    if (decision !== undefined) tighten(level, decision, `levels/${level}`);
  }
  const rules = (other.rules ?? []).flatMap((rule, index) => {
    if (rule.decision === 'allow') leftOut.push(`rules/${index}`);
    return rule.decision === 'allow'
      ? []
      : [{ index, rule: { ...rule, ...(rule.decision === 'confirm' && { tightens: true }) } }];
  });
  for (const [at, { index }] of rules.entries()) taken.set(`rules/${at}`, `rules/${index}`);
  const network = narrowerNetwork(other.network, whole.network);
  if (network !== undefined) taken.set('network', 'network');
  else if (other.network !== undefined && JSON.stringify(other.network) !== JSON.stringify(whole.network))
    leftOut.push('network');
  const policy = {
    ...base,
    ...fields,
    ...(Object.keys(levels).length > 0 && { levels: { ...base.levels, ...levels } }),
    ...(rules.length > 0 && { rules: [...rules.map(({ rule }) => rule), ...(base.rules ?? [])] }),
    ...(network !== undefined && { network }),
  };
  return { policy, taken, leftOut };
}

function rank(decision: Decision): number {
  return DECISIONS.indexOf(decision);
}

function levelOf(policy: ExecutionPolicy, level: EffectLevel): Decision {
  const [field, decision] = FIELD_OF[level] ?? [];
  const byField = field !== undefined && decision !== undefined && policy[field] === false ? decision : 'allow';
  return policy.levels?.[level] ?? byField;
}

function isStricter(key: string, value: unknown, whole: ExecutionPolicy): boolean {
  const before: unknown = Reflect.get(whole, key);
  const row = Object.hasOwn(POLICY_FIELDS, key) ? POLICY_FIELDS[key as keyof typeof POLICY_FIELDS] : undefined;
  if (row?.kind === 'switch') return value === !row.allows && before !== value && typeof value === 'boolean';
  const order = STRICTEST_FIRST[key];
  if (row?.kind !== 'select' || order === undefined) return false;
  const [now, then] = [order.indexOf(value), order.indexOf(before)];
  return now >= 0 && (then < 0 || now < then);
}

/** The network of a policy if it is narrower than another's; undefined otherwise. */
function narrowerNetwork(
  network: ExecutionPolicy['network'],
  before: ExecutionPolicy['network'],
): ExecutionPolicy['network'] {
  if (network === undefined || network === 'all' || before === 'none') return undefined;
  if (network === 'none' || before === undefined || before === 'all') return network;
  const isNarrower = network.allow.every((host) => before.allow.includes(host));
  return isNarrower && network.allow.length < before.allow.length ? network : undefined;
}
