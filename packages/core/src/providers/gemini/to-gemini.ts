import type { CompiledParameter } from '../../commands/compiled-parameters.ts';
import { draftCommands } from '../../commands/draft-commands.ts';
import { parametersSchema, plainProperty } from '../../commands/parameters-schema.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
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
  return draftCommands(tool).map((draft) => geminiDeclaration(draft, 'openapi'));
}

/** A draft as a Gemini declaration, in the dialect of `parameters` or of `parametersJsonSchema`. */
export function geminiDeclaration(
  { name, description, parameters: compiled }: ToolDraft,
  dialect: 'openapi' | 'json-schema',
): GeminiFunctionDeclaration {
  if (compiled.length === 0) return { name, description };
  if (dialect === 'openapi') {
    const parameters = { type: 'object' as const, ...parametersSchema(compiled, 'narrowKey', stringEnumProperty) };
    return { name, description, parameters };
  }
  const schema = parametersSchema(compiled, 'narrowKey', plainProperty);
  return { name, description, parametersJsonSchema: { type: 'object', ...schema, additionalProperties: false } };
}

/** An enum is allowed on strings only, and not with an empty value. */
function stringEnumProperty({ shape }: CompiledParameter): GeminiParameter {
  const { type, description, enum: values, itemType } = shape;
  const texts = values?.map(String).filter((value) => value !== '');
  if (!texts || texts.length === 0)
    return itemType === undefined ? { type, description } : { type, description, items: { type: itemType } };
  const item = { type: 'string' as const, enum: texts };
  return itemType === undefined ? { description, ...item } : { type, description, items: item };
}
