import type { ToolDraft } from '../commands/tool-draft.ts';
import { anthropicTool } from '../providers/anthropic/to-anthropic.ts';
import { bedrockTool } from '../providers/bedrock/to-bedrock.ts';
import { geminiDeclaration } from '../providers/gemini/to-gemini.ts';
import { mcpTool } from '../providers/mcp/to-mcp.ts';
import { OPENAI_DESCRIPTION_MAX_LENGTH, openAITool } from '../providers/openai/to-openai.ts';
import { openAIResponsesTool } from '../providers/openai-responses/to-openai-responses.ts';
import type { CompileSettings, Provider, ProviderTool } from '../types/provider.ts';

/** What sets a provider apart when tools are compiled for it. */
export interface Dialect {
  readonly write: (draft: ToolDraft, settings: CompileSettings) => ProviderTool;
  /** Which of a parameter's keys names its property. */
  readonly keys: 'key' | 'narrowKey';
  /** Most tools in one request; `null` where none is documented. */
  readonly maxTools: number | null;
  /** It has fields for whether a tool is destructive, idempotent and uses the network. Absent: none. */
  readonly hints?: boolean;
  /** Whether it knows only enums of non-empty strings. Absent: it does not. */
  readonly hasTextEnums?: (settings: CompileSettings) => boolean;
  /** Longest description in UTF-16 units. Absent: no limit. */
  readonly limit?: number;
}

export const DIALECTS: Readonly<Record<Provider, Dialect>> = {
  openai: {
    write: (draft, { strict }) => openAITool(draft, strict === true),
    keys: 'key',
    maxTools: 128,
    limit: OPENAI_DESCRIPTION_MAX_LENGTH,
  },
  'openai-responses': {
    write: (draft, { strict }) => openAIResponsesTool(draft, strict === true),
    keys: 'key',
    maxTools: 128,
    limit: OPENAI_DESCRIPTION_MAX_LENGTH,
  },
  anthropic: { write: (draft, { strict }) => anthropicTool(draft, strict === true), keys: 'key', maxTools: null },
  gemini: {
    write: (draft, { geminiSchema = 'openapi' }) => geminiDeclaration(draft, geminiSchema),
    keys: 'narrowKey',
    hasTextEnums: ({ geminiSchema }) => geminiSchema !== 'json-schema',
    maxTools: 512,
  },
  mcp: { write: mcpTool, keys: 'key', maxTools: null, hints: true },
  bedrock: { write: bedrockTool, keys: 'key', maxTools: null },
};
