import {
  type AtipTool,
  type Decision,
  type Delegation,
  type EffectLevel,
  type ExecutionPolicy,
  type HeldDelegation,
  restrictTools,
} from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import {
  DECISIONS,
  LEVELS,
  POLICY_FIELDS,
  levelDecision,
  readJson,
  toDelegation,
  withPolicyDefaults,
} from '@atip/core/internal';

/** A delegation in a file: bare, or wrapped as in the specification. @see ATIP 0.3 §10.2 */
export type GivenDelegation = Delegation | { readonly delegation: Delegation };

/** Adds delegations to a policy; existing ones stay. @throws AtipValidationError for an invalid delegation */
export function withDelegation<Kind extends ExecutionPolicy>(
  policy: Kind,
  given: GivenDelegation | undefined,
  origin = '(setting "delegation")',
): Kind {
  if (given === undefined) return policy;
  const { delegations = [] } = policy;
  // One object for each delegation, because caches about documents are keyed by it.
  const held = HELD.get(given) ?? { delegation: toDelegation(given), origin };
  HELD.set(given, held);
  return delegations.includes(held) ? policy : { ...policy, delegations: [...delegations, held] };
}

/** The delegations of two policies, each once. */
export function bothDelegations(one: ExecutionPolicy = {}, other: ExecutionPolicy = {}): readonly HeldDelegation[] {
  return [...new Set([...(one.delegations ?? []), ...(other.delegations ?? [])])];
}

const HELD = new WeakMap<GivenDelegation, HeldDelegation>();

/**
 * Reads the text of a delegation file.
 * @throws ExecutionError for invalid JSON, a repeated or an unknown field
 */
export function parseDelegation(text: string, name: string): HeldDelegation {
  const { root, issues, lines } = readJson(text);
  const broken = issues.find(({ severity }) => severity === 'error' || severity === 'warning');
  if (!root || broken) {
    const line = broken?.range?.start.line ?? 1;
    throw new ExecutionError(`The delegation ${name}:${line} is refused: ${broken?.message ?? 'It is empty.'}`);
  }
  const { line } = lines.positionAt(root.start);
  return { delegation: toDelegation(root.value), origin: `of ${name}:${line}` };
}

/**
 * Reduces tools to what a policy's delegations allow, for lists shown to a model; all such lists pass through here.
 * Each call of a remaining tool is still checked.
 *
 * @throws AtipValidationError when a delegation denies a command that its tool does not have
 */
export function delegatedTools<Found extends { readonly tool: AtipTool }>(
  found: readonly Found[],
  { delegations = [] }: ExecutionPolicy = {},
): readonly Found[] {
  if (delegations.length === 0) return found;
  const all = delegations.map(({ delegation }) => delegation);
  return found.flatMap((one) =>
    restrictTools([one.tool], all).map((tool) => (tool === one.tool ? one : { ...one, tool })),
  );
}

/** A policy made stricter by the stated parts of another. */
interface Tightening {
  readonly policy: ExecutionPolicy;
  /** Parts of the second policy that now apply, by their place in the result. */
  readonly taken: ReadonlyMap<string, string>;
  /** Parts that would have loosened the first, or cannot be compared. */
  readonly leftOut: readonly string[];
}

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
    const before = levels[level] ?? levelDecision(whole, level);
    if (rank(decision) <= rank(before)) return void (decision === before || leftOut.push(part));
    levels[level] = decision;
    taken.set(`levels/${level}`, part);
  };
  for (const [key, value] of Object.entries(other)) {
    if (value === undefined || ['levels', 'rules', 'network'].includes(key)) continue;
    const level = LEVELS.find((one) => replacedBy(one) === key);
    // A level of the policy would hide the field, so the level becomes as strict as the field.
    if (level && value === false && whole.levels?.[level] !== undefined)
      tighten(level, levelDecision({ [key]: value }, level), key);
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
      : [{ index, rule: rule.decision === 'confirm' ? { ...rule, tightens: true } : rule }];
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

function replacedBy(level: EffectLevel): string | undefined {
  const row = POLICY_FIELDS[`levels/${level}`];
  return row.kind === 'select' ? row.insteadOf : undefined;
}

function isStricter(key: string, value: unknown, whole: ExecutionPolicy): boolean {
  const before: unknown = Reflect.get(whole, key);
  const row = Object.hasOwn(POLICY_FIELDS, key) ? POLICY_FIELDS[key as keyof typeof POLICY_FIELDS] : undefined;
  if (row?.kind === 'switch') return value === !row.allows && before !== value && typeof value === 'boolean';
  const order: readonly unknown[] = row?.strictest ?? [];
  const now = order.indexOf(value);
  const then = order.indexOf(before);
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
