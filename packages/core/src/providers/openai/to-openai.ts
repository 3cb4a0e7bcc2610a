import { draftCommands } from '../../commands/draft-commands.ts';
import { nullableProperty } from '../../commands/nullable-property.ts';
import { parametersSchema, plainProperty } from '../../commands/parameters-schema.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
import type { OpenAITool } from '../../types/provider.ts';
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
  const strict = options.strict === true;
  return draftCommands(tool, OPENAI_DESCRIPTION_MAX_LENGTH).map((draft) => openAITool(draft, strict));
}

/** A draft as a function tool of OpenAI's chat completions. */
export function openAITool({ name, description, parameters: compiled }: ToolDraft, strict: boolean): OpenAITool {
  const { properties, required } = parametersSchema(compiled, 'key', strict ? nullableProperty : plainProperty, strict);
  const parameters = { type: 'object' as const, properties, required, additionalProperties: false as const };
  return {
    type: 'function',
    function: strict ? { name, description, strict, parameters } : { name, description, parameters },
  };
}
