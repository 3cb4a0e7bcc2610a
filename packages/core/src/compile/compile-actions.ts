import { type ActionGroup, actionGroups } from '../commands/action-groups.ts';
import { actionParameters } from '../commands/action-parameters.ts';
import { isSent } from '../commands/compiled-parameters.ts';
import { draftActions } from '../commands/draft-actions.ts';
import { safetyStatements } from '../effects/safety-statements.ts';
import { setOwn } from '../json/own-property.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import type { Compiled } from './compiled.ts';
import type { Dialect } from './dialects.ts';
import { effectLosses } from './effect-losses.ts';
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
    const draft = draftActions(group, settings.globalOptions, dialect.limit);
    const full = draftActions(group, settings.globalOptions);
    if (draft.description.length < full.description.length)
      report(
        'truncated',
        `${group.pointer}/description`,
        `It is cut to ${dialect.limit} characters; the flags are whole.`,
      );
    for (const { pointer, metadata, effects } of group.actions.values())
      effectLosses(report, metadata.effects, pointer, safetyStatements(effects), dialect.hints === true);
    const { name, path, pointer, effects } = group;
    return {
      draft,
      entry: { name, tool: tool.name, path, pointer, effects, parameters: sources(group, dialect, settings, report) },
    };
  });
}

function sources(
  group: ActionGroup,
  { keys }: Dialect,
  { globalOptions = 'required', geminiSchema }: CompileSettings,
  report: ReportLoss,
): Record<string, string> {
  const found: Record<string, string> = { action: group.pointer };
  for (const compiled of actionParameters(group)) {
    if (!isSent(compiled.parameter, globalOptions)) continue;
    const key = compiled.parameter[keys];
    const { pointer } = compiled.parameter;
    setOwn(found, key, pointer);
    parameterLosses(report, compiled, pointer, key, keys === 'narrowKey' && geminiSchema !== 'json-schema');
  }
  return found;
}
