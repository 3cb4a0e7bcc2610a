import { isRecord } from '../json/is-record.ts';
import { setOwn } from '../json/own-property.ts';
import { toText } from '../json/to-text.ts';
import { brokenByKeyword } from '../schema/broken-rules.ts';
import { KEYWORD_KINDS } from '../schema/keywords.ts';
import type { SchemaRules } from '../schema/rule.ts';
import { listOf, namesOf } from '../schema/schema-rules.ts';
import { type Schema, schemaNode, typesOf } from '../schema/walk-schema.ts';

/** What a provider is told of a schema. */
export interface Dialect {
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

type Rewritten = Record<string, unknown>;

/** What a schema is called, and by whom it is read, helps no model. */
const UNTOLD = /^\$(schema|id|comment)$/;

/**
 * Writes a schema in a provider's dialect, in every position where a schema stands and nowhere else.
 *
 * Shape: `{ type: "integer", description: "How many", minimum: 1 }` → `{ type: "integer", description: "How many
 * (minimum: 1)" }` where the dialect has no `minimum`.
 * @returns The schema, and what the root says in words only, for the description of the tool
 */
export function rewriteSchema(
  schema: Schema,
  dialect: Dialect,
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

function rewriteValue(name: string, value: unknown, dialect: Dialect): unknown {
  const below = (one: unknown): unknown => (isRecord(one) ? rewriteSchema(one, dialect, false).schema : one);
  const kind = KEYWORD_KINDS.get(name);
  if (kind === 'schema') return below(value);
  if (kind === 'schemas') return listOf(value).map(below);
  if (kind !== 'map' || !isRecord(value)) return value;
  const map: Rewritten = {};
  for (const [key, one] of Object.entries(value)) setOwn(map, key, below(one));
  return map;
}

/** A nested object that lists nothing, or says that it takes more, cannot be closed without losing what it is for. */
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
