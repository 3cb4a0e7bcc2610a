import { draftCommands } from '../../commands/draft-commands.ts';
import { parametersSchema, plainProperty } from '../../commands/parameters-schema.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
import type { BedrockTool } from '../../types/provider.ts';
import type { AtipTool } from '../../types/tool.ts';

/**
 * Compiles a tool's commands to tools of Bedrock's Converse API, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ toolSpec: { name: "gh_pr_create", description, inputSchema: { json } } }]`.
 *
 * @throws AtipValidationError when the metadata lacks what compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 */
export function toBedrock(tool: AtipTool): BedrockTool[] {
  return draftCommands(tool).map(bedrockTool);
}

/** A draft as a tool of the Converse API. */
export function bedrockTool({ name, description, parameters }: ToolDraft): BedrockTool {
  const json = { type: 'object' as const, ...parametersSchema(parameters, 'key', plainProperty) };
  return { toolSpec: { name, description, inputSchema: { json } } };
}
