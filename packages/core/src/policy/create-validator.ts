import { findCommand } from '../commands/command-index.ts';
import type { Policy, ValidationResult, Validator } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';
import { decide } from './decide.ts';

/**
 * A check of calls by compiled name against one policy; a look-up however many commands there are.
 *
 * Shape: `createValidator([gh], { allowDestructive: false }).validate("gh_repo_delete", {})` →
 * `{ valid: false, violations: [{ code: "DESTRUCTIVE_OPERATION", … }] }`. All violations are returned. An effect that the
 * policy restricts and the metadata does not mention is a violation too, marked `assumed`.
 *
 * @see ATIP 0.3 §11.2
 */
export function createValidator(tools: AtipTool[], policy: Policy): Validator {
  const known = [...tools];
  const rules = { ...policy };
  return {
    validate(toolName: string): ValidationResult {
      const command = findCommand(toolName, known);
      if (!command) {
        const message = `No tool has a command called ${JSON.stringify(toolName)}.`;
        return { valid: false, violations: [{ code: 'UNKNOWN_COMMAND', message, severity: 'error', toolName }] };
      }
      const { violations } = decide(command, rules);
      return { valid: violations.length === 0, violations: [...violations] };
    },
  };
}
