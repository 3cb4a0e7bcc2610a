/**
 * Checks compiled tools against the tool types of the providers' own packages. Nothing here runs: `tsc -b` is the test.
 * A line that has to be refused stands under `@ts-expect-error`, which is an error itself once the line is accepted.
 */
import type { MessageParam, Tool as ClaudeTool, ToolUnion } from '@anthropic-ai/sdk/resources/messages/messages';
import type {
  AnthropicTool,
  AnthropicToolMessage,
  BedrockTool,
  BedrockToolMessage,
  GeminiFunctionDeclaration,
  GeminiTool,
  GeminiParameter,
  GeminiToolMessage,
  McpTool,
  McpToolMessage,
  OpenAIResponsesTool,
  OpenAIResponsesToolMessage,
  OpenAITool,
  OpenAIToolMessage,
} from '@atip/core';
import type {
  Message as ConverseMessage,
  Tool as ConverseTool,
  ToolConfiguration,
} from '@aws-sdk/client-bedrock-runtime';
import type { Content, FunctionDeclaration, GenerateContentConfig, Schema, Type } from '@google/genai';
import type { CallToolResult, ListToolsResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionTool,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions/completions';
import type {
  FunctionTool,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';

declare const chat: OpenAITool<null>[];
declare const responses: OpenAIResponsesTool[];
declare const claude: AnthropicTool[];
declare const gemini: GeminiFunctionDeclaration[];
declare const mcp: McpTool[];
declare const converse: BedrockTool[];

/** Takes a value of the type that is named; a call is a claim that the argument fits. */
declare function fits<Type>(value: Type): void;

// OpenAI Chat Completions
fits<ChatCompletionFunctionTool[]>(chat);
fits<ChatCompletionTool[]>(chat);
fits<Pick<ChatCompletionCreateParamsNonStreaming, 'tools'>>({ tools: chat });
declare const chatMessage: OpenAIToolMessage;
fits<ChatCompletionToolMessageParam>(chatMessage);
// @ts-expect-error the flat form of the Responses API is another one
fits<ChatCompletionTool[]>(responses);

// OpenAI Responses
fits<FunctionTool[]>(responses);
fits<Pick<ResponseCreateParamsNonStreaming, 'tools'>>({ tools: responses });
declare const responsesMessage: OpenAIResponsesToolMessage;
fits<ResponseInputItem>(responsesMessage);
// @ts-expect-error a tool of Chat Completions wraps its function
fits<FunctionTool[]>(chat);

declare const namespaced: { type: 'namespace'; name: string; description: string; tools: OpenAIResponsesTool[] };
fits<Pick<ResponseCreateParamsNonStreaming, 'tools'>>({ tools: [{ type: 'tool_search' }, namespaced, ...responses] });

// Anthropic Messages
fits<ClaudeTool[]>(claude);
fits<ToolUnion[]>(claude);
fits<ToolUnion[]>([{ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }, ...claude]);
declare const claudeMessage: AnthropicToolMessage;
fits<MessageParam>(claudeMessage);
// @ts-expect-error MCP writes inputSchema where Anthropic writes input_schema
fits<ClaudeTool[]>(mcp);

// Gemini. `Schema.type` of the SDK is an enum, which no text fits, though its values are what the API reads; our names
// are those of JSON Schema, which the API takes too. So all but `type` fits as it is, and the types are the enum's own.
declare const geminiJsonSchema: Omit<GeminiTool, 'parameters'>[];
fits<FunctionDeclaration[]>(geminiJsonSchema);
fits<GenerateContentConfig>({ tools: [{ functionDeclarations: geminiJsonSchema }] });
type GeminiObject = NonNullable<GeminiFunctionDeclaration['parameters']>;
declare const geminiType:
  | GeminiObject['type']
  | GeminiParameter['type']
  | NonNullable<GeminiParameter['items']>['type'];
fits<Lowercase<`${Type}`>>(geminiType);
declare const geminiObject: Omit<GeminiObject, 'type' | 'properties'>;
fits<Omit<Schema, 'type' | 'properties'>>(geminiObject);
declare const geminiParameter: Omit<GeminiParameter, 'type' | 'items'>;
fits<Omit<Schema, 'type' | 'items'>>(geminiParameter);
declare const geminiItems: Omit<NonNullable<GeminiParameter['items']>, 'type'>;
fits<Omit<Schema, 'type'>>(geminiItems);
// @ts-expect-error only because of that enum
fits<FunctionDeclaration[]>(gemini);
declare const geminiMessage: GeminiToolMessage;
declare const geminiPart: GeminiToolMessage['parts'][number];
fits<Content>({ role: geminiMessage.role, parts: [{ functionResponse: geminiPart.function_response }] });
// @ts-expect-error RFC §7.2 writes the wire's other spelling, function_response
fits<Content>(geminiMessage);

// MCP
fits<ListedTool[]>(mcp);
fits<ListToolsResult>({ tools: mcp });
declare const mcpMessage: McpToolMessage;
fits<CallToolResult>(mcpMessage);
// @ts-expect-error a tool of Anthropic has no inputSchema
fits<ListedTool[]>(claude);

// Bedrock Converse
fits<ConverseTool[]>(converse);
fits<ToolConfiguration>({ tools: converse });
declare const converseMessage: BedrockToolMessage;
fits<ConverseMessage>(converseMessage);
// @ts-expect-error the schema stands under json
fits<ConverseTool>({ toolSpec: { name: 'x', description: 'x', inputSchema: { type: 'object' } } });
