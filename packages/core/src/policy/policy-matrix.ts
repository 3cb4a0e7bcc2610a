import { flattenCommands } from '../commands/flatten-commands.ts';
import type { AtipTool } from '../types/tool.ts';
import type { ExecutionPolicy, PolicyCell, PolicyMatrix, PolicyMatrixRow } from '../types/policy.ts';
import { assertPolicy, POLICY_RULES, type RuleSubject } from './policy-rules.ts';
import { brokenRules, decidingRule } from './decide.ts';
import { trustSourceOf } from './trust.ts';

const ALLOWED: PolicyCell = { decision: 'allow' };

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
    const rules = POLICY_RULES.filter((rule) => rule.restricts(policy));
    const decide = (subject: RuleSubject): PolicyCell => {
      const deciding = decidingRule(brokenRules(rules, subject, policy));
      if (!deciding) return ALLOWED;
      const { decision, assumed, rule } = deciding;
      return { decision, rule: rule.field, ...(assumed && { assumed }) };
    };
    return { decide, counts: { name, allow: 0, confirm: 0, deny: 0 } };
  });
  const rows: PolicyMatrixRow[] = [];
  for (const tool of tools) {
    const commands = flattenCommands(tool);
    const trust = trustSourceOf(tool);
    for (const { name, path, effects } of commands) {
      const cells = columns.map(({ decide, counts }) => {
        const cell = decide({ effects, trust });
        counts[cell.decision] += 1;
        return cell;
      });
      rows.push({ name, tool: tool.name, path, cells });
    }
  }
  return { policies: columns.map(({ counts }) => counts), rows };
}
