import { flattenCommands } from '../commands/flatten-commands.ts';
import type { Policy, ValidationResult, Validator } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';
import { assertPolicy } from './assert-policy.ts';
import { type DecisionSubject, decide } from './decide.ts';
import { trustSourceOf } from './trust.ts';

/**
 * A check of calls by compiled name against one policy; a look-up however many commands there are.
 *
 * Shape: `createValidator([gh], { allowDestructive: false }).validate("gh_repo_delete", {})` →
 * `{ valid: false, violations: [{ code: "DESTRUCTIVE_OPERATION", … }] }`. All violations are returned. An effect that the
 * policy restricts and the metadata does not mention is a violation too, marked `assumed`. What tools and policy say is
 * taken once, here: changing them afterwards changes nothing.
 *
 * @throws AtipValidationError when a tool cannot be flattened, or the policy is no object
 * @see ATIP 0.3 §11.2
 */
export function createValidator(tools: AtipTool[], policy: Policy): Validator {
  assertPolicy(policy);
  const subjects = new Map<string, DecisionSubject>();
  for (const tool of tools) {
    const commands = flattenCommands(tool);
    const trust = trustSourceOf(tool);
    for (const { name, path, effects } of commands) subjects.set(name, { name, path, effects, trust });
  }
  const rules = { ...policy };
  return {
    validate(toolName: string): ValidationResult {
      const subject = subjects.get(toolName);
      if (!subject) {
        const message = `No tool has a command called ${JSON.stringify(typeof toolName === 'string' ? toolName.slice(0, 80) : null)}.`;
        return { valid: false, violations: [{ code: 'UNKNOWN_COMMAND', message, severity: 'error', toolName }] };
      }
      const { violations } = decide(subject, rules);
      return { valid: violations.length === 0, violations: [...violations] };
    },
  };
}
