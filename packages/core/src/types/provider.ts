import type { Issue } from './issue.ts';
import type { AtipEffects } from './tool.ts';

/** The service that receives compiled tools. `mcp` is a client of an MCP server, the others are model APIs. */
export type Provider = keyof ProviderToolKinds;

/** The JSON Schema types that compiled parameters have. */
export type ParameterType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** Type aliases, because no interface fits the providers' `{ [key: string]: unknown }`. */
type ParameterSchema<Type, Value> = {
  type: Type;
  description: string;
  enum?: Value[];
  items?: { type: ParameterType; enum?: Exclude<Value, null>[] };
};

/** @typeParam Null `null` where an optional enum lists it, as strict mode requires */
export type OpenAIParameter<Null extends null = never> = ParameterSchema<
  ParameterType | (ParameterType | 'null')[],
  string | number | Null
>;
export type GeminiParameter = ParameterSchema<ParameterType, string>;
export type AnthropicParameter = ParameterSchema<ParameterType, string | number>;
export type McpParameter = AnthropicParameter;
export type BedrockParameter = AnthropicParameter;

type ParametersSchema<Parameter> = {
  type: 'object';
  properties: Record<string, Parameter>;
  required: string[];
};

type ClosedParametersSchema<Parameter> = ParametersSchema<Parameter> & { additionalProperties: false };

/** @typeParam Null as for its parameters @see ATIP 0.3 §8.1 */
export interface OpenAITool<Null extends null = never> {
  type: 'function';
  function: {
    name: string;
    description: string;
    strict?: boolean;
    parameters: ClosedParametersSchema<OpenAIParameter<Null>>;
  };
}

/** The flat form of OpenAI's Responses API. `strict` is always written: without it the API tries to be strict. */
export interface OpenAIResponsesTool {
  type: 'function';
  name: string;
  description: string;
  strict: boolean;
  parameters: ClosedParametersSchema<OpenAIParameter<null>>;
}

/** The form of `toGemini` and `compileTools`. @see ATIP 0.3 §8.1 */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  /** The OpenAPI subset. Absent for a command without parameters: Gemini refuses an object type with no properties. */
  parameters?: ParametersSchema<GeminiParameter>;
}

/** The form of `compile`. */
export interface GeminiTool extends GeminiFunctionDeclaration {
  /** Ordinary JSON Schema, instead of `parameters`. */
  parametersJsonSchema?: ClosedParametersSchema<OpenAIParameter>;
}

/** @see ATIP 0.3 §8.1 */
export interface AnthropicTool {
  name: string;
  description: string;
  strict?: boolean;
  input_schema: ParametersSchema<AnthropicParameter> & { additionalProperties?: false };
}

/** The four hints of MCP, always written: an absent one means the worst case. */
export interface McpAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** A tool as an MCP server lists it. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ClosedParametersSchema<McpParameter>;
  annotations: McpAnnotations;
}

/** A tool of Bedrock's Converse API. */
export interface BedrockTool {
  toolSpec: {
    name: string;
    description: string;
    inputSchema: { json: ParametersSchema<BedrockParameter> };
  };
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
      response: Record<string, unknown>;
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

/** An output item of OpenAI's Responses API. */
export interface OpenAIResponsesToolMessage {
  type: 'function_call_output';
  call_id: string;
  output: string;
}

/** The result of a `tools/call` request. */
export type McpToolMessage = {
  content: { type: 'text'; text: string }[];
  isError: boolean;
};

/** A user message of Bedrock's Converse API. */
export interface BedrockToolMessage {
  role: 'user';
  content: {
    toolResult: {
      toolUseId: string;
      content: { text: string }[];
      status: 'success' | 'error';
    };
  }[];
}

/** The form of a tool for each provider. A provider is a key of it. */
export interface ProviderToolKinds {
  openai: OpenAITool<null>;
  'openai-responses': OpenAIResponsesTool;
  gemini: GeminiTool;
  anthropic: AnthropicTool;
  mcp: McpTool;
  bedrock: BedrockTool;
}

export type ProviderTool = ProviderToolKinds[Provider];

/** The message that returns a tool's result to each provider. */
export interface ProviderMessages {
  openai: OpenAIToolMessage;
  'openai-responses': OpenAIResponsesToolMessage;
  gemini: GeminiToolMessage;
  anthropic: AnthropicToolMessage;
  mcp: McpToolMessage;
  bedrock: BedrockToolMessage;
}

/** The results of Gemini's calls of one turn, in the spelling of its SDK. */
export interface GeminiResultMessage {
  role: 'user';
  parts: { functionResponse: GeminiToolMessage['parts'][number]['function_response'] }[];
}

/**
 * For each provider the message with all results of one turn, or with one result if the provider takes a message for
 * each.
 */
export interface ResultMessages extends Omit<ProviderMessages, 'gemini'> {
  gemini: GeminiResultMessage;
}

/** The message that returns a tool's result to its provider. */
export type Message = ProviderMessages[Provider];

/**
 * The forms that the specification declares, for the providers that it knows. @typeParam Null `null` for strict tools
 */
export interface DeclaredToolKinds<Null extends null = never> extends Omit<ProviderToolKinds, 'openai' | 'gemini'> {
  openai: OpenAITool<Null>;
  gemini: GeminiFunctionDeclaration;
}

export type ProviderTools<Name extends Provider = Provider, Null extends null = null> = {
  provider: Name;
  tools: DeclaredToolKinds<Null>[Name][];
};

/** The separator in a compiled name. Only `gemini` and `mcp` accept a dot. */
export type NameSeparator = '_' | '-' | '.';

export interface CompileSettings {
  /** Makes every property required and optional ones nullable, if the provider has such a mode. */
  strict?: boolean;
  /**
   * The global options that become parameters. Absent: `required`, only those that are required or that the document
   * offers.
   */
  globalOptions?: 'required' | 'all' | 'none';
  /** Puts a command's examples into its description. */
  examples?: boolean;
  /**
   * `discrete`: a tool for each command. `action`: one for each group, the command as its `action`. `search`: three
   * tools for any number of commands, which find, describe and run them. Absent: `discrete`.
   */
  strategy?: 'discrete' | 'action' | 'search' | undefined;
  /**
   * Separator in names; mapping and running calls need the same. The strategy `search` always uses `_`. Absent: `_`, as
   * in the specification.
   */
  separator?: NameSeparator | undefined;
  /** Gemini's schema dialect: `parameters` or `parametersJsonSchema`. Absent: `openapi`. */
  geminiSchema?: 'openapi' | 'json-schema';
}

/** A fact of the document that a provider does not receive, or receives in another form. */
export interface Loss {
  /**
   * `not-sent`: the provider has no place for it, and the host keeps it. `in-text`: only a description says it.
   * `renamed`: it has another name, and calls use that one. `truncated`: the text is cut; safety flags never are.
   * `value-dropped`: values of an enum are left out. `as-text`: numbers are sent as strings, and turned back in a call.
   * `shadowed`: another tool's command has its name. `shared`: one property stands for several parameters. `relaxed`:
   * some action requires it and the schema does not, so the call is checked for it. `unreachable`: it is declared where
   * no command takes it. `assumed`: the document does not state it and the provider's form cannot say so, so the worst
   * case is written.
   */
  readonly code: string;
  readonly provider: Provider;
  /** The ATIP tool's name. */
  readonly tool: string;
  /** JSON Pointer of the source in that tool's document. */
  readonly pointer: string;
  readonly message: string;
}

/** The source of a compiled tool. */
export interface CompiledEntry {
  /** The compiled name. */
  readonly name: string;
  /** The ATIP tool's name. */
  readonly tool: string;
  /** Keys from the root to the command, without the empty key. */
  readonly path: readonly string[];
  /** JSON Pointer of the command, or of the action tool's group. */
  readonly pointer: string;
  readonly effects: AtipEffects;
  /** Maps each property key to the JSON Pointer of its argument or option. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The tools for one provider, and everything that they omit. */
export interface Compilation<Name extends Provider = Provider> {
  readonly provider: Name;
  readonly tools: ProviderToolKinds[Name][];
  /** In the order of `tools`, one for each. */
  readonly entries: CompiledEntry[];
  readonly losses: Loss[];
  readonly issues: Issue[];
  /** The commands that could not be compiled. */
  readonly omitted: OmittedCommand[];
  /**
   * Maps places of `tools` to their sources: JSON Pointers into the document of the entry's ATIP tool, the most
   * important first. An absent place has the sources of the nearest place above it. Not enumerable.
   */
  readonly provenance: Readonly<Record<string, readonly string[]>>;
}

/** A command, or a group with all its commands, that could not be compiled. */
export interface OmittedCommand {
  /** The ATIP tool's name. */
  readonly tool: string;
  /** JSON Pointer of the command or group. */
  readonly pointer: string;
  readonly issues: readonly Issue[];
}

/** One parameter of a canonical tool: JSON Schema with a type. */
export interface CanonicalProperty {
  readonly type: string | readonly string[];
  readonly description?: string;
  /** Further keywords of JSON Schema 2020-12. */
  readonly [keyword: string]: unknown;
}

/** A program's answer to `--schema`: one tool, independent of providers. */
export interface CanonicalTool {
  /** Letters, digits and `_`, no digit first, at most 64. */
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, CanonicalProperty>>;
    /** Absent: all are optional. */
    readonly required?: readonly string[];
    /** Further keywords of JSON Schema 2020-12. */
    readonly [keyword: string]: unknown;
  };
}

/** Settings for translating a canonical tool. */
export interface TranslateSettings {
  /**
   * Absent: for OpenAI true if the schema allows it, else false; for Anthropic false. True: refuses a schema that does
   * not allow it. The other providers have no such mode here.
   */
  readonly strict?: boolean;
  /** Gemini's dialect. Absent: `openapi`, and `json-schema` for schemas that it cannot express. */
  readonly geminiSchema?: 'openapi' | 'json-schema';
}
