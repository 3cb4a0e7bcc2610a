/**
 * The types of the bridge API's results as its specification declares them, word for word, its comments left out.
 *
 * @see atip-bridge-api.md, "Core Types"
 */
export type Provider = 'openai' | 'gemini' | 'anthropic';

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

export interface OpenAIParameter {
  type: string | string[];
  description: string;
  enum?: (string | number)[];
}

export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  parameters: {
    type: 'object';
    properties: Record<string, GeminiParameter>;
    required: string[];
  };
}

export interface GeminiParameter {
  type: string;
  description: string;
  enum?: (string | number)[];
}

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: {
    type: 'object';
    properties: Record<string, AnthropicParameter>;
    required: string[];
  };
}

export interface AnthropicParameter {
  type: string;
  description: string;
  enum?: (string | number)[];
}

export type ProviderTool = OpenAITool | GeminiFunctionDeclaration | AnthropicTool;

export type ProviderTools = {
  provider: Provider;
  tools: ProviderTool[];
};

export interface ToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

export type Message = OpenAIToolMessage | GeminiToolMessage | AnthropicToolMessage;

export interface OpenAIToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

export interface GeminiToolMessage {
  role: 'user';
  parts: Array<{
    function_response: {
      name: string;
      response: unknown;
    };
  }>;
}

export interface AnthropicToolMessage {
  role: 'user';
  content: Array<{
    type: 'tool_result';
    tool_use_id: string;
    content: string;
  }>;
}

export interface ValidationResult {
  valid: boolean;
  violations: PolicyViolation[];
}

export interface PolicyViolation {
  code: ViolationCode;
  message: string;
  severity: 'error' | 'warning';
  toolName: string;
  commandPath?: string[];
}

export type ViolationCode =
  | 'DESTRUCTIVE_OPERATION'
  | 'NON_REVERSIBLE_OPERATION'
  | 'BILLABLE_OPERATION'
  | 'NETWORK_OPERATION'
  | 'FILESYSTEM_WRITE'
  | 'FILESYSTEM_DELETE'
  | 'COST_EXCEEDS_LIMIT'
  | 'TRUST_BELOW_THRESHOLD'
  | 'UNKNOWN_COMMAND';

export interface Validator {
  validate(toolName: string, args: Record<string, unknown>): ValidationResult;
}

export interface ResultFilter {
  filter(result: string, toolName: string): string;
}
