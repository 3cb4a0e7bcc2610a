import { compiledParameters } from '../../commands/compiled-parameters.ts';
import { describeCommand } from '../../commands/describe-command.ts';
import { flattenCommands } from '../../commands/flatten-commands.ts';
import type { ParameterShape } from '../../commands/parameter-shape.ts';
import { setOwn } from '../../json/own-property.ts';
import type { FlatCommand } from '../../types/flat-command.ts';
import type { GeminiFunctionDeclaration, GeminiParameter } from '../../types/provider.ts';
import type { AtipTool } from '../../types/tool.ts';

/**
 * Compiles a tool's commands to Gemini function declarations, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ name: "gh_pr_create", description, parameters: { … } }]`; `[]` without commands.
 * Property keys use only letters, digits and `_`, and enums are strings, as the API's schema dialect asks; a command
 * without parameters has no `parameters`, since an object type without properties is refused.
 *
 * @throws AtipValidationError when the metadata lacks what compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 */
export function toGemini(tool: AtipTool): GeminiFunctionDeclaration[] {
  return flattenCommands(tool).map(compileCommand);
}

function compileCommand(command: FlatCommand): GeminiFunctionDeclaration {
  const properties: Record<string, GeminiParameter> = {};
  const required: string[] = [];
  const compiled = compiledParameters(command);
  for (const { parameter, shape } of compiled) {
    setOwn(properties, parameter.narrowKey, toSchema(shape));
    if (parameter.required) required.push(parameter.narrowKey);
  }
  return {
    name: command.name,
    description: describeCommand(command),
    ...(compiled.length > 0 && { parameters: { type: 'object', properties, required } }),
  };
}

function toSchema({ type, description, enum: values, itemType }: ParameterShape): GeminiParameter {
  // An enum is allowed on strings only, and not with an empty value.
  const strings = values?.map(String).filter((value) => value !== '');
  const restricted = strings && strings.length > 0 ? { enum: strings } : {};
  const scalar = strings ? 'string' : (itemType ?? type);
  if (itemType !== undefined) return { type, description, items: { type: scalar, ...restricted } };
  return { type: scalar, description, ...restricted };
}
