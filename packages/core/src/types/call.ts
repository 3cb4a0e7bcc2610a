/** One request by a model. */
export interface ToolCall {
  /** The provider's id; Gemini often sends none, then the function's name. */
  id: string;
  /** The compiled name, as the model wrote it. */
  name: string;
  arguments: Record<string, unknown>;
}

export interface OpenAIToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

export interface GeminiToolMessage {
  role: 'user';
  parts: {
    function_response: {
      id?: string;
      name: string;
      response: unknown;
    };
  }[];
}

export interface AnthropicToolMessage {
  role: 'user';
  content: {
    type: 'tool_result';
    tool_use_id: string;
    content: string;
    is_error?: boolean;
  }[];
}

/** A tool's result as its provider wants it back. */
export type Message = OpenAIToolMessage | GeminiToolMessage | AnthropicToolMessage;
