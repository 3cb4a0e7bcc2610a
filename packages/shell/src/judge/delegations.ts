import type { ExecutionPolicy } from '@atip/core';
import { programBreach, toDelegation } from '@atip/core/internal';
import { isForeign, programName } from '../line/program-names.ts';
import type { LinePart } from '../line/types.ts';
import type { Verdict } from './context.ts';

/** Objections of delegations to programs and wrappers by their words; described commands are decided as calls. */
export function judgeDelegated(
  { kind, program, words, through, added, runner }: LinePart,
  isDescribed: boolean,
  policy: ExecutionPolicy,
): Verdict[] {
  if (policy.delegations === undefined) return [];
  const end = words.findIndex((word) => word.unknown === true);
  const [, ...known] = words.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  const name = program === undefined || isForeign(program) ? program : programName(program);
  const isOwn = kind === 'builtin' || (kind === 'program' && !isDescribed);
  const found = [
    // A wrapper with effects of its own, such as sudo and ssh, counts as a program.
    ...through.map((wrapper) => programBreach([wrapper], policy, added === undefined && runner === undefined)),
    isOwn && name !== undefined ? programBreach([name, ...known], policy, kind === 'builtin') : undefined,
  ];
  return found.flatMap((one) => (one ? [{ decision: one.decision, reasons: [one.message], rule: one.part }] : []));
}

/**
 * Without the names in its delegations: they do not apply to a builtin of the shell, and were already checked for a
 * program.
 */
export function withoutNames(policy: ExecutionPolicy): ExecutionPolicy {
  const { delegations } = policy;
  if (delegations === undefined) return policy;
  return {
    ...policy,
    delegations: delegations.map(({ delegation, origin }) => {
      const { effectRestrictions } = toDelegation(delegation);
      return { delegation: effectRestrictions ? { effectRestrictions } : {}, origin };
    }),
  };
}
