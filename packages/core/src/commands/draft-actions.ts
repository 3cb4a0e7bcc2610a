import { safetySuffix } from '../effects/safety-flags.ts';
import { safetyStatements } from '../effects/safety-statements.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { ActionGroup } from './action-groups.ts';
import { actionChoice, sentActionParameters } from './action-parameters.ts';
import { actionTexts } from './action-texts.ts';
import { assertVisible } from './assert-visible.ts';
import { withSuffix } from './describe-command.ts';
import type { ToolDraft } from './tool-draft.ts';

/**
 * Drafts the tool that stands for a group of commands, of which its `action` chooses one.
 *
 * Shape: `gh pr` → `{ name: "gh_pr", description: "Manage pull requests. Actions: create: Create a pull request
 * [⚠️ NOT IDEMPOTENT]; … [⚠️ NOT IDEMPOTENT]" }`: each action with its own flags, then those that hold if any of them is run.
 *
 * @param limit longest description in UTF-16 units; absent: none. The last flags are kept, the rest is cut
 * @param examples whether the actions' examples are told
 * @see ATIP 0.3 §8.2 rules 1 and 3
 */
export function draftActions(
  group: ActionGroup,
  globalOptions: CompileSettings['globalOptions'] = 'required',
  limit: number = Number.POSITIVE_INFINITY,
  examples = false,
): ToolDraft {
  const { name, tool, path, effects } = group;
  const statements = safetyStatements(effects);
  const { about, actions } = actionTexts(group, examples);
  const prose = `${about.text}Actions: ${actions.map(({ text }) => text).join('; ')}`;
  const description = withSuffix(prose, safetySuffix(statements), limit);
  const parameters = [actionChoice(group), ...sentActionParameters(group, globalOptions)];
  const paths = [path, ...[...group.actions.values()].map((action) => action.path)];
  assertVisible({ tool, description, parameters }, group.pointer, paths);
  return { name, tool, path, description, statements, parameters };
}
