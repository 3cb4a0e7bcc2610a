import type { ToolDraft } from '../commands/tool-draft.ts';
import type { AcceptanceSettings, SchemaRules } from '../schema/schema-rules.ts';
import type { Fail, RawAnswer, StreamReader, ToolCall } from '../types/call.ts';
import type { Issue } from '../types/issue.ts';
import type {
  CompileSettings,
  Provider,
  ProviderMessages,
  ProviderTool,
  ProviderToolKinds,
  TranslateSettings,
} from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';

/** A number that a provider holds tools to. */
export interface Limit {
  /** More is refused. Absent: nothing is, as far as is known. */
  readonly most?: number;
  /** More may be refused, as by older back ends; at most `most`. */
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
    /** Of one strict tool: properties on all levels, levels of nesting, enum values. */
    readonly properties?: Limit;
    readonly levels?: Limit;
    readonly enumValues?: Limit;
    /** Of all strict tools of a request: how many, and their optional properties. */
    readonly strictTools?: Limit;
    readonly optional?: Limit;
  };
}

/** How tools are written for a provider. */
export interface ProviderForm<Name extends Provider = Provider> {
  readonly write: (draft: ToolDraft, settings: CompileSettings) => ProviderToolKinds[Name];
  /** Tools as the provider's request body holds them. */
  readonly wrap: (tools: readonly ProviderTool[], documents: readonly AtipTool[]) => object;
  /** True if it has a tool search of its own, and definitions that wait for it. Absent: it has none. */
  readonly defers?: boolean;
  /** Where a written tool has its parts: JSON Pointers below the tool. Of `schemas` a tool has one, or none. */
  readonly places: {
    readonly names: readonly string[];
    readonly description: string;
    readonly schemas: readonly string[];
    /** Hints about effects. Absent: the provider has no fields for whether a tool is destructive, idempotent or uses the network. */
    readonly hints?: string;
  };
  /** True if names may hold dots. Absent: they may not. */
  readonly takesDots?: true;
  /** Most tools in one request. Absent: none is known. */
  readonly maxTools?: number;
  /** Which of a parameter's keys names its property. */
  readonly keys: 'key' | 'narrowKey';
  /** Longest description that is written, in UTF-16 units. Absent: no limit. */
  readonly maxDescription?: number;
  /** True if it knows only enums of non-empty strings. Absent: it does not. */
  readonly hasTextEnums?: (settings: CompileSettings) => boolean;
  /** One answer for each tool: whether it fits what strict mode takes. Absent: there is no strict mode. */
  readonly chooseStrict?: (drafts: readonly ToolDraft[]) => boolean[];
}

/** How a provider's model calls tools, and how it is answered. */
export interface ProviderCalls<Name extends Provider = Provider> {
  /** The name of its model's answers in error messages. */
  readonly label: string;
  /** Finds the calls in a response. */
  readonly read: (response: unknown, fail: Fail) => RawAnswer[];
  /** Begins to read the events of a streamed response. */
  readonly stream: () => StreamReader;
  /** The reasons for ending after which calls are whole; `null`: none was given. After any other a call may have been cut short. */
  readonly complete: readonly unknown[];
  /** True if arguments come as JSON text; elsewhere text is damage. */
  readonly sendsText: boolean;
  /** The message that carries a tool's result back. */
  readonly answer: (id: string | ToolCall, result: unknown, isError: boolean) => ProviderMessages[Name];
}

/** The dialect of a provider's schemas, for writing one that was not made for it. */
export interface SchemaDialect {
  /** A keyword that breaks one of them, be it a warning's, is told in words. */
  readonly rules: SchemaRules;
  /** Objects take only what they list. */
  readonly isClosed?: boolean;
  /** Every property is required, and null stands for one that is left out. */
  readonly isComplete?: boolean;
  /** Arrays need `items`. */
  readonly hasItems?: boolean;
  /** `nullable: true` in place of a second type, `required` without names of nothing. */
  readonly hasNullable?: boolean;
}

export interface NamedTool {
  readonly name: unknown;
  readonly description: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** How a provider checks tools that were not compiled here. */
export interface ProviderAcceptance {
  /** Every problem of every tool, by the provider's own rules. */
  readonly check: (tools: readonly unknown[], settings: AcceptanceSettings) => Issue[];
  /** The dialects to try for a canonical tool, from the preferred one to the one that can say everything. */
  readonly dialects: (settings: TranslateSettings) => readonly SchemaDialect[];
  /** A tool with a schema in one of these dialects. */
  readonly wrapSchema: (named: NamedTool, schema: Fields, dialect: SchemaDialect) => object;
  /** The tools that one of its own, or a wrapper of some, describes; `undefined` for what does not have its form. */
  readonly unwrap: (tool: Fields) => readonly (NamedTool & { readonly schema: unknown })[] | undefined;
}

/** Examples for the page and tests: how a provider is asked, and what its model sends. */
export interface ProviderExamples {
  /** The response by which its model makes one call. */
  readonly response: (call: Pick<ToolCall, 'name'> & { readonly arguments: Fields }) => object;
  /** A stream with two calls: `git_log` with `{"n":2}`, and `git_status`. */
  readonly stream: () => readonly unknown[];
  /** True for what only its responses and events have. */
  readonly recognises: (value: Fields) => boolean;
  /** How it is asked over HTTP; absent for one that asks us. */
  readonly endpoint?: ProviderEndpoint;
}

export interface ProviderEndpoint {
  /** Environment variables: the address in place of the usual one, and the key. */
  readonly baseVariable: string;
  readonly keyVariable: string;
  /** The usual address; `{region}` stands for `AWS_REGION`, or `us-east-1`. */
  readonly base: string;
  /** Below the address; `{model}` stands for the model. */
  readonly path: string;
  /** A small model that calls tools, in the vendor's documentation in November 2026. Vendors retire them within a year or two. */
  readonly model: string;
  /** Name of the header with the key, and what stands before it there. */
  readonly keyHeader: readonly [name: string, prefix: string];
  readonly headers: Readonly<Record<string, string>>;
  /** The fields of the body that ask, without model and tools. */
  readonly ask: (prompt: string) => object;
  /** jq's filter for a list of the answer's calls. */
  readonly jq: string;
}
