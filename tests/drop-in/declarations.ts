/**
 * The types of the bridge API as its specification declares them, word for word, its comments left out.
 *
 * @see atip-bridge-api.md, "Core Types"
 */
export type AtipVersion =
  | string
  | {
      version: string;
      features?: AtipFeature[];
      minAgentVersion?: string;
    };

export type AtipFeature = 'partial-discovery' | 'interactive-effects' | 'trust-v1' | 'patterns-v1';

export interface AtipTrust {
  source: 'native' | 'vendor' | 'org' | 'community' | 'user' | 'inferred';
  verified?: boolean;
  checksum?: string;
  signedBy?: string;
  attestation?: string;
}

export interface AtipEffects {
  filesystem?: {
    read?: boolean;
    write?: boolean;
    delete?: boolean;
    paths?: string[];
  };
  network?: boolean;
  subprocess?: boolean;
  idempotent?: boolean;
  reversible?: boolean;
  destructive?: boolean;
  creates?: string[];
  modifies?: string[];
  deletes?: string[];
  interactive?: {
    stdin?: 'none' | 'optional' | 'required' | 'password';
    prompts?: boolean;
    tty?: boolean;
  };
  cost?: {
    estimate?: 'free' | 'low' | 'medium' | 'high';
    billable?: boolean;
  };
  duration?: {
    typical?: string;
    timeout?: string;
  };
}

export type AtipParamType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'file'
  | 'directory'
  | 'url'
  | 'enum'
  | 'array';

export interface AtipArgument {
  name: string;
  type: AtipParamType;
  description: string;
  required?: boolean;
  default?: unknown;
  variadic?: boolean;
  enum?: (string | number)[];
}

export interface AtipOption {
  name: string;
  flags: string[];
  type: AtipParamType;
  description: string;
  required?: boolean;
  default?: unknown;
  enum?: (string | number)[];
  envVar?: string;
}

export interface AtipCommand {
  description: string;
  arguments?: AtipArgument[];
  options?: AtipOption[];
  commands?: Record<string, AtipCommand>;
  effects?: AtipEffects;
  examples?: string[];
}

export interface AtipTool {
  atip: AtipVersion;
  name: string;
  version: string;
  description: string;
  homepage?: string;
  trust?: AtipTrust;
  commands?: Record<string, AtipCommand>;
  globalOptions?: AtipOption[];
  authentication?: {
    required?: boolean;
    methods?: Array<{
      type: 'token' | 'oauth' | 'api-key' | 'password' | 'certificate';
      envVar?: string;
      description?: string;
      setupCommand?: string;
    }>;
    checkCommand?: string;
  };
  effects?: AtipEffects;
  patterns?: AtipPattern[];
  partial?: boolean;
  filter?: {
    commands?: string[];
    depth?: number | null;
  };
  totalCommands?: number;
  includedCommands?: number;
  omitted?: {
    reason: 'filtered' | 'depth-limited' | 'size-limited' | 'deprecated';
    safetyAssumption: 'unknown' | 'known-safe' | 'known-unsafe' | 'same-as-included';
  };
}

export interface AtipPattern {
  name: string;
  description: string;
  steps: Array<{
    command: string;
    description?: string;
  }>;
  variables?: Record<
    string,
    {
      type: string;
      description: string;
    }
  >;
  tags?: string[];
  executable?: boolean;
}

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

export interface Policy {
  allowDestructive?: boolean;

  allowNonReversible?: boolean;

  allowBillable?: boolean;

  allowNetwork?: boolean;

  allowFilesystemWrite?: boolean;

  allowFilesystemDelete?: boolean;

  maxCostEstimate?: 'free' | 'low' | 'medium' | 'high';

  minTrustLevel?: 'native' | 'vendor' | 'org' | 'community' | 'user' | 'inferred';
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

export interface ResultFilterOptions {
  maxLength?: number;

  redactPatterns?: RegExp[];

  redactSecrets?: boolean;
}
