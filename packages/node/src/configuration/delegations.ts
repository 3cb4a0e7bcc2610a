import {
  type AtipTool,
  type Delegation,
  ExecutionError,
  type ExecutionPolicy,
  type HeldDelegation,
  readJson,
  restrictTools,
} from '@atip/core';
import { toDelegation } from '@atip/core/internal';

/** A delegation as people write it: bare, or as the specification shows it. @see ATIP 0.3 §10.2 */
export type GivenDelegation = Delegation | { readonly delegation: Delegation };

/** A policy with more delegations. They only add up: whatever it had holds too. @throws AtipValidationError for what is no delegation */
export function withDelegation<Kind extends ExecutionPolicy>(
  policy: Kind,
  given: GivenDelegation | undefined,
  origin = '(setting "delegation")',
): Kind {
  if (given === undefined) return policy;
  const { delegations = [] } = policy;
  // One object for one delegation: what is known of the documents under it is kept with it.
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
 * @throws ExecutionError for what is no JSON, says a field twice, or has a field that no delegation has
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
 * The tools that a policy's delegations leave, for whoever lists them to a model: the one place that all of them come through.
 * A tool that stays is still decided about call by call.
 *
 * @throws AtipValidationError when a delegation denies a command that its tool has not
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
