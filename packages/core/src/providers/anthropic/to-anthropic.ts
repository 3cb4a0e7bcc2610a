import { draftCommands } from '../../commands/draft-commands.ts';
import { parametersSchema, plainProperty } from '../../commands/parameters-schema.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
import type { AnthropicTool } from '../../types/provider.ts';
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
  return draftCommands(tool).map((draft) => anthropicTool(draft, false));
}

/** A draft as an Anthropic tool; a strict one takes nothing but what it lists, and its optional parameters stay optional. */
export function anthropicTool({ name, description, parameters }: ToolDraft, strict: boolean): AnthropicTool {
  const schema = { type: 'object' as const, ...parametersSchema(parameters, 'key', plainProperty) };
  return strict
    ? { name, description, strict, input_schema: { ...schema, additionalProperties: false } }
    : { name, description, input_schema: schema };
}
