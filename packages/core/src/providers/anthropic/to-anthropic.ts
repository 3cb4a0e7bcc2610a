import { compiledParameters } from '../../commands/compiled-parameters.ts';
import { describeCommand } from '../../commands/describe-command.ts';
import { flattenCommands } from '../../commands/flatten-commands.ts';
import type { ParameterShape } from '../../commands/parameter-shape.ts';
import { setOwn } from '../../json/own-property.ts';
import type { FlatCommand } from '../../types/flat-command.ts';
import type { AnthropicParameter, AnthropicTool } from '../../types/provider.ts';
import type { AtipTool } from '../../types/tool.ts';

/**
 * Compiles a tool's commands to Anthropic tool definitions, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ name: "gh_pr_create", description, input_schema: { … } }]`; `[]` without commands.
 *
 * @throws AtipValidationError when the metadata lacks what compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 */
export function toAnthropic(tool: AtipTool): AnthropicTool[] {
  return flattenCommands(tool).map(compileCommand);
}

function compileCommand(command: FlatCommand): AnthropicTool {
  const properties: Record<string, AnthropicParameter> = {};
  const required: string[] = [];
  for (const { parameter, shape } of compiledParameters(command)) {
    setOwn(properties, parameter.key, toSchema(shape));
    if (parameter.required) required.push(parameter.key);
  }
  return {
    name: command.name,
    description: describeCommand(command),
    input_schema: { type: 'object', properties, required },
  };
}

function toSchema({ type, description, enum: values, itemType }: ParameterShape): AnthropicParameter {
  if (itemType !== undefined) {
    return { type, description, items: { type: itemType, ...(values && { enum: [...values] }) } };
  }
  return { type, description, ...(values && { enum: [...values] }) };
}
