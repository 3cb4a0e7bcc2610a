import { assertVisible } from '../commands/assert-visible.ts';
import { compiledParameters } from '../commands/compiled-parameters.ts';
import { examplesOf, proseOf, withSuffix } from '../commands/describe-command.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { sourcePointer } from '../commands/parameters.ts';
import { safetySuffix } from '../effects/safety-flags.ts';
import { type SafetyStatements, safetyStatements } from '../effects/safety-statements.ts';
import { setOwn } from '../json/own-property.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { commandLosses, nameLoss } from './command-losses.ts';
import type { Compiled } from './compiled.ts';
import type { Dialect } from './dialects.ts';
import { parameterLosses } from './parameter-losses.ts';
import type { ReportLoss } from './report-loss.ts';

/** Compiles each command to a tool of its own, strategy A. @see ATIP 0.3 §8.2 rule 3 */
export function compileCommands(
  tool: AtipTool,
  dialect: Dialect,
  settings: CompileSettings,
  report: ReportLoss,
): Compiled[] {
  const textEnums = dialect.hasTextEnums?.(settings) === true;
  return flattenCommands(tool).map((command) => {
    const { name, path, pointer, effects } = command;
    const statements = safetyStatements(effects);
    nameLoss(report, name, tool.name, command);
    commandLosses(report, command, statements, dialect.hints === true, settings.examples === true);
    const description = describe(report, command, statements, dialect.limit, settings.examples === true);
    const parameters = compiledParameters(command, settings.globalOptions);
    assertVisible({ tool, description, parameters }, pointer, [path]);
    const sources: Record<string, string> = {};
    for (const compiled of parameters) {
      const { parameter } = compiled;
      const key = parameter[dialect.keys];
      const source = sourcePointer(parameter, pointer);
      setOwn(sources, key, source);
      parameterLosses(report, compiled, source, key, textEnums);
    }
    return {
      draft: { name, tool, path, description, statements, parameters },
      entry: { name, tool: tool.name, path, pointer, effects, parameters: sources },
    };
  });
}

function describe(
  report: ReportLoss,
  command: FlatCommand,
  statements: SafetyStatements,
  limit: number = Number.POSITIVE_INFINITY,
  examples: boolean,
): string {
  const suffix = safetySuffix(statements);
  const prose = proseOf(command) + (examples ? examplesOf(command) : '');
  const description = withSuffix(prose, suffix, limit);
  if (description.length < prose.length + suffix.length)
    report('truncated', `${command.pointer}/description`, `It is cut to ${limit} characters; the flags are whole.`);
  return description;
}
