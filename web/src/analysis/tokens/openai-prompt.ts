/**
 * OpenAI's functions as its models read them: TypeScript types in a namespace, not JSON.
 *
 * OpenAI publishes this form for its open models ("OpenAI Harmony response format"). Its hosted models are billed for
 * one much like it, which is not published.
 */

/** What stands around the functions, once in a request. */
export const OPENAI_FRAME = '# Tools\n\n## functions\n\nnamespace functions {\n\n\n\n} // namespace functions';

/**
 * One function.
 *
 * Shape: `{ name: "log", description: "Show commits", … }` → `"// Show commits\ntype log = (_: {\nmax?: number,\n}) =>
 * any;\n\n"`.
 */
export function openAIFunction({ name, description, properties, required }: ToolParts): string {
  const head = comment(description, '');
  if (properties.length === 0) return `${head}type ${name} = () => any;\n\n`;
  const members = properties.map(([key, schema]) => openAIMember(key, schema, required.has(key))).join('');
  return `${head}type ${name} = (_: {\n${members}}) => any;\n\n`;
}

/** One parameter: `"// How many\nmax?: number,\n"`. */
export function openAIMember(key: string, schema: Fields, isRequired: boolean, indent = ''): string {
  const { description, default: standard } = schema;
  const head = typeof description === 'string' ? comment(description, indent) : '';
  const tail = standard === undefined ? '' : ` // default: ${JSON.stringify(standard)}`;
  return `${head}${indent}${key}${isRequired ? '' : '?'}: ${typeOf(schema, indent)},${tail}\n`;
}

function comment(text: string, indent: string): string {
  return text === '' ? '' : `${text.replace(/^/gm, `${indent}// `)}\n`;
}

function typeOf(schema: Fields, indent: string): string {
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((branch) => typeOf(fieldsOf(branch), indent)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ');
  if (type === 'array')
    return schema['items'] === undefined ? 'any[]' : `${typeOf(fieldsOf(schema['items']), indent)}[]`;
  if (type === 'object') return objectOf(schema, indent);
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : 'any';
}

function objectOf(schema: Fields, indent: string): string {
  const required = new Set(listOf(schema['required']));
  const inner = `${indent}    `;
  const members = Object.entries(fieldsOf(schema['properties'])).map(([key, value]) =>
    openAIMember(key, fieldsOf(value), required.has(key), inner),
  );
  return `{\n${members.join('')}${indent}}`;
}

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
