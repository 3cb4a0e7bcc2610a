import { type ActionGroup, actionGroups } from '../commands/action-groups.ts';
import { type ActionParameter, sentActionParameters } from '../commands/action-parameters.ts';
import { actionTexts } from '../commands/action-texts.ts';
import { draftActions } from '../commands/draft-actions.ts';
import { sourcePointer } from '../commands/parameters.ts';
import { shapeOf } from '../commands/parameter-shape.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { safetyStatements } from '../effects/safety-statements.ts';
import { setOwn } from '../json/own-property.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { commandLosses, nameLoss } from './command-losses.ts';
import type { Compiled } from './compiled.ts';
import type { Dialect } from './dialects.ts';
import { parameterLosses } from './parameter-losses.ts';
import type { ReportLoss } from './report-loss.ts';

/** Compiles each group of commands to one tool with an `action`, strategy B. @see ATIP 0.3 §8.2 rule 3 */
export function compileActions(
  tool: AtipTool,
  dialect: Dialect,
  settings: CompileSettings,
  report: ReportLoss,
): Compiled[] {
  return actionGroups(tool).map((group) => {
    const draft = draftActions(group, settings.globalOptions, dialect.limit, settings.examples);
    const { name, path, pointer, effects } = group;
    nameLoss(report, name, tool.name, group);
    for (const command of group.actions.values())
      commandLosses(
        report,
        command,
        safetyStatements(command.effects),
        dialect.hints === true,
        settings.examples === true,
      );
    reportCut(report, group, draft, settings.examples === true, dialect.limit);
    return {
      draft,
      entry: { name, tool: tool.name, path, pointer, effects, parameters: sources(group, dialect, settings, report) },
    };
  });
}

/** Reports the texts that the limit took from a description; those it left are still there as they were. */
function reportCut(
  report: ReportLoss,
  group: ActionGroup,
  { description }: ToolDraft,
  examples: boolean,
  limit = 0,
): void {
  const { about, actions } = actionTexts(group, examples);
  for (const { pointer, text } of [about, ...actions])
    if (!description.includes(text))
      report(
        'truncated',
        pointer,
        `Its description is cut, with those of its neighbours, to ${limit} characters; the flags are whole.`,
      );
}

function sources(
  group: ActionGroup,
  { keys, hasTextEnums }: Dialect,
  settings: CompileSettings,
  report: ReportLoss,
): Record<string, string> {
  const found: Record<string, string> = { action: group.pointer };
  for (const compiled of sentActionParameters(group, settings.globalOptions)) {
    const key = compiled.parameter[keys];
    setOwn(found, key, compiled.parameter.pointer);
    shareLosses(report, group, compiled, key, hasTextEnums?.(settings) === true);
  }
  return found;
}

/** Reports what becomes of each of the parameters that one property stands for; it is described as the first of them is. */
function shareLosses(
  report: ReportLoss,
  { actions }: ActionGroup,
  { parameter: { required }, uses }: ActionParameter,
  key: string,
  textEnums: boolean,
): void {
  let told: string | undefined;
  const seen = new Set<string>();
  for (const [label, parameter] of uses) {
    const source = sourcePointer(parameter, actions.get(label)?.pointer ?? '');
    const shape = shapeOf(parameter);
    told ??= shape.description;
    if (seen.has(source)) continue;
    seen.add(source);
    parameterLosses(report, { parameter, shape }, source, key, textEnums);
    if (told !== shape.description)
      report('shared', source, `One property "${key}" stands for several actions, and is described as for the first.`);
    if (parameter.required && !required)
      report('relaxed', source, 'It is required, but not by every action: that is checked when it is called.');
  }
}
