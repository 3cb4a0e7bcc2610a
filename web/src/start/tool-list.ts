import { PROVIDERS, type Provider } from '@atip/core';
import { ACCEPTANCE, asRecord, isRecord } from '@atip/core/internal';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The tools in a list, a request body or an answer to `tools/list`; `undefined` without a tool in a provider's form.
 *
 * Shape: `[{ type: "function", function: { name: "a", parameters: {} } }]` → `{ form: "openai", tools: [{ name: "a",
 * inputSchema: {} }] }`; a list of MCP is passed on as it came. The first tool decides about the form; tools of another form are left out.
 */
export function toolListIn(value: unknown) {
  const list = listIn(value);
  const tools = Array.isArray(list) ? list.filter(isRecord) : [];
  const [first] = tools;
  if (first === undefined) return undefined;
  const form = PROVIDERS.find((provider) => ACCEPTANCE[provider].unwrap(first) !== undefined);
  // By itself, a name with parameters is a canonical schema, which only Gemini's types in capitals tell apart.
  if (form === undefined || (first === value && form === 'gemini' && !isGeminiDeclaration(first))) return undefined;
  return { form, tools: tools.flatMap((tool) => asMcp(tool, form)) };
}

function asMcp(tool: Fields, form: Provider): readonly Fields[] {
  const unwrapped = ACCEPTANCE[form].unwrap(tool) ?? [];
  if (form === 'mcp') return unwrapped.length > 0 ? [tool] : [];
  return unwrapped.map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: isRecord(schema) ? schema : { type: 'object' },
  }));
}

function listIn(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { tools, result, toolConfig, config } = value;
  const held = tools ?? asRecord(result)['tools'] ?? asRecord(toolConfig)['tools'] ?? asRecord(config)['tools'];
  // One tool by itself is a list of one.
  return held ?? [value];
}

function isGeminiDeclaration(tool: Fields): boolean {
  const { parameters, parametersJsonSchema } = tool;
  const isWrapper = tool['functionDeclarations'] !== undefined || tool['function_declarations'] !== undefined;
  return isWrapper || isRecord(parametersJsonSchema) || asRecord(parameters)['type'] === 'OBJECT';
}
