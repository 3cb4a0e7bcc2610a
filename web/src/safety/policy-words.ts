/** The page's policy and its decisions, in words. */
import type { Decision, ExecutionPolicy, PolicyDecision, PolicyRule } from '@atip/core';
import {
  DECISIONS,
  LEVELS,
  levelDecision,
  POLICY_FIELDS,
  type PolicyKey,
  policyProblems as problemsOf,
  ruleWords,
  stated,
  withPreset,
} from '@atip/core/internal';
import { RISK_WORDS } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { SafetyRow, SafetyTable } from './answer-safety.ts';

/** A decision as a state of the command. */
export const DECIDED = { allow: 'runs', confirm: 'asks', deny: 'refused' } as const satisfies Record<Decision, string>;
export const CHOICES = DECISIONS.map((value) => ({ value, label: DECIDED[value] }));

/** The sections of the table, in its order. */
export const SECTIONS = [
  { name: 'everyday', title: 'Everyday commands that can destroy' },
  { name: 'itself', title: 'Commands that destroy by themselves' },
  { name: 'option', title: 'Commands that destroy with an option' },
  { name: 'silent', title: 'Commands that do not say whether they destroy' },
  { name: 'rest', title: 'Other commands' },
  { name: 'unusual', title: 'Unusual values and options of all commands' },
] as const;
export type Section = (typeof SECTIONS)[number]['name'];

/** `"39 of 167 commands destroy something, 2 do with an option, 4 do not say."` */
export function headline({ rows, destroy: { itself, withOption } }: SafetyTable): string {
  const plain = rows.filter(({ isPlain }) => isPlain);
  const doubtful = plain.filter(({ isDoubtful }) => isDoubtful).length;
  const some = `${itself.toLocaleString('en')} of ${countOf(plain.length, 'command')}`;
  const does = (number: number): string => `${number.toLocaleString('en')} ${number === 1 ? 'does' : 'do'}`;
  const parts = [
    itself === 0 ? 'No command destroys by itself' : `${some} ${itself === 1 ? 'destroys' : 'destroy'} something`,
    withOption > 0 && `${does(withOption)} with an option`,
    doubtful > 0 && `${does(doubtful)} not say`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** `"Of the 167 rows below, the policy runs 112 unasked, asks about 51 and refuses 4."` */
export function decisionLine({ rows }: SafetyTable): string {
  const usual = rows.filter(({ section }) => section !== 'unusual');
  const [runs, asks, refuses] = DECISIONS.map((decision) => {
    const count = usual.filter((row) => row.decision === decision).length;
    return count === 0 ? 'none' : count.toLocaleString('en');
  });
  const all = countOf(usual.length, 'row');
  return `Of the ${all} below, the policy runs ${runs} unasked, asks about ${asks} and refuses ${refuses}.`;
}

const MAX_REASONS = 3;

/** The dangers of a row, gravest first: `"destroys data for good, cannot be undone, uses the network"`. */
export function becauseOf({ risks, isDoubtful }: SafetyRow): string {
  const known = risks.filter((risk) => risk !== 'not-stated').map((risk) => RISK_WORDS[risk].does);
  const words = isDoubtful ? ['does not say whether it destroys', ...known] : known;
  return words.slice(0, MAX_REASONS).join(', ') || RISK_WORDS['not-stated'].does;
}

/** A rule without its decision: `git push without delete, force, mirror, C and 12 more where repository is origin`. */
export function ruleLine(rule: PolicyRule): string {
  return visibleText(ruleWords(rule));
}

export const PRESETS = [
  {
    value: 'standard',
    meaning: 'Asks before a command destroys, cannot be undone, or runs a program or sends data that the call names.',
  },
  {
    value: 'read-only',
    meaning: 'Runs commands that only read, refuses those that state a change, and asks about the rest.',
  },
  { value: 'no-network', meaning: 'Like standard, but refuses commands that use the network.' },
  { value: 'ci', meaning: 'For machines where nobody can answer: refuses where standard asks.' },
  { value: 'open', meaning: 'Runs everything without a question.' },
] as const;

/** A link or a draft may name an unknown preset. */
export function presetOf({ preset }: PlainPolicy): (typeof PRESETS)[number] {
  return PRESETS.find(({ value }) => value === preset) ?? PRESETS[0];
}

/** `"ci"`; with rules or settings of its own `"ci, changed"`. */
export function policyLabel(policy: PlainPolicy, isOfLink = false): string {
  const isChanged = Object.keys(policy).some((key) => key !== 'preset');
  return `${presetOf(policy).value}${isChanged ? ', changed' : ''}${isOfLink ? ', of a link' : ''}`;
}

/** The policy in force: over its preset, else over `standard`; one with a mistake decides like `ci`. */
export function wholePolicy(policy: PlainPolicy = {}): ExecutionPolicy {
  return withPreset({ preset: 'standard', ...(policyProblems(policy).length === 0 ? policy : { preset: 'ci' }) });
}

/** A sentence each. A link or a draft may bring a policy with a mistake. */
export function policyProblems(value: unknown): readonly string[] {
  return problemsOf(value).map(({ message }) => message);
}

/** A policy with one more rule, which comes first; it replaces one about the same calls. */
export function withRule(policy: PlainPolicy, rule: PolicyRule): PlainPolicy {
  const others = (policy.rules ?? []).filter((one) => ruleLine(one) !== ruleLine(rule));
  return { ...policy, rules: [rule, ...others] };
}

/** A rule's command and options as they are typed: `"git push with force, delete without mirror"`, `"git push --force"`. */
export function ruleIn(text: string): Omit<PolicyRule, 'decision'> {
  const [start = '', without = ''] = text.trim().split(/ without (.*)/);
  const [words = '', given = ''] = start.split(/ with (.*)/);
  // `git push --force` is meant as it is typed on a command line.
  const isFlag = (word: string): boolean => word.startsWith('-');
  const [flags, run] = [words.split(/\s+/).filter(isFlag), words.split(/\s+/).filter((word) => !isFlag(word))];
  const names = (...lists: string[]): string[] | undefined => lists.join(' ').match(/[^\s,]+/g) ?? undefined;
  return stated({ run: run.join(' '), given: names(...flags, given), without: names(without) });
}

/** One question that a policy answers with runs, asks or refused. */
interface Setting {
  readonly key: PolicyKey;
  /** Completes "a command that …". */
  readonly words: string;
  /** The field's value for each decision that it can take. Absent: a level, which takes all three. */
  readonly values?: Readonly<Partial<Record<Decision, boolean>>>;
}

/** Settings across all effects first, then effects, the gravest first; each in the words that the page has for its effect. */
export const SETTINGS: readonly Setting[] = [
  { key: 'confirmAll', words: 'does anything', values: { allow: false, confirm: true } },
  { key: 'requireReadOnly', words: 'changes something', values: { allow: false, deny: true } },
  { key: 'denyRestricted', words: 'would be asked about', values: { confirm: false, deny: true } },
  { key: 'denyUnknown', words: 'does not state an effect', values: { confirm: false, deny: true } },
  { key: 'levels/destructive', words: RISK_WORDS.destroys.does },
  { key: 'levels/notReversible', words: RISK_WORDS['no-undo'].does },
  { key: 'levels/privilege', words: RISK_WORDS.root.does },
  { key: 'levels/endsProcesses', words: RISK_WORDS.ends.does },
  { key: 'levels/runsCall', words: RISK_WORDS.runs.does },
  { key: 'levels/sends', words: RISK_WORDS.sends.does },
  { key: 'levels/reveals', words: RISK_WORDS.reveals.does },
  { key: 'levels/billable', words: RISK_WORDS.costs.does },
  { key: 'allowFilesystemDelete', words: RISK_WORDS.deletes.does, values: { allow: true, deny: false } },
  { key: 'allowFilesystemWrite', words: RISK_WORDS.writes.does, values: { allow: true, deny: false } },
  { key: 'levels/network', words: RISK_WORDS.network.does },
  { key: 'levels/interactive', words: RISK_WORDS.asks.does },
  { key: 'levels/writesOutside', words: 'writes outside its directory (known when it runs)' },
  { key: 'levels/untrusted', words: 'a stranger describes (known when it runs)' },
  { key: 'byTrust', words: 'destroys, as a stranger says (known when it runs)', values: { allow: false, deny: true } },
];

/** Fields of the specification that a level replaces. */
const REPLACED: Readonly<Partial<Record<PolicyKey, PolicyKey>>> = {
  'levels/destructive': 'allowDestructive',
  'levels/notReversible': 'allowNonReversible',
  'levels/billable': 'allowBillable',
  'levels/network': 'allowNetwork',
  'levels/interactive': 'allowInteractive',
};

/** The rule or setting that decided, as a sentence: `By rule 1, git push with force.`, `By the setting “cannot be undone”.` */
export function decidedWords(part: PolicyDecision['rule'], { rules = [] }: PlainPolicy = {}): string {
  if (part === undefined) return 'Nothing in the policy objects.';
  const place = Number(/^rules\/(\d+)$/.exec(part)?.[1] ?? -1);
  const rule = rules[place];
  if (rule !== undefined) return `By rule ${place + 1}, ${ruleLine(rule)}.`;
  const setting = SETTINGS.find(({ key }) => key === part || REPLACED[key] === part);
  // The limits take other values than the three words.
  const limit = part === 'maxCostEstimate' || part === 'minTrustLevel' ? POLICY_FIELDS[part].label.toLowerCase() : part;
  return `By the setting “${setting?.words ?? limit}”.`;
}

export function decisionOf({ key, values }: Setting, policy: PlainPolicy): Decision {
  const whole = wholePolicy(policy);
  // It asks, and silences the level.
  if (key === 'levels/notReversible' && whole.allowNonReversible === false) return 'confirm';
  const level = LEVELS.find((one) => key === `levels/${one}`);
  if (level !== undefined) return levelDecision(whole, level);
  const value = new Map<string, unknown>(Object.entries(whole)).get(key) ?? POLICY_FIELDS[key].byDefault;
  return DECISIONS.find((decision) => values?.[decision] === value) ?? 'deny';
}

export function withDecision({ key, values }: Setting, policy: PlainPolicy, decision: Decision): PlainPolicy {
  if (values !== undefined) return { ...policy, [key]: values[decision] };
  // The field would contradict the level, or silence it.
  const fields = { ...policy, [REPLACED[key] ?? key]: key === 'levels/notReversible' ? true : undefined };
  return stated({ ...fields, levels: { ...policy.levels, [key.replace('levels/', '')]: decision } });
}
