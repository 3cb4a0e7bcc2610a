import { type Raise, raisedBy, raisesOf } from '../commands/call-effects.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import type { Policy, ValidationResult, Validator } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';
import { assertPolicy } from './policy-rules.ts';
import { decide, type DecisionSubject } from './decide.ts';
import { trustSourceOf } from './trust.ts';

/**
 * A check of calls by compiled name against one policy; a look-up however many commands there are.
 *
 * Shape: `createValidator([gh], { allowDestructive: false }).validate("gh_repo_delete", {})` →
 * `{ valid: false, violations: [{ code: "DESTRUCTIVE_OPERATION", … }] }`. All violations are returned, with the effects of
 * what the arguments give; of arguments that are no object those of every parameter. An effect that the
 * policy restricts and the metadata does not mention is a violation too, marked `assumed`. What tools and policy say is
 * taken once, here: changing them afterwards changes nothing.
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
  const subjects = new Map<string, DecisionSubject & { readonly raises: readonly Raise[] }>();
  for (const tool of tools) {
    const commands = flattenCommands(tool);
    const trust = trustSourceOf(tool);
    for (const command of commands) {
      const { name, path, effects } = command;
      subjects.set(name, { name, path, effects, trust, raises: raisesOf(command) });
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
      const effects = raisedBy(subject.effects, subject.raises, args);
      const { violations } = decide({ ...subject, effects }, rules);
      return { valid: violations.length === 0, violations: [...violations] };
    },
  };
}
