import { draftCommands } from '../../commands/draft-commands.ts';
import { nullableProperty } from '../../commands/nullable-property.ts';
import { parametersSchema, plainProperty } from '../../commands/parameters-schema.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
import type { OpenAIResponsesTool } from '../../types/provider.ts';
import type { AtipTool } from '../../types/tool.ts';

/**
 * Compiles a tool's commands to function tools of OpenAI's Responses API, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ type: "function", name: "gh_pr_create", strict: false, … }]`; `[]` without commands.
 * `strict` is always written: where it is missing the API tries to be strict, and models then fill optional parameters with
 * empty texts, which on a command line are arguments.
 * Limits: description ≤ 1024 UTF-16 units, as for chat completions.
 *
 * @throws AtipValidationError when the metadata lacks what compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 */
export function toOpenAIResponses(tool: AtipTool, options: { strict?: boolean } = {}): OpenAIResponsesTool[] {
  const strict = options.strict === true;
  return draftCommands(tool, 1024).map((draft) => openAIResponsesTool(draft, strict));
}

/** A draft as a function tool of the Responses API. */
export function openAIResponsesTool(
  { name, description, parameters: compiled }: ToolDraft,
  strict: boolean,
): OpenAIResponsesTool {
  const { properties, required } = parametersSchema(compiled, 'key', strict ? nullableProperty : plainProperty, strict);
  const parameters = { type: 'object' as const, properties, required, additionalProperties: false as const };
  return { type: 'function', name, description, strict, parameters };
}
