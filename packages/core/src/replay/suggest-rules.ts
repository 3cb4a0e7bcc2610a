import { isGiven } from '../commands/effects-of.ts';
import { mapToCommand } from '../commands/map-to-command.ts';
import { parametersOf } from '../commands/parameters.ts';
import { checkCall } from '../execute/check-call.ts';
import { withPolicyDefaults } from '../policy/check-policy.ts';
import { findRule } from '../policy/match-rule.ts';
import type { ExecutionPolicy, PolicyRule } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';
import type { CompleteCheck } from '../types/validation.ts';
import { checkRecorded, foldDecisions, type RecordedDecision, sum } from './replay-decisions.ts';
import { type RuleCandidate, ruleCandidates, type RuleShape, runOf } from './rule-candidates.ts';

/** A rule that would have avoided questions. */
export interface SuggestedRule extends RuleCandidate {
  /** Recorded questions that this rule avoids and no narrower proposed one does. */
  readonly questions: number;
  /** At most three different calls among them. */
  readonly examples: readonly (readonly string[])[];
}

export interface RuleSuggestions {
  /** The narrowest first. */
  readonly rules: readonly SuggestedRule[];
  /** Recorded questions that were always approved and that the policy would still ask. */
  readonly questions: number;
  /** Those of them without a proposed rule. */
  readonly left: number;
}

const SHAPES: readonly RuleShape[] = ['exact', 'open', 'command'];
/** Most different calls of one command that rules are searched for; the rarest others are skipped. */
const MAX_CALLS = 200;

/**
 * Proposes few and narrow rules that avoid those questions of `policy` which were always approved.
 *
 * No rule matches a call that a person or a policy ever refused, nor a call with harm that was never approved, see
 * `ruleCandidates`. A command with an unreadable refusal on record gets no rule.
 *
 * Shape: `git push origin main` and `git push origin dev`, always approved → `{ rules: [{ rule: { run: "git push",
 * where: { repository: "origin", refspec: "*" }, without: ["delete", "force"], decision: "allow" }, shape: "open",
 * questions: 2, … }], … }`.
 *
 * @param policy merged over its preset, or `standard`; proposed rules go after its own
 * @throws AtipValidationError when the policy is invalid
 */
export function suggestRules(
  decisions: Iterable<RecordedDecision>,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
): RuleSuggestions {
  const whole = withPolicyDefaults(policy);
  const commands = readCalls(decisions, tools, whole);
  const refused = commands.flatMap(({ no }) => [...no.values()]);
  const asked = commands.map(({ yes, no, isBarred }) => ({
    isBarred,
    calls: [...yes].flatMap(([key, call]) => (no.has(key) || call.check.decision !== 'confirm' ? [] : [call])),
  }));
  const rules = asked.flatMap(({ isBarred, calls }) => {
    const spared = calls.filter(({ check }) => canBeSpared(check, tools, whole));
    return isBarred ? [] : rulesFor(spared.sort((a, b) => b.count - a.count).slice(0, MAX_CALLS), refused, tools);
  });
  rules.sort((a, b) => SHAPES.indexOf(a.shape) - SHAPES.indexOf(b.shape) || b.questions - a.questions);
  const questions = sum(asked.flatMap(({ calls }) => calls));
  return { rules, questions, left: rules.reduce((left, one) => left - one.questions, questions) };
}

function rulesFor(
  calls: readonly KnownCall[],
  refused: readonly CompleteCheck[],
  tools: readonly AtipTool[],
): SuggestedRule[] {
  const candidates = new Map<string, FittingRule>();
  for (const { check } of calls) {
    const command = mapToCommand(check.resolved.name, tools);
    const isUnstated = check.policy.violations.some(({ assumed }) => assumed === true);
    for (const made of ruleCandidates({ command, args: check.arguments ?? {}, isUnstated })) {
      const rule = withoutRefused(made.rule, check, refused);
      if (!rule || candidates.has(JSON.stringify(rule))) continue;
      candidates.set(JSON.stringify(rule), { ...made, rule, fits: calls.filter((one) => isRuled(rule, one.check)) });
    }
  }
  const chosen = choose([...candidates.values()], calls);
  const left = new Set(calls);
  return chosen.flatMap(({ shape, rule, fits }) => {
    const own = fits.filter((call) => left.delete(call));
    const examples = own.slice(0, 3).map(({ check }) => check.argv);
    return own.length > 0 ? [{ shape, rule, questions: sum(own), examples }] : [];
  });
}

interface FittingRule extends RuleCandidate {
  readonly fits: readonly KnownCall[];
}

/** Repeatedly takes the rule that covers most remaining calls, the narrowest of equals; returns the narrowest first. */
function choose(candidates: readonly FittingRule[], calls: readonly KnownCall[]): FittingRule[] {
  const width = ({ shape, rule }: FittingRule): number => SHAPES.indexOf(shape) * 10_000 - (rule.without?.length ?? 0);
  const sorted = [...candidates].sort((a, b) => width(a) - width(b));
  const left = new Set(calls);
  const chosen: FittingRule[] = [];
  for (;;) {
    const gain = ({ fits }: FittingRule): number => fits.filter((call) => left.has(call)).length;
    const most = Math.max(0, ...sorted.map(gain));
    const best = sorted.find((one) => gain(one) === most);
    if (most === 0 || !best) return chosen.sort((a, b) => width(a) - width(b));
    chosen.push(best);
    for (const call of best.fits) left.delete(call);
  }
}

/** Adds exclusions to a rule, by their other parameters, for the refused calls; `undefined` if that is impossible. */
function withoutRefused(
  rule: PolicyRule,
  { mapping, arguments: args = {} }: CompleteCheck,
  refused: readonly CompleteCheck[],
): PolicyRule | undefined {
  let narrowed = rule;
  for (const check of refused) {
    if (!isRuled(narrowed, check)) continue;
    const besides = parametersOf(mapping).find((one) => isGiven(one, check.arguments ?? {}) && !isGiven(one, args));
    if (!besides) return undefined;
    narrowed = { ...narrowed, without: [...(narrowed.without ?? []), besides.key] };
    if (isRuled(narrowed, check)) return undefined;
  }
  return narrowed;
}

function isRuled(rule: PolicyRule, { mapping, arguments: args = {} }: CompleteCheck): boolean {
  return findRule({ rules: [rule] }, { command: mapping, arguments: args }) !== undefined;
}

interface KnownCall {
  readonly check: CompleteCheck;
  /** Times that a person approved it. */
  count: number;
}

interface CommandCalls {
  readonly yes: Map<string, KnownCall>;
  readonly no: Map<string, CompleteCheck>;
  /** True: a refused call cannot be read from the record, so any rule might match it. */
  isBarred: boolean;
}

/** The recorded calls that a person or a policy decided, by command. */
function readCalls(
  decisions: Iterable<RecordedDecision>,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
): readonly CommandCalls[] {
  const commands = new Map<string, CommandCalls>();
  for (const { entry, folded } of foldDecisions(decisions)) {
    const { was, count } = folded;
    if (was === 'allowed' || was === 'unanswered' || entry.refused === 'unknown' || entry.refused === 'invalid')
      continue;
    const place = JSON.stringify([entry.tool.name, entry.command]);
    const calls = commands.get(place) ?? { yes: new Map(), no: new Map(), isBarred: false };
    commands.set(place, calls);

    const key = JSON.stringify(entry.argv);
    const check = checkRecorded(entry, tools, policy);
    if (typeof check === 'string') calls.isBarred ||= was !== 'yes';
    else if (was === 'yes') calls.yes.set(key, { check, count: count + (calls.yes.get(key)?.count ?? 0) });
    else calls.no.set(key, check);
  }
  return [...commands.values()];
}

/** True if a rule can avoid the question: demands on the document's source, and other rules, stay. */
function canBeSpared(
  { resolved, mapping }: CompleteCheck,
  tools: readonly AtipTool[],
  policy: ExecutionPolicy,
): boolean {
  const rules = [...(policy.rules ?? []), { run: runOf(mapping), decision: 'allow' } as const];
  return checkCall(resolved, tools, { ...policy, rules }).decision === 'allow';
}
