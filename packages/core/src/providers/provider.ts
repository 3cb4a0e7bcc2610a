import type { ToolDraft } from '../commands/tool-draft.ts';
import type { AcceptanceSettings, SchemaRules } from './provider-schema-rules.ts';
import type { Fail, RawAnswer, ToolCall } from '../types/call.ts';
import type { Issue } from '../types/issue.ts';
import type {
  CompileSettings,
  Provider,
  ProviderMessages,
  ProviderTool,
  ProviderToolKinds,
  ResultMessages,
  TranslateSettings,
} from '../types/provider.ts';

export interface Limit {
  /** More is refused. */
  readonly most?: number;
  /** More may be refused, for example by older servers; at most `most`. */
  readonly safe?: number;
}

/** Facts about a provider for people: plain data, small enough for a page's first load. */
export interface ProviderFacts {
  readonly label: string;
  /** True if its tools can be strict. */
  readonly hasStrict: boolean;
  readonly limits: {
    /** Tools in one request. */
    readonly tools: Limit;
    /** UTF-16 units of a tool's name, and of its description. */
    readonly name: Limit;
    readonly description: Limit;
    /** For one strict tool: properties on all levels, levels of nesting, enum values. */
    readonly properties?: Limit;
    readonly levels?: Limit;
    readonly enumValues?: Limit;
    /** For all strict tools of a request: their number, and their optional properties. */
    readonly strictTools?: Limit;
    readonly optional?: Limit;
  };
}

/** Writes tools in a provider's form. */
export interface ProviderForm<Name extends Provider = Provider> {
  readonly write: (draft: ToolDraft, settings: CompileSettings) => ProviderToolKinds[Name];
  /** Wraps tools for the provider's request body. */
  readonly wrap: (tools: readonly ProviderTool[]) => object;
  /** JSON Pointers of a written tool's parts. A tool has at most one of `schemas`. */
  readonly places: {
    readonly names: readonly string[];
    readonly description: string;
    readonly schemas: readonly string[];
    /** Hints about effects. Absent: the provider has no fields for destructive, idempotent or network use. */
    readonly hints?: string;
  };
  /** True if names may contain dots. */
  readonly takesDots?: true;
  /** Most tools in one request. */
  readonly maxTools?: number;
  /** The kind of a parameter's key that names its property. */
  readonly keys: 'key' | 'narrowKey';
  /** Longest description that is written, in UTF-16 units. */
  readonly maxDescription?: number;
  /** True if it accepts only enums of non-empty strings. */
  readonly hasTextEnums?: (settings: CompileSettings) => boolean;
  /** For each tool, true if it fits strict mode. Absent: there is no strict mode. */
  readonly chooseStrict?: (drafts: readonly ToolDraft[]) => boolean[];
}

/** Reads the tool calls of a provider's model. */
export interface ProviderResponses {
  /** Name of the model's responses in error messages. */
  readonly label: string;
  readonly read: (response: unknown, fail: Fail) => RawAnswer[];
  /**
   * The reasons for ending that leave calls complete; `null`: no reason was given. After any other a call may be cut
   * off.
   */
  readonly complete: readonly unknown[];
  /** True if arguments come as JSON text; for other providers text is damage. */
  readonly sendsText: boolean;
}

/** Returns results to a provider's model. */
export interface ProviderResults<Name extends Provider = Provider> {
  /** The message that carries a tool's result back. */
  readonly answer: (call: Pick<ToolCall, 'id' | 'name'>, result: unknown, isError: boolean) => ProviderMessages[Name];
  /** Makes the messages of one turn from at least one result. */
  readonly join: (results: readonly ProviderMessages[Name][]) => ResultMessages[Name][];
}

/** The dialect of a provider's schemas, for translating other schemas. */
export interface SchemaDialect {
  /** A keyword that violates one of them, even as a warning, goes into the description. */
  readonly rules: SchemaRules;
  /** Objects allow only listed properties. */
  readonly isClosed?: boolean;
  /** Every property is required, and null means that it is omitted. */
  readonly isComplete?: boolean;
  /** Arrays need `items`. */
  readonly hasItems?: boolean;
  /** `nullable: true` replaces a second type, and `required` lists only existing names. */
  readonly hasNullable?: boolean;
}

export interface NamedTool {
  readonly name: unknown;
  readonly description: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Checks tools that were not compiled here by a provider's rules. */
export interface ProviderAcceptance {
  /** Every problem of every tool, by the provider's own rules. */
  readonly check: (tools: readonly unknown[], settings: AcceptanceSettings) => Issue[];
  /** The dialects to try for a canonical tool, from the preferred one to the one that can express everything. */
  readonly dialects: (settings: TranslateSettings) => readonly SchemaDialect[];
  /** A tool with a schema in one of these dialects. */
  readonly wrapSchema: (named: NamedTool, schema: Fields, dialect: SchemaDialect) => object;
  /** The tools in a provider's tool or wrapper; `undefined` for any other form. */
  readonly unwrap: (tool: Fields) => readonly (NamedTool & { readonly schema: unknown })[] | undefined;
}

/** Examples for the page and tests: how to ask a provider, and how its model responds. */
export interface ProviderExamples {
  /** The response by which its model makes one call. */
  readonly response: (call: Pick<ToolCall, 'name'> & { readonly arguments: Fields }) => object;
  /** A stream with two calls: `git_log` with `{"n":2}`, and `git_status`. */
  readonly stream: () => readonly unknown[];
  /** True for forms that only its responses and events have. */
  readonly recognises: (value: Fields) => boolean;
  /**
   * The fields of a request with a question, without tools. If the request names a model, it is a small one that calls
   * tools, from the provider's documentation of November 2026. Absent for a provider that calls us.
   */
  readonly ask?: (prompt: string) => object;
}
