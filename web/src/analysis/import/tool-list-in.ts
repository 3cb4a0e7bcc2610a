/** Tool lists in the forms of providers, brought into the one that MCP has. */

type Fields = Readonly<Record<string, unknown>>;

export interface ToolList {
  /** `mcp` is passed on as it came. */
  readonly form: 'mcp' | 'openai' | 'openai-responses' | 'anthropic' | 'gemini' | 'bedrock';
  /** As MCP writes tools: with `inputSchema`. */
  readonly tools: readonly Fields[];
}

interface Form {
  readonly form: ToolList['form'];
  readonly holds: (tool: Fields) => boolean;
  readonly asMcp: (tool: Fields) => readonly Fields[];
}

const FORMS: readonly Form[] = [
  {
    form: 'bedrock',
    holds: (tool) => isFields(tool['toolSpec']),
    asMcp: (tool) => {
      const spec = fieldsOf(tool['toolSpec']);
      return [mcpTool(spec, fieldsOf(spec['inputSchema'])['json'])];
    },
  },
  { form: 'mcp', holds: (tool) => isFields(tool['inputSchema']), asMcp: (tool) => [tool] },
  {
    form: 'openai',
    holds: (tool) => tool['type'] === 'function' && isFields(tool['function']),
    asMcp: (tool) => [mcpTool(fieldsOf(tool['function']), fieldsOf(tool['function'])['parameters'])],
  },
  {
    form: 'openai-responses',
    holds: (tool) => tool['type'] === 'function' && typeof tool['name'] === 'string',
    asMcp: (tool) => [mcpTool(tool, tool['parameters'])],
  },
  {
    form: 'anthropic',
    holds: (tool) => isFields(tool['input_schema']),
    asMcp: (tool) => [mcpTool(tool, tool['input_schema'])],
  },
  {
    form: 'gemini',
    holds: (tool) => Array.isArray(declarationsOf(tool)),
    asMcp: (tool) => fieldsIn(declarationsOf(tool)).map(declaration),
  },
  {
    form: 'gemini',
    holds: (tool) => typeof tool['name'] === 'string' && GEMINI_KEYS.some((key) => isFields(tool[key])),
    asMcp: (tool) => [declaration(tool)],
  },
];

const GEMINI_KEYS = ['parametersJsonSchema', 'parameters'];

/**
 * The tools in a list, a request body or an answer to `tools/list`; `undefined` when it holds none that a provider has.
 *
 * Shape: `[{ type: "function", function: { name: "a", parameters: {} } }]` → `{ form: "openai", tools: [{ name: "a",
 * inputSchema: {} }] }`. The first tool decides about the form; tools of another form are left out.
 */
export function toolListIn(value: unknown): ToolList | undefined {
  const tools = fieldsIn(listIn(value));
  const [first] = tools;
  // By itself, a name with parameters is a canonical schema.
  if (first === undefined || (first === value && !isGeminiDeclaration(first) && !hasOwnForm(first))) return undefined;
  const form = FORMS.find(({ holds }) => holds(first));
  if (form === undefined) return undefined;
  return { form: form.form, tools: tools.filter(form.holds).flatMap(form.asMcp) };
}

function listIn(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { tools, result, toolConfig, config } = value;
  const held = tools ?? fieldsOf(result)['tools'] ?? fieldsOf(toolConfig)['tools'] ?? fieldsOf(config)['tools'];
  // One tool by itself is a list of one.
  return held ?? [value];
}

function declarationsOf(tool: Fields): unknown {
  return tool['functionDeclarations'] ?? tool['function_declarations'];
}

function declaration(tool: Fields): Fields {
  return mcpTool(tool, tool['parametersJsonSchema'] ?? asJsonSchema(tool['parameters'], 0));
}

function mcpTool({ name, description }: Fields, inputSchema: unknown): Fields {
  return { name, description, inputSchema: isFields(inputSchema) ? inputSchema : { type: 'object' } };
}

/** Only Gemini writes types in capitals. */
function isGeminiDeclaration({ parameters, parametersJsonSchema }: Fields): boolean {
  return isFields(parametersJsonSchema) || fieldsOf(parameters)['type'] === 'OBJECT';
}

function hasOwnForm(tool: Fields): boolean {
  return FORMS.slice(0, -1).some(({ holds }) => holds(tool));
}

/** As deep as any schema that compiles. */
const MAX_DEPTH = 100;

/** Gemini writes types in capitals; the names of properties are left as they are. */
function asJsonSchema(schema: unknown, depth: number): unknown {
  if (!isFields(schema) || depth > MAX_DEPTH) return schema;
  const { type, properties, items, ...rest } = schema;
  const inner = (value: unknown): unknown => asJsonSchema(value, depth + 1);
  return {
    ...rest,
    ...(type !== undefined && { type: typeof type === 'string' ? type.toLowerCase() : type }),
    ...(isFields(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, inner(property)])),
    }),
    ...(items !== undefined && { items: inner(items) }),
  };
}

function fieldsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
