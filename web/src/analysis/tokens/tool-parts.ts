/** What every provider's tool has, wherever it keeps it. */
export interface ToolParts {
  /** Empty where the tool has none. */
  readonly name: string;
  readonly description: string;
  /** The object schema of its parameters; empty where it takes none. */
  readonly schema: Fields;
  /** The schema of each parameter by its key, in the tool's order. */
  readonly properties: readonly (readonly [key: string, schema: Fields])[];
  readonly required: ReadonlySet<unknown>;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the parts of a tool in any of the six providers' forms.
 *
 * Shape: `{ type: "function", function: { name: "gh", parameters: { … } } }` and `{ toolSpec: { name: "gh", inputSchema:
 * { json: { … } } } }` → `{ name: "gh", … }`. What is no tool has empty parts.
 */
export function toolParts(tool: unknown): ToolParts {
  const outer = fieldsOf(tool);
  const body = fieldsOf(outer['function'] ?? outer['toolSpec'] ?? outer);
  const given = fieldsOf(
    body['parameters'] ?? body['parametersJsonSchema'] ?? body['input_schema'] ?? body['inputSchema'],
  );
  const schema = outer['toolSpec'] === undefined ? given : fieldsOf(given['json']);
  return {
    name: textOf(body['name']),
    description: textOf(body['description']),
    schema,
    properties: Object.entries(fieldsOf(schema['properties'])).map(([key, value]) => [key, fieldsOf(value)]),
    required: new Set<unknown>(listOf(schema['required'])),
  };
}

/** An object's fields; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A list's items; none of anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
