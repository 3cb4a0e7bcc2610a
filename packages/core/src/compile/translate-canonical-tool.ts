import { nameCommand } from '../commands/name-command.ts';
import { AtipValidationError, providerEntry } from '../json/atip-error.ts';
import { isRecord, setOwn } from '../json/is-record.ts';
import { pointerTokens } from '../json/pointer.ts';
import { toText } from '../json/to-text.ts';
import { ACCEPTANCE } from '../providers/list.ts';
import type { SchemaDialect } from '../providers/provider.ts';
import {
  brokenByKeyword,
  KEYWORD_KINDS,
  listOf,
  namesOf,
  type Schema,
  schemaNode,
  typesOf,
} from '../providers/provider-schema-rules.ts';
import type { Issue } from '../types/issue.ts';
import type { CanonicalTool, Provider, ProviderToolKinds, TranslateSettings } from '../types/provider.ts';
import { readCanonicalTool } from './check-canonical-tool.ts';

/**
 * Translates a canonical tool to one provider's form.
 *
 * Shape: `({ name: "file_edit", description, parameters }, "openai")` → `{ type: "function", function: { name:
 * "file_edit", description, strict: true, parameters } }`. OpenAI's strict mode requires every property. An optional
 * one takes null too, so that a model can leave it out: remove the null before the tool runs. MCP's annotations are the
 * worst case, since a canonical tool states no effects.
 * Lossy: a keyword that the provider does not take goes into the description, `(minimum: 1)`; an array of anything
 * becomes one of texts where the provider requires `items`, `(items: any)`. A schema that a strict or narrow dialect
 * cannot express at all, such as an object of any keys, makes the tool use the wider one (`strict: false`,
 * `parametersJsonSchema`). A name that begins with a digit, which Gemini refuses, is changed as `compile` changes it.
 * The result passes `checkProviderTools` without an error.
 *
 * @throws AtipValidationError when `checkCanonicalTool` finds an error, or the settings ask for a dialect that cannot
 * express it
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see provider-schema-translation
 * @example
 * ```ts
 * import { translateTool } from '@atip/core';
 * const parameters = { type: 'object' as const, properties: { path: { type: 'string' as const } }, required: ['path'] };
 * const tool = translateTool({ name: 'read_file', description: 'Reads a file', parameters }, 'openai');
 * ```
 */
export function translateTool<Name extends Provider>(
  canonical: CanonicalTool,
  provider: Name,
  settings: TranslateSettings = {},
): ProviderToolKinds[Name] {
  const { check, dialects, wrapSchema } = providerEntry(ACCEPTANCE, provider);
  const { tool, issues } = readCanonicalTool(canonical);
  const problem = issues.find(isError);
  if (!tool) throw invalid(canonical, problem, problem?.path ?? '');
  let refused: Issue | undefined;
  for (const dialect of dialects(settings)) {
    const { schema, notes } = rewriteSchema(tool.parameters, dialect, true);
    const description = [tool.description || tool.name, ...notes].join(' ');
    const translated = wrapSchema({ name: nameCommand([tool.name]), description }, schema, dialect);
    refused = check([translated], {}).find(isError);
    // The check above confirmed the provider's form; the schema may have any keyword.
    if (!refused) return translated as ProviderToolKinds[Name];
  }
  throw invalid(canonical, refused, '');
}

function isError({ severity }: Issue): boolean {
  return severity === 'error';
}

/** The provider refused the translation; the place in the canonical tool is unknown. */
function invalid(canonical: unknown, issue: Issue | undefined, path: string): AtipValidationError {
  const text = `The canonical tool cannot be translated: ${issue?.code} at "${issue?.path}". ${issue?.message}`;
  return new AtipValidationError(text, pointerTokens(path), canonical);
}

type Rewritten = Record<string, unknown>;

/** Keywords that help no model: a schema's name, version and comments. */
const UNTOLD = /^\$(schema|id|comment)$/;

/**
 * Writes a schema in a provider's dialect, in every position that holds a schema and nowhere else.
 *
 * Shape: `{ type: "integer", description: "How many", minimum: 1 }` → `{ type: "integer", description: "How many
 * (minimum: 1)" }` where the dialect has no `minimum`.
 * @returns The schema, and the sentences for the tool's description that replace keywords of the root
 */
function rewriteSchema(
  schema: Schema,
  dialect: SchemaDialect,
  isRoot: boolean,
): { schema: Rewritten; notes: string[] } {
  const read = dialect.hasNullable ? asOpenApi(schema) : schema;
  const node = schemaNode(read, '', isRoot, 0);
  const result: Rewritten = {};
  const notes: string[] = [];
  for (const [name, value] of Object.entries(read)) {
    if (name === 'description' || UNTOLD.test(name)) continue;
    if (brokenByKeyword(dialect.rules, node, name).length === 0)
      setOwn(result, name, rewriteValue(name, value, dialect));
    else if (name !== 'additionalProperties' || value !== false) notes.push(`(${name}: ${toText(value)})`);
  }
  if (dialect.hasItems && node.types.includes('array') && read['items'] === undefined) {
    result['items'] = { type: 'string' };
    notes.push('(items: any)');
  }
  if (dialect.isClosed && isClosable(schema, isRoot)) result['additionalProperties'] = false;
  if (dialect.isComplete && isRecord(result['properties'])) requireAll(result, result['properties']);
  const words = [schema['description'] ?? '', ...(isRoot ? [] : notes)].filter((part) => part !== '');
  if (words.length > 0) result['description'] = words.join(' ');
  return { schema: result, notes: isRoot ? notes : [] };
}

function rewriteValue(name: string, value: unknown, dialect: SchemaDialect): unknown {
  const below = (one: unknown): unknown => (isRecord(one) ? rewriteSchema(one, dialect, false).schema : one);
  const kind = KEYWORD_KINDS.get(name);
  if (kind === 'schema') return below(value);
  if (kind === 'schemas') return listOf(value).map(below);
  if (kind !== 'map' || !isRecord(value)) return value;
  const map: Rewritten = {};
  for (const [key, one] of Object.entries(value)) setOwn(map, key, below(one));
  return map;
}

/** A nested object that lists no properties, or allows more, cannot be closed without losing its purpose. */
function isClosable({ properties, additionalProperties }: Schema, isRoot: boolean): boolean {
  return additionalProperties === undefined ? isRoot || namesOf(properties).length > 0 : additionalProperties === false;
}

/** The schema as OpenAPI 3.0 would have it: one type beside `nullable`, no null in an enum, only names that exist. */
function asOpenApi(schema: Schema): Schema {
  const { enum: values, required } = schema;
  const types = typesOf(schema);
  const [type, second] = types.filter((name) => name !== 'null');
  const names = new Set<unknown>(namesOf(schema['properties']));
  const isNullable = types.length > 1 && type !== undefined && second === undefined;
  return {
    ...schema,
    ...(Array.isArray(required) && { required: required.filter((name) => names.has(name)) }),
    ...(isNullable && { type, nullable: true }),
    ...(isNullable && Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

function requireAll(result: Rewritten, properties: Rewritten): void {
  const required = new Set(listOf(result['required']));
  const names = Object.keys(properties);
  for (const name of names) {
    const property = properties[name];
    if (!required.has(name) && isRecord(property)) setOwn(properties, name, orNull(property));
  }
  result['required'] = names;
}

/** Constrained decoding only produces what every keyword allows, so null has to be added to each of them. */
function orNull(schema: Schema): Schema {
  const types = typesOf(schema);
  if (types.includes('null')) return schema;
  if ((schema['const'] ?? schema['anyOf'] ?? schema['$ref']) !== undefined)
    return { anyOf: [schema, { type: 'null' }] };
  const { enum: values } = schema;
  return { ...schema, type: [...types, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
