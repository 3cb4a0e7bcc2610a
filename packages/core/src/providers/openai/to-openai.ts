import { type CompiledParameter, compiledParameters } from '../../commands/compiled-parameters.ts';
import { describeCommand } from '../../commands/describe-command.ts';
import { flattenCommands } from '../../commands/flatten-commands.ts';
import { setOwn } from '../../json/own-property.ts';
import type { FlatCommand } from '../../types/flat-command.ts';
import type { OpenAIParameter, OpenAITool } from '../../types/provider.ts';
import type { AtipTool } from '../../types/tool.ts';

/** UTF-16 units; OpenAI's API enforced it until 2025 and compatible ones still do. */
export const OPENAI_DESCRIPTION_MAX_LENGTH = 1024;

/**
 * Compiles a tool's commands to OpenAI function tools, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ type: "function", function: { name: "gh_pr_create", … } }]`; `[]` without commands.
 * Strict: every property is required and optional ones become nullable, as structured outputs ask.
 * Limits: description ≤ 1024 UTF-16 units; safety flags are kept and the prose is cut.
 *
 * @throws AtipValidationError when the metadata lacks what compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 */
export function toOpenAI(tool: AtipTool, options: { strict?: boolean } = {}): OpenAITool[] {
  return flattenCommands(tool).map((command) => compileCommand(command, options.strict === true));
}

function compileCommand(command: FlatCommand, strict: boolean): OpenAITool {
  const properties: Record<string, OpenAIParameter> = {};
  const required: string[] = [];
  for (const { parameter, shape } of compiledParameters(command)) {
    setOwn(properties, parameter.key, toSchema({ parameter, shape }, strict && !parameter.required));
    if (strict || parameter.required) required.push(parameter.key);
  }
  return {
    type: 'function',
    function: {
      name: command.name,
      description: describeCommand(command, OPENAI_DESCRIPTION_MAX_LENGTH),
      ...(strict && { strict }),
      parameters: { type: 'object', properties, required, additionalProperties: false },
    },
  };
}

function toSchema({ shape }: CompiledParameter, nullable: boolean): OpenAIParameter {
  const type = nullable ? [shape.type, 'null'] : shape.type;
  if (shape.itemType !== undefined) {
    const items = { type: shape.itemType, ...(shape.enum && { enum: [...shape.enum] }) };
    return { type, description: shape.description, items };
  }
  if (!shape.enum) return { type, description: shape.description };
  // Constrained decoding can only produce what the enum lists, so a nullable enum has to list null.
  return { type, description: shape.description, enum: nullable ? [...shape.enum, null] : [...shape.enum] };
}
