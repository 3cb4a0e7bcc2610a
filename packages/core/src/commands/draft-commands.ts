import { type SafetyStatements, safetyStatements } from '../effects/safety-statements.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { AtipTool } from '../types/tool.ts';
import { assertVisible } from './assert-visible.ts';
import { compiledParameters } from './compiled-parameters.ts';
import { describeCommand } from './describe-command.ts';
import type { ToolDraft } from './tool-draft.ts';
import { walkCommands } from './walk-commands.ts';

/**
 * Drafts a tool for each of an ATIP tool's commands, in document order. Of their effects only what descriptions need is
 * gathered, which takes a fraction of merging them.
 *
 * @param limit longest description in UTF-16 units; absent: none
 * @throws AtipValidationError when the metadata lacks what compiling needs, or characters hide in a text of it
 */
export function draftCommands(tool: AtipTool, limit?: number): ToolDraft[] {
  return walkCommands(tool, 0, addStatements).map((leaf) => {
    const draft = {
      name: leaf.name,
      tool,
      path: leaf.path,
      description: describeCommand(leaf, leaf.effects, limit),
      statements: leaf.effects,
      parameters: compiledParameters(leaf),
    };
    assertVisible(draft, leaf.pointer, [leaf.path]);
    return draft;
  });
}

function addStatements(inherited: SafetyStatements, effects: AtipEffects): SafetyStatements {
  return inherited | safetyStatements(effects);
}
