import { compiledParameters } from '../commands/compiled-parameters.ts';
import { proseOf, withSuffix } from '../commands/describe-command.ts';
import { MAX_NAME_LENGTH } from '../commands/name-command.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { safetySuffix } from '../effects/safety-flags.ts';
import { type SafetyStatements, safetyStatements } from '../effects/safety-statements.ts';
import { joinPointer } from '../json/pointer.ts';
import { setOwn } from '../json/own-property.ts';
import { toWellFormed } from '../json/well-formed.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import type { Compiled } from './compiled.ts';
import type { Dialect } from './dialects.ts';
import { effectLosses } from './effect-losses.ts';
import { parameterLosses } from './parameter-losses.ts';
import type { ReportLoss } from './report-loss.ts';

/** Fields of a command that compiling uses, or that only say how a command line is written. */
const USED: ReadonlySet<string> = new Set([
  'description',
  'arguments',
  'options',
  'commands',
  'effects',
  'x-value-style',
  'x-end-of-options',
]);

/** Compiles each command to a tool of its own, strategy A. @see ATIP 0.3 §8.2 rule 3 */
export function compileCommands(
  tool: AtipTool,
  dialect: Dialect,
  settings: CompileSettings,
  report: ReportLoss,
): Compiled[] {
  const textEnums = dialect.keys === 'narrowKey' && settings.geminiSchema !== 'json-schema';
  return flattenCommands(tool).map((command) => {
    const { name, path, pointer, effects } = command;
    const statements = safetyStatements(effects);
    commandLosses(report, command, statements, dialect.hints === true, settings.examples === true);
    const description = describe(report, command, statements, dialect.limit, settings.examples === true);
    const parameters = compiledParameters(command, settings.globalOptions);
    const sources: Record<string, string> = {};
    for (const compiled of parameters) {
      const { parameter } = compiled;
      const key = parameter[dialect.keys];
      const source = parameter.global ? parameter.pointer : pointer + parameter.pointer;
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
  const prose = proseOf(command) + (examples ? exampleText(command) : '');
  const description = withSuffix(prose, suffix, limit);
  if (description.length < prose.length + suffix.length)
    report('truncated', `${command.pointer}/description`, `It is cut to ${limit} characters; the flags are whole.`);
  return description;
}

function exampleText({ metadata: { examples } }: FlatCommand): string {
  const lines = Array.isArray(examples) ? examples.filter((line) => typeof line === 'string' && line !== '') : [];
  return lines.length === 0 ? '' : toWellFormed(` Examples: ${lines.join('; ')}`);
}

function commandLosses(
  report: ReportLoss,
  command: FlatCommand,
  statements: SafetyStatements,
  hints: boolean,
  examples: boolean,
): void {
  const { name, tool, path, pointer, metadata, effects } = command;
  if (isRenamed(name, tool.name, path))
    report('renamed', pointer, `It is called "${name}", for a name that is portable and unique.`);
  for (const field of Object.keys(metadata)) {
    if (USED.has(field)) continue;
    if (field !== 'examples') report('not-sent', joinPointer(pointer, field), `"${field}" is kept by the host.`);
    else if (examples) report('in-text', `${pointer}/examples`, 'The examples are told in the description.');
    else report('not-sent', `${pointer}/examples`, 'The examples are not sent; the setting `examples` sends them.');
  }
  effectLosses(report, metadata.effects, pointer, statements, hints);
  if (!hints) return;
  const unknown = (['destructive', 'idempotent', 'network'] as const).filter((name) => effects[name] === undefined);
  if (unknown.length > 0)
    report('assumed', pointer, `${unknown.join(', ')}: not stated, so the annotations say the worst.`);
}

/** Whether a name is another than the words with `_` between them; the lengths tell, but for names as long as they may be. */
function isRenamed(name: string, toolName: string, path: readonly string[]): boolean {
  let length = toolName.length;
  for (const word of path) length += word.length + 1;
  return length !== name.length || (length === MAX_NAME_LENGTH && name !== [toolName, ...path].join('_'));
}
