import type { Decision, PolicyCell, PolicyRule, TrustSource } from '@atip/core';
import { ruleWords } from '@atip/core/internal';
import { countOf } from '../text/words.ts';
import { visibleText } from '../text/visible-text.ts';
import type { SafetyMember, SafetyRow, SafetyTable } from './answer-safety-table.ts';
import type { SafetyCall } from './answer-safety-call.ts';
import { HARMS, harmWords } from './harms.ts';
import type { PolicyChange, PolicyName } from './policy-edit.ts';

/** The verb for a decision: the command `"runs"`, `"asks"` first, or `"refuses"`. */
export const VERBS: Readonly<Record<Decision, string>> = { allow: 'runs', confirm: 'asks', deny: 'refuses' };

/** A decision as a state of the command. */
export const DECIDED = { allow: 'runs', confirm: 'asks', deny: 'refused' } as const satisfies Record<Decision, string>;

/** As a heading and in a list of policies. */
export function policyLabel(name: PolicyName, trust: TrustSource): string {
  return name === 'trust' ? `for ${trust}` : name;
}

export function policySubject(name: PolicyName, trust: TrustSource): string {
  if (name === 'yours') return 'Your policy';
  return name === 'trust' ? `The policy for ${trust} documents` : `The ${name} policy`;
}

/** `"39 of 167 commands destroy something, 2 more with an option."` Silence never counts as harmless. */
export function headline({ commands, destroys, destroysWithOption, doubtful }: SafetyTable): string {
  const all = countOf(commands, 'command');
  const more = destroysWithOption > 0 ? `, ${destroysWithOption.toLocaleString('en')} more with an option` : '';
  const says = doubtful === 1 ? 'says' : 'say';
  const silent = doubtful > 0 ? ` ${doubtful.toLocaleString('en')} ${says} nothing about that.` : '';
  if (destroys > 0) {
    const verb = destroys === 1 ? 'destroys' : 'destroy';
    return `${destroys.toLocaleString('en')} of ${all} ${verb} something${more}.${silent}`;
  }
  if (doubtful === commands) return `No command says whether it destroys something${more}.`;
  if (destroysWithOption > 0) {
    return `${destroysWithOption.toLocaleString('en')} of ${all} can destroy something with an option.${silent}`;
  }
  return doubtful > 0 ? `No command states that it destroys something.${silent}` : 'No command destroys anything.';
}

/** `"The standard policy runs 112 unasked, asks about 51 and refuses 4."` */
export function decisionLine({ inForce, trust }: SafetyTable): string {
  const { name, allow, confirm, deny } = inForce;
  const number = (count: number): string => (count === 0 ? 'none' : count.toLocaleString('en'));
  return `${policySubject(name, trust)} runs ${number(allow)} unasked, asks about ${number(confirm)} and refuses ${number(deny)}.`;
}

/** `"Its trust: verified, signed by acme (claimed, not checked)."`; undefined for one that claims nothing. */
export function claimLine({ claims }: Pick<SafetyTable, 'claims'>): string | undefined {
  return claims.length === 0 ? undefined : `Its trust: ${claims.join(', ')} (claimed, not checked).`;
}

const MAX_REASONS = 3;

/** The dangers of a row, gravest first: `"destroys, cannot be undone, uses the network"`. */
export function becauseOf({ risks, isDoubtful }: SafetyRow): string {
  const words = HARMS.filter(({ risk }) => risks.includes(risk)).map((harm) => harm.words);
  if (risks.includes('reads')) words.push('only reads');
  if (isDoubtful) return ['does not say whether it destroys', ...words.slice(0, MAX_REASONS - 1)].join(', ');
  if (words.length === 0) return risks.includes('not-stated') ? 'leaves its effects open' : 'states no danger';
  return words.slice(0, MAX_REASONS).join(', ');
}

/** Name of a call: `"branch, with delete"`, `"any of 90 commands, with config"`. All its characters are visible. */
export function memberLabel({ label, options, of }: SafetyMember, words: string = label): string {
  if (of !== undefined) return `any of ${countOf(of, 'command')}, with ${optionWords(options ?? [])}`;
  return options === undefined ? visibleText(words) : `${visibleText(words)}, with ${optionWords(options)}`;
}

const MAX_NAMED = 3;

function optionWords(options: readonly string[]): string {
  const named = options.slice(0, MAX_NAMED).map(visibleText).join(' or ');
  return options.length > MAX_NAMED ? `${named} or ${options.length - MAX_NAMED} more` : named;
}

const FOLD_NAMED = 2;

/** `"view, list … 10 more"`. */
export function foldLabel(members: readonly SafetyMember[]): string {
  const named = members.slice(0, FOLD_NAMED).map((member) => memberLabel(member, member.short));
  const more = members.length - FOLD_NAMED;
  return `${named.join(', ')}${more > 0 ? ` … ${more.toLocaleString('en')} more` : ''}`;
}

/** Why a policy decides so, after its name: `"asks before any command that destroys data."` */
export function reasonOf({ decision, rule, assumed }: PolicyCell, trust: TrustSource): string {
  const [, number] = /^rules\/(\d+)$/.exec(rule ?? '') ?? [];
  if (number !== undefined) return `${THEN[decision]} it, by its rule ${Number(number) + 1}.`;
  if (decision === 'allow' || rule === undefined) return 'runs it: no rule objects.';
  if (rule === 'confirmAll') return 'asks before every command.';
  if (rule === 'minTrustLevel') return `refuses documents from the source “${trust}”: it requires a more trusted one.`;
  // The page judges no trust: what stands under this level is a document that is understood in part.
  if (rule === 'levels/untrusted') return `${VERBS[decision]}, because its document is of a later version of ATIP.`;
  const harm = harmWords(rule) ?? rule;
  if (assumed === true) {
    return `${VERBS[decision]}, because nothing says whether the command ${harm}. The policy expects the worst.`;
  }
  return `${decision === 'deny' ? 'refuses' : 'asks before'} any command that ${harm}.`;
}

/** A rule without its decision: `git push without delete, force, mirror, C and 12 more where repository is origin`. */
export function ruleLine(rule: PolicyRule): string {
  return visibleText(ruleWords(rule));
}

/** The effect of a change: `"Then the policy runs it. 100 other decisions change too."` */
export function changeWords({ decision, others }: SafetyCall['changes'][number]): string {
  const then = `Then the policy ${THEN[decision]} it.`;
  if (others === 0) return `${then} No other decision changes.`;
  return `${then} ${countOf(others, 'other decision')} ${others === 1 ? 'changes' : 'change'} too.`;
}

const THEN: Readonly<Record<Decision, string>> = { allow: 'runs', confirm: 'asks about', deny: 'refuses' };

/** Sentence for the message with Undo, after a change. */
export function changedWords(change: PolicyChange): string {
  if ('rule' in change) return `Policy: a new rule about ${visibleText(change.rule.run)}`;
  if ('without' in change) return `Policy: without rule ${change.without + 1}`;
  const { key, value } = change;
  if (value === undefined) return `Policy: ${key} is left to the default`;
  return `Policy: ${key} is ${String(value)}`;
}
