import { type ExecutionPolicy, ExecutionError, type PolicyRule, type RuleOffer } from '@atip/core';
import type { Environment } from '../environment/child-environment.ts';
import { addRule } from './edit-rules.ts';
import { type AskedCall, offerRules } from './offer-rules.ts';

/** How long an answer holds: `session`, while this process lives; `always`, in the person's configuration. */
export type RuleScope = 'session' | 'always';

/** What a person can be offered beside a plain yes or no. */
export interface Remembering {
  /** The rules that would spare the question, narrowest first. */
  readonly offers: readonly RuleOffer[];
  /**
   * Keeps one of them.
   * @throws ExecutionError when it is none of them, or cannot be written: then it is not kept at all
   */
  keep(rule: PolicyRule, scope: RuleScope): Promise<void>;
}

/** A policy to which a person's answers add rules while calls are made. */
export interface KeptRules {
  /** With the rules that were kept so far before its own. */
  policy(): ExecutionPolicy;
  about(call: AskedCall): Remembering;
}

/** @param who answers, for the note in the rule: a name of an account or of a client */
export function keepRules(
  base: ExecutionPolicy,
  { env, who }: { readonly env: Environment; readonly who: string },
): KeptRules {
  let policy = base;
  return {
    policy: () => policy,
    about(call) {
      const offers = offerRules(call, policy);
      const keep: Remembering['keep'] = async (rule, scope) => {
        const text = JSON.stringify(rule);
        const offer = offers.find((one) => JSON.stringify(one.rule) === text);
        if (!offer) throw new ExecutionError('This rule was not offered for the call, so it is not kept.');
        const { name, id } = call.resolved;
        const note = `${who}, ${new Date().toISOString()}, when asked about ${name} (call ${id.slice(0, 80)})`;
        const kept = { ...offer.rule, note };
        if (scope === 'always') await addRule(env, kept);
        policy = { ...policy, rules: [kept, ...(policy.rules ?? [])] };
      };
      return { offers, keep };
    },
  };
}
