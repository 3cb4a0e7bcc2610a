import { type Change, changesOf, effectsOf, effectsWith } from '../commands/effects-of.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { trustSourceOf } from '../effects/trust.ts';
import type { ToolCall } from '../types/call.ts';
import type { WritableDirectories } from '../types/validation.ts';
import type {
  Decision,
  ExecutionPolicy,
  Policy,
  PolicyCell,
  PolicyDecision,
  PolicyMatrix,
  PolicyMatrixRow,
  PolicyViolation,
  ValidationResult,
  Validator,
} from '../types/policy.ts';
import type { AtipTool, CommandMapping } from '../types/tool.ts';
import { assertPolicy, isInForce, POLICY_RULES, type PolicyRule, type RuleSubject } from './policy-rules.ts';
import { writesOutside } from './writes-outside.ts';

/** The defaults of the executor and the companion where a policy says nothing; the absent fields allow. */
export const EXECUTION_POLICY_DEFAULTS: Readonly<ExecutionPolicy> = {
  allowDestructive: false,
  allowInteractive: false,
  minTrustLevel: 'inferred',
};

/**
 * `policy` over `EXECUTION_POLICY_DEFAULTS`; a field that is there but undefined says nothing, so its default holds.
 *
 * @throws AtipValidationError when the policy is no object
 */
export function withPolicyDefaults(policy: ExecutionPolicy = {}): ExecutionPolicy {
  assertPolicy(policy);
  const stated = Object.entries(policy).filter(([, value]) => value !== undefined);
  return { ...EXECUTION_POLICY_DEFAULTS, ...Object.fromEntries(stated) };
}

/**
 * Decides about one call: allow, confirm or deny, with the rule that decided and every violation.
 *
 * The effects are those of the call, arguments included (`effectsOf`). The policy is taken as it is: an absent field allows. Use `EXECUTION_POLICY_DEFAULTS` as the base for running things.
 *
 * @param directories what may be written, for `writesOutside`. Absent: relative paths that do not leave, and `/tmp`
 * @throws AtipValidationError when the policy is no object
 * @see ATIP 0.3 §11.2
 * @example
 * ```ts
 * import { type AtipTool, checkPolicy, mapToCommand, type ToolCall } from '@atip/core';
 * declare const git: AtipTool, call: ToolCall;
 * const { decision } = checkPolicy(call, mapToCommand(call.name, [git]), { allowDestructive: false }); // 'confirm'
 * ```
 */
export function checkPolicy(
  call: ToolCall,
  mapping: CommandMapping,
  policy: ExecutionPolicy,
  directories?: WritableDirectories,
): PolicyDecision {
  const { path, tool } = mapping;
  const effects = effectsOf(mapping, call.arguments);
  const outside = writesOutside(mapping, call.arguments, directories);
  return decide({ name: call.name, path, effects, trust: trustSourceOf(tool), outside }, policy);
}

export interface DecisionSubject extends RuleSubject {
  /** The compiled name, for messages. */
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * Holds a command's effects against a policy, rule by rule, and takes the strictest answer.
 *
 * A stated effect that the policy does not allow is denied or confirmed, as its rule says. One that the metadata does not
 * mention is never taken for absent: it is confirmed, and its violation marked `assumed`. With `denyRestricted` and
 * `denyUnknown` the policy denies either instead.
 *
 * @throws AtipValidationError when the policy is no object
 * @see ATIP 0.3 §11.2
 */
export function decide(subject: DecisionSubject, policy: ExecutionPolicy): PolicyDecision {
  assertPolicy(policy);
  const broken = brokenRules(subject, policy);
  const deciding = decidingRule(broken);
  return {
    decision: deciding?.decision ?? 'allow',
    ...(deciding && { rule: deciding.rule.field }),
    violations: broken.map((entry) => toViolation(entry, subject, policy)),
  };
}

function toViolation(
  { rule, assumed }: BrokenRule,
  subject: DecisionSubject,
  policy: ExecutionPolicy,
): PolicyViolation {
  const { name, path } = subject;
  const { code, severity } = rule;
  const says = rule.says(subject, policy);
  const message = assumed
    ? `${name} does not state whether it ${says}, so the policy assumes that it does.`
    : `${name} ${says}.`;
  return { code, message, severity, toolName: name, commandPath: [...path], ...(assumed && { assumed }) };
}

/** A rule that a command does not meet. */
interface BrokenRule {
  readonly rule: PolicyRule;
  readonly decision: Exclude<Decision, 'allow'>;
  /** True: the metadata does not say, and the worst was taken. */
  readonly assumed: boolean;
}

function brokenRules(subject: RuleSubject, policy: ExecutionPolicy): readonly BrokenRule[] {
  return POLICY_RULES.flatMap((rule) => {
    const presence = rule.restricts(policy) ? rule.presence(subject, policy) : 'absent';
    if (presence === 'absent') return [];
    const assumed = presence === 'unknown';
    // A confirmation meets a rule that asks for nothing else.
    const denies = rule.field !== 'confirmAll' && isInForce(policy[assumed ? 'denyUnknown' : 'denyRestricted']);
    const stated = typeof rule.decision === 'string' ? rule.decision : rule.decision(policy);
    return [{ rule, decision: denies ? 'deny' : assumed ? 'confirm' : stated, assumed }];
  });
}

/** The first of the strictest. */
function decidingRule(broken: readonly BrokenRule[]): BrokenRule | undefined {
  return broken.find(({ decision }) => decision === 'deny') ?? broken[0];
}

/**
 * A check of calls by compiled name against one policy; a look-up however many commands there are.
 *
 * Shape: `createValidator([gh], { allowDestructive: false }).validate("gh_repo_delete", {})` →
 * `{ valid: false, violations: [{ code: "DESTRUCTIVE_OPERATION", … }] }`. All violations are returned, with the effects of
 * what the arguments give; of arguments that are no object those of every parameter. An effect that the
 * policy restricts and the metadata does not mention is a violation too, marked `assumed`. Tools and policy are
 * read once, here: changing them afterwards changes nothing.
 *
 * @throws AtipValidationError when a tool cannot be flattened, or the policy is no object
 * @see ATIP 0.3 §11.2
 * @example
 * ```ts
 * import { type AtipTool, createValidator } from '@atip/core';
 * declare const git: AtipTool;
 * const { valid } = createValidator([git], { allowDestructive: false }).validate('git_clean', { force: true });
 * ```
 */
export function createValidator(tools: AtipTool[], policy: Policy): Validator {
  assertPolicy(policy);
  const subjects = new Map<string, DecisionSubject & { readonly changes: readonly Change[] }>();
  for (const tool of tools) {
    const commands = flattenCommands(tool);
    const trust = trustSourceOf(tool);
    for (const command of commands) {
      const { name, path, effects } = command;
      subjects.set(name, { name, path, effects, trust, changes: changesOf(command) });
    }
  }
  const rules = { ...policy };
  return {
    validate(toolName: string, args: Record<string, unknown>): ValidationResult {
      const subject = subjects.get(toolName);
      if (!subject) {
        const message = `No tool has a command called ${JSON.stringify(typeof toolName === 'string' ? toolName.slice(0, 80) : null)}.`;
        return { valid: false, violations: [{ code: 'UNKNOWN_COMMAND', message, severity: 'error', toolName }] };
      }
      const effects = effectsWith(subject.effects, subject.changes, args);
      const { violations } = decide({ ...subject, effects }, rules);
      return { valid: violations.length === 0, violations: [...violations] };
    },
  };
}

/**
 * Decides about every command under every policy, for a person to compare.
 *
 * Shape: `([gh], { ci: POLICY_PRESETS.ci })` → `{ policies: [{ name: "ci", allow: 1, confirm: 0, deny: 2 }], rows: [{ name:
 * "gh_pr_list", tool: "gh", path: ["pr", "list"], cells: [{ decision: "allow" }] }, …] }`. A cell says what `checkPolicy`
 * would, without the messages; as there, an absent field of a policy allows. Where two tools have a command of one name both
 * are listed, though a call reaches the later one. Costs as much as commands times policies.
 *
 * @throws AtipValidationError when a tool cannot be flattened, or a policy is no object
 * @see ATIP 0.3 §11.2
 * @example
 * ```ts
 * import { type AtipTool, POLICY_PRESETS, policyMatrix } from '@atip/core';
 * declare const git: AtipTool;
 * for (const { name, cells } of policyMatrix([git], POLICY_PRESETS).rows) console.log(name, cells[0]?.decision);
 * ```
 */
export function policyMatrix(
  tools: readonly AtipTool[],
  policies: Readonly<Record<string, ExecutionPolicy>>,
): PolicyMatrix {
  const columns = Object.entries(policies).map(([name, policy]) => {
    assertPolicy(policy);
    return { policy, counts: { name, allow: 0, confirm: 0, deny: 0 } };
  });
  const rows: PolicyMatrixRow[] = [];
  for (const tool of tools) {
    const commands = flattenCommands(tool);
    const trust = trustSourceOf(tool);
    for (const { name, path, effects } of commands) {
      const cells = columns.map(({ policy, counts }): PolicyCell => {
        const deciding = decidingRule(brokenRules({ effects, trust }, policy));
        const decision = deciding?.decision ?? 'allow';
        counts[decision] += 1;
        return {
          decision,
          ...(deciding && { rule: deciding.rule.field }),
          ...(deciding?.assumed && { assumed: true }),
        };
      });
      rows.push({ name, tool: tool.name, path, cells });
    }
  }
  return { policies: columns.map(({ counts }) => counts), rows };
}
