import type { ExecutionPolicy, NetworkAttempt, PolicyRule, RuleOffer, ValidCheck } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { HOST_RULE, escapeUnseen } from '@atip/core/internal';
import { addRule, allowHost, forgetKept, personalFile } from './edit-rules.ts';
import { type CallToConfirm, offerRules } from './offer-rules.ts';
import type { Environment } from '../process/child-environment.ts';

/** The duration of an answer: `session`, while this process lives; `always`, in the person's configuration. */
export type RuleScope = 'session' | 'always';

/** A rule or host that a person's answer has added to a policy. */
export interface Kept {
  /** Unique in this process. */
  readonly id: string;
  /** With a note of its author, date and purpose. */
  readonly rule?: PolicyRule;
  readonly host?: string;
  /** The configuration file that has it. Absent: it lasts while this process lives. */
  readonly file?: string | undefined;
}

/** The offers that a person gets beside a plain yes or no. */
export interface Remembering {
  /** The rules that would avoid the question, narrowest first. */
  readonly offers: readonly RuleOffer[];
  /** Why `offers` is empty. */
  readonly why?: string | undefined;
  /**
   * Keeps one of them.
   * @throws ExecutionError when it was not offered, or cannot be written; then it is not kept
   */
  keep(rule: PolicyRule, scope: RuleScope): Promise<Kept>;
}

/** A policy that grows by a person's answers while calls are made. */
export interface KeptRules {
  /** Includes all kept rules. */
  policy(): ExecutionPolicy;
  about(asked: CallToConfirm & Pick<ValidCheck, 'call'>): Remembering;
  /** Remembers the hosts that a run was refused, for `keepHost`. */
  saw(attempts: readonly NetworkAttempt[]): void;
  /**
   * Adds a host to those that the policy lists.
   * @throws ExecutionError when no run was refused this host for lack of a rule, or it cannot be written
   */
  keepHost(host: string, scope: RuleScope): Promise<Kept>;
  /** Removes a kept rule or host. @returns false for an unknown id */
  forget(id: string): Promise<boolean>;
}

/** The policy's form of a refused host; undefined: no rule would help. */
function hostRuleOf({ host, port, refused }: NetworkAttempt): string | undefined {
  if (refused !== 'host' && refused !== 'port') return undefined;
  const rule = port === 80 || port === 443 ? host : `${host}:${port}`;
  return HOST_RULE.test(rule) ? rule : undefined;
}

/** @param who the person who answers, for the rule's note: name of an account or of a client */
export function keepRules(
  base: ExecutionPolicy,
  { env, who }: { readonly env: Environment; readonly who: string },
): KeptRules {
  let policy = base;
  const made: Kept[] = [];
  const refused = new Set<string>();
  const add = (kept: Omit<Kept, 'id' | 'file'>, scope: RuleScope): Kept => {
    const file = scope === 'always' ? personalFile(env) : undefined;
    const one = { ...kept, id: String(made.length + 1), file };
    made.push(one);
    return one;
  };
  return {
    policy: () => policy,
    about(asked) {
      const { call } = asked;
      const { offers, why } = offerRules(asked, policy);
      const keep: Remembering['keep'] = async (wanted, scope) => {
        const text = JSON.stringify(wanted);
        const offer = offers.find((one) => JSON.stringify(one.rule) === text);
        if (!offer) throw new ExecutionError('This rule was not offered for the call, so it is not kept.');
        const note = `${who}, ${new Date().toISOString()}, when asked about ${asked.command.name} (call ${call.id.slice(0, 80)})`;
        const rule = { ...offer.rule, note };
        if (scope === 'always') await addRule(env, rule);
        policy = { ...policy, rules: [rule, ...(policy.rules ?? [])] };
        return add({ rule }, scope);
      };
      return { offers, why, keep };
    },
    saw(attempts) {
      for (const rule of attempts.map(hostRuleOf))
        if (rule !== undefined && refused.size < MAX_HOSTS) refused.add(rule);
    },
    async keepHost(host, scope) {
      const { network } = policy;
      if (!refused.has(host) || typeof network !== 'object')
        throw new ExecutionError('No run was refused this host because a rule was missing, so it is not allowed.');
      if (scope === 'always') await allowHost(env, host, network.allow);
      policy = { ...policy, network: { allow: [...new Set([...network.allow, host])] } };
      return add({ host }, scope);
    },
    async forget(id) {
      const kept = made.find((one) => one.id === id);
      if (!kept) return false;
      if (kept.file !== undefined) await forgetKept(env, kept);
      policy = without(policy, kept);
      return true;
    },
  };
}

/** Most remembered refused hosts; a program may request any number. */
const MAX_HOSTS = 1000;

function without(policy: ExecutionPolicy, { rule, host }: Kept): ExecutionPolicy {
  const { rules = [], network } = policy;
  const others = { ...policy, rules: rules.filter((one) => one !== rule) };
  if (typeof network !== 'object') return others;
  return { ...others, network: { allow: network.allow.filter((one) => one !== host) } };
}

/**
 * The part of a question at a terminal that lists the rules which would avoid it, or says why no rule would.
 * Shape: `["Not to be asked again:", "  always 1  git push where repository is origin, and nothing else, in
 * /home/me/shop"]`
 */
export function describeOffers({ offers, why }: Pick<Remembering, 'offers' | 'why'>): string[] {
  if (offers.length === 0) return why === undefined ? [] : [`  always    is not offered. ${escapeUnseen(why)}`];
  return ['Not to be asked again:', ...offers.map(({ label }, at) => `  always ${at + 1}  ${escapeUnseen(label)}`)];
}

/**
 * The prompt at the end of a question. Shape: `Type yes to run it, or always 1–3: ` @param hasSession true if a
 * `session` outlives the call
 */
export function questionFor(offers: readonly RuleOffer[], hasSession = false): string {
  if (offers.length === 0) return 'Type yes to run it: ';
  const which = offers.length === 1 ? '1' : `1–${offers.length}`;
  return `Type yes to run it, ${hasSession ? `session ${which}, ` : ''}or always ${which}: `;
}

/** True for `y` and `yes`, in small or capital letters. */
export function isYes(answer: string): boolean {
  return /^y(?:es)?$/i.test(answer.trim());
}

/**
 * Reads the typed answer: `yes`, `session 2` or `always 1`, or its first letter; a single offer needs no number. Any
 * other text refuses the call, and is unclear unless it is empty, `no` or `n`.
 */
export function readAnswer(
  text: string,
  offers: readonly RuleOffer[],
): {
  readonly approved: boolean;
  readonly rule?: PolicyRule;
  readonly scope?: RuleScope;
  readonly isUnclear?: boolean;
} {
  const line = text.trim().toLowerCase();
  if (isYes(line)) return { approved: true };
  if (['', 'no', 'n'].includes(line)) return { approved: false };
  const [, word, number = offers.length === 1 ? 1 : 0] = /^(session|always|[sa])(?: ?([1-9]))?$/.exec(line) ?? [];
  const rule = word && offers[Number(number) - 1]?.rule;
  if (!word || !rule) return { approved: false, isUnclear: true };
  return { approved: true, rule, scope: word.startsWith('s') ? 'session' : 'always' };
}

/** Asks whether a tool gets its login. Shape: `gh needs your login: GH_TOKEN, ~/.config/gh. …` */
export function describeLogin({ tool, login }: { readonly tool: string; readonly login: readonly string[] }): string {
  const named = escapeUnseen(`${tool} needs your login: ${login.slice(0, 8).join(', ')}.`);
  return `${named} Only this tool gets it, read-only, and its output is redacted.`;
}
