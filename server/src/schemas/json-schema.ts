export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** A JSON Schema (2020-12), as far as the companion's own schemas use it. */
export interface JsonSchema {
  /** The name among the components of `openapi.json`. */
  readonly title?: string;
  /** Whole sentences; a refusal ends with them. */
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Never there at run time: holds a schema against the type of what it accepts. */
declare const ACCEPTED: unique symbol;

/** A schema of the values of one type; those that `schema-builders` makes agree with it, or do not compile. */
export type SchemaFor<Value> = JsonSchema & { readonly [ACCEPTED]?: Value };
