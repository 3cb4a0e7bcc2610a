/** Who receives compiled tools. */
export type Provider = 'openai' | 'gemini' | 'anthropic';

/** What a parameter's JSON Schema may carry in every provider's subset. */
interface ParameterSchema<Type> {
  type: Type;
  description: string;
  enum?: (string | number | null)[];
  items?: { type: string; enum?: (string | number)[] };
}

export type OpenAIParameter = ParameterSchema<string | string[]>;
export type GeminiParameter = ParameterSchema<string>;
export type AnthropicParameter = ParameterSchema<string>;

/** @see ATIP 0.3 §8.1 */
export interface OpenAITool {
  type: 'function';
  function: {
    name: string;
    description: string;
    strict?: boolean;
    parameters: {
      type: 'object';
      properties: Record<string, OpenAIParameter>;
      required: string[];
      additionalProperties: false;
    };
  };
}

/** @see ATIP 0.3 §8.1 */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  /** Absent for a command without parameters: Gemini refuses an object type with no properties. */
  parameters?: {
    type: 'object';
    properties: Record<string, GeminiParameter>;
    required: string[];
  };
}

/** @see ATIP 0.3 §8.1 */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: {
    type: 'object';
    properties: Record<string, AnthropicParameter>;
    required: string[];
  };
}

export type ProviderTool = OpenAITool | GeminiFunctionDeclaration | AnthropicTool;

export type ProviderTools = {
  provider: Provider;
  tools: ProviderTool[];
};
