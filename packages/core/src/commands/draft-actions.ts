import { safetySuffix } from '../effects/safety-flags.ts';
import { safetyStatements } from '../effects/safety-statements.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { parsePointer } from '../json/pointer.ts';
import { valueAt } from '../json/value-at.ts';
import { toWellFormed } from '../json/well-formed.ts';
import type { CompileSettings } from '../types/provider.ts';
import { actionChoice, actionParameters } from './action-parameters.ts';
import type { ActionGroup } from './action-groups.ts';
import { isSent } from './compiled-parameters.ts';
import { proseOf, withSuffix } from './describe-command.ts';
import type { ToolDraft } from './tool-draft.ts';

/**
 * Drafts the tool that stands for a group of commands, of which its `action` chooses one.
 *
 * Shape: `gh pr` → `{ name: "gh_pr", description: "Manage pull requests. Actions: create: Create a pull request
 * [⚠️ NOT IDEMPOTENT]; … [⚠️ NOT IDEMPOTENT]" }`: each action with its own flags, then those that hold if any of them is run.
 *
 * @param limit longest description in UTF-16 units; absent: none. The last flags are kept, the rest is cut
 * @see ATIP 0.3 §8.2 rules 1 and 3
 */
export function draftActions(
  group: ActionGroup,
  globalOptions: CompileSettings['globalOptions'] = 'required',
  limit: number = Number.POSITIVE_INFINITY,
): ToolDraft {
  const { name, tool, path, actions, effects } = group;
  const statements = safetyStatements(effects);
  const lines = [...actions].map(([label, command]) => {
    const suffix = safetySuffix(safetyStatements(command.effects));
    return withSuffix(`${toWellFormed(label)}: ${proseOf(command)}`, suffix, Number.POSITIVE_INFINITY);
  });
  const prose = `${aboutGroup(group)}Actions: ${lines.join('; ')}`;
  const description = withSuffix(prose, safetySuffix(statements), limit);
  const parameters = [
    actionChoice(group),
    ...actionParameters(group).filter(({ parameter }) => isSent(parameter, globalOptions)),
  ];
  return { name, tool, path, description, statements, parameters };
}

/** What the group says of itself, if anything, as a sentence. */
function aboutGroup({ tool, pointer }: ActionGroup): string {
  const node = valueAt(tool, parsePointer(pointer));
  const text = isRecord(node) ? getOwn(node, 'description') : undefined;
  if (typeof text !== 'string' || text.trim() === '') return '';
  const prose = toWellFormed(text.trim());
  return /[.!?]$/.test(prose) ? `${prose} ` : `${prose}. `;
}
