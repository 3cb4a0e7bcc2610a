/** The outcome of a call in words, before anything runs: for the bar on top, and for the marks of several calls. */
import type { AtipEffects, InvalidCheck, ValidCheck } from '@atip/core';
import { didYouMean } from '@atip/core/internal';
import { type CompanionState, companionTool } from '../computer/companion.ts';
import { riskMarks } from '../document/risks.ts';

/** A check without the document, which would be copied to the page with each call. */
export type ShownCheck = Without<InvalidCheck> | Without<ValidCheck>;
type Without<Check> = Omit<Check, 'command'> & { readonly command?: readonly string[] | undefined };

export interface CallVerdict {
  readonly kind: 'runs' | 'asks' | 'refused';
  readonly title: string;
  readonly reason: string;
}

export const VERDICTS = {
  runs: { word: 'Runs', icon: 'check' },
  asks: { word: 'Asks', icon: 'hand' },
  refused: { word: 'Refused', icon: 'refuse' },
} as const;

export const KINDS = { allow: 'runs', confirm: 'asks', deny: 'refused' } as const;

const REFUSALS = {
  command: 'this document has no such command',
  arguments: 'its arguments do not fit',
  policy: 'the policy denies it',
} as const;

/** The stage that refused a call; `undefined` for one that no stage refused. */
export function refusingStage({ ok, command, decision }: ShownCheck): keyof typeof REFUSALS | undefined {
  if (!ok) return command ? 'arguments' : 'command';
  return decision === 'deny' ? 'policy' : undefined;
}

export function verdictOf(check: ShownCheck): CallVerdict {
  const stage = refusingStage(check);
  if (stage !== undefined)
    return { kind: 'refused', title: `Refused, because ${REFUSALS[stage]}`, reason: reasonOf(check) };
  if (check.decision === 'confirm') return { kind: 'asks', title: 'Asks first', reason: reasonOf(check) };
  const effects = check.ok ? check.effects : {};
  return { kind: 'runs', title: 'Runs', reason: `${effectsSentence(effects)} The policy allows it.` };
}

function reasonOf(check: ShownCheck): string {
  const { call, suggestions = [] } = check;
  if (!check.command) {
    return `There is no command ${call.name} in this document.${didYouMean(suggestions, (name) => name)}`;
  }
  const [first = 'The check gave no reason.', ...others] = new Set(check.reasons);
  const sentence = first.startsWith(`${call.name} `) ? `It${first.slice(call.name.length)}` : first;
  return others.length === 0 ? sentence : `${sentence} (${others.length} more under Why)`;
}

/** The stated effects of a call: `"Writes files. Uses the network."`. */
export function effectsSentence(effects: AtipEffects): string {
  const marks = riskMarks(effects);
  const stated = marks.filter(({ risk }) => risk !== 'not-stated').map(({ meaning }) => meaning);
  if (stated.length === marks.length) return stated.join(' ') || 'The document states no risk.';
  return [...stated, 'The document does not state all its effects.'].join(' ');
}

/**
 * The reason why a call that passed cannot be run from here, and the way out; `undefined` where it can.
 *
 * The companion decides again by its own documents and policy.
 */
export function whyNotRun(tool: string, companion: CompanionState): string | undefined {
  if (companion.kind === 'looking') return 'Looking for this computer’s companion…';
  if (companion.kind === 'lost') return `This computer does not answer. ${companion.reason}`;
  if (companion.kind !== 'connected') return 'This computer is not connected.';
  const known = companionTool(companion, tool);
  if (known === undefined) return `This computer has no tool named ${tool} yet. Look for it under “Discover tools”.`;
  return known.executable === null ? `${tool} is not installed on this computer: it is not on the PATH.` : undefined;
}
