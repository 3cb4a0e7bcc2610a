import { type AtipTool, type Delegation, type ExecutionPolicy, type HeldDelegation, restrictTools } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { readJson, toDelegation } from '@atip/core/internal';

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
 * The tools that a policy's delegations leave, for lists shown to a model; all such lists pass through here. Each call
 * of a remaining tool is still checked.
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
