import type { CompiledParameter } from '../../commands/compiled-parameters.ts';
import { draftCommands } from '../../commands/draft-commands.ts';
import { parametersSchema, plainProperty } from '../../commands/parameters-schema.ts';
import { addedEffects } from '../../commands/raise-effects.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
import {
  isIdempotent,
  isOffline,
  isHarmless,
  type SafetyStatements,
  safetyStatements,
  statesReadOnly,
} from '../../effects/safety-statements.ts';
import type { McpAnnotations, McpTool } from '../../types/provider.ts';
import type { AtipTool } from '../../types/tool.ts';

/**
 * Compiles a tool's commands to tools as an MCP server lists them, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ name: "gh_pr_create", title: "gh pr create", inputSchema, annotations: { … } }]`.
 * All four annotations are written out. What the metadata does not state is the worst case, as it is for MCP where a hint is
 * missing, and so is what an option's `x-effects` may add. The safety flags stand in the description too: hints are for the client, the description is for the model.
 *
 * @throws AtipValidationError when the metadata lacks what compiling needs
 * @see ATIP 0.3 §8.1, §8.2; MCP 2025-11-25, ToolAnnotations
 */
export function toMcp(tool: AtipTool): McpTool[] {
  return draftCommands(tool).map(mcpTool);
}

/** A draft as a tool of an MCP server. */
export function mcpTool({ name, tool, path, description, parameters, statements }: ToolDraft): McpTool {
  return {
    name,
    title: [tool.name, ...path].join(' '),
    description,
    inputSchema: {
      type: 'object',
      ...parametersSchema(parameters, 'key', plainProperty),
      additionalProperties: false,
    },
    annotations: annotations(parameters.reduce(withAdded, statements)),
  };
}

/** A hint has to hold for every call, whatever it gives. */
function withAdded(statements: SafetyStatements, { parameter }: CompiledParameter): SafetyStatements {
  const added = addedEffects(parameter.source);
  return added ? statements | safetyStatements(added) : statements;
}

function annotations(statements: SafetyStatements): McpAnnotations {
  const readOnlyHint = statesReadOnly(statements);
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && !isHarmless(statements),
    idempotentHint: isIdempotent(statements),
    openWorldHint: !isOffline(statements),
  };
}
