/** One parameter of a canonical tool: JSON Schema with a type. */
export interface CanonicalProperty {
  readonly type: string | readonly string[];
  readonly description?: string;
  /** Further keywords of JSON Schema 2020-12. */
  readonly [keyword: string]: unknown;
}

/** What a program answers to `--schema`: one tool, free of any provider's form. */
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

/** How a canonical tool is translated. */
export interface TranslateSettings {
  /**
   * Absent: for OpenAI true where the schema allows it, else false; for Anthropic false. True: refused where the schema
   * does not allow it. The other providers have no such mode here.
   */
  readonly strict?: boolean;
  /** Gemini's dialect. Absent: `openapi`, and `json-schema` for what that cannot say. */
  readonly geminiSchema?: 'openapi' | 'json-schema';
}
