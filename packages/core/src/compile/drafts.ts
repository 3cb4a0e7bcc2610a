import { actionChoice, type ActionGroup, actionGroups, sentActionParameters } from '../commands/actions.ts';
import { actionTexts, examplesOf, proseOf, withSuffix } from '../commands/describe-command.ts';
import { listCommands, type Refuse, refuseTool } from '../commands/flatten-commands.ts';
import { compiledParameters, isRaised } from '../commands/parameter-shape.ts';
import { ToolCache } from '../json/settled.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { isReadOnly, ofAny, safetySuffix } from '../effects/safety-flags.ts';
import type { ProviderForm } from '../providers/provider.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipTool, FlatCommand } from '../types/tool.ts';

/** Settings for a draft, and the longest description in UTF-16 units. */
export interface DraftSettings extends Pick<CompileSettings, 'globalOptions' | 'examples' | 'separator'> {
  readonly maxDescription?: number | undefined;
  /** The kind of keys that the provider's properties have. Absent: both kinds are chosen. */
  readonly keys?: ProviderForm['keys'];
}

/**
 * Drafts a tool for each of an ATIP tool's commands, in document order: strategy A.
 *
 * @param refuse is called for commands that cannot be compiled. Absent: the first one throws
 * @throws AtipValidationError when the document lacks a field that compiling needs
 * @see ATIP 0.3 §8.2 rule 3
 */
export function draftCommands(
  tool: AtipTool,
  settings: DraftSettings,
  refuse: Refuse = refuseTool,
): readonly ToolDraft[] {
  const commands = listCommands(tool, refuse, settings.separator);
  return drafted(tool, 'command', settings, () => commands.map((command) => draftCommand(command, settings)));
}

const DRAFTS = /* @__PURE__ */ new ToolCache<readonly ToolDraft[]>();

function drafted(
  tool: AtipTool,
  kind: 'command' | 'action',
  { separator, globalOptions, examples, maxDescription, keys }: DraftSettings,
  draft: () => readonly ToolDraft[],
): readonly ToolDraft[] {
  return DRAFTS.get(tool, `${kind} ${separator} ${globalOptions} ${examples} ${maxDescription} ${keys}`, draft);
}

function draftCommand(command: FlatCommand, settings: DraftSettings): ToolDraft {
  const { name, tool, path, pointer, effects } = command;
  const { maxDescription = Number.POSITIVE_INFINITY } = settings;
  const prose = settings.examples ? proseOf(command) + examplesOf(command) : proseOf(command);
  const suffix = safetySuffix(effects, isReadOnly(effects) && isRaised(command.metadata));
  const description = withSuffix(prose, suffix, maxDescription);
  const isCut = description.length < prose.length + suffix.length;
  const parameters = compiledParameters(command, settings.globalOptions, settings.keys);
  return { name, tool, path, pointer, effects, prose, description, isCut, parameters, commands: [command] };
}

/**
 * Drafts a tool for each group of commands, of which its `action` chooses one: strategy B.
 *
 * Shape: `gh pr` → `{ name: "gh_pr", description: "Manage pull requests. Actions: create: Create a pull request
 * [⚠️ NOT IDEMPOTENT]; … [⚠️ NOT IDEMPOTENT]" }`: each action with its own flags, then those of all actions together.
 * A description that is too long keeps its last flags.
 *
 * @throws AtipValidationError as `draftCommands`
 * @see ATIP 0.3 §8.2 rules 1 and 3
 */
export function draftActions(
  tool: AtipTool,
  settings: DraftSettings,
  refuse: Refuse = refuseTool,
): readonly ToolDraft[] {
  const commands = listCommands(tool, refuse);
  return drafted(tool, 'action', settings, () =>
    actionGroups(tool, commands, settings.separator).map((group) => draftGroup(group, settings)),
  );
}

function draftGroup(group: ActionGroup, { globalOptions, examples, maxDescription }: DraftSettings): ToolDraft {
  const { name, tool, path, pointer, effects } = group;
  const { about, actions } = actionTexts(group, examples === true);
  const prose = `${about.text}Actions: ${actions.map(({ text }) => text).join('; ')}`;
  const suffix = safetySuffix(ofAny(effects));
  const description = withSuffix(prose, suffix, maxDescription ?? Number.POSITIVE_INFINITY);
  const isCut = description.length < prose.length + suffix.length;
  const parameters = [actionChoice(group), ...sentActionParameters(group, globalOptions)];
  const commands = [...group.actions.values()];
  return { name, tool, path, pointer, effects, prose, description, isCut, parameters, commands, group };
}
