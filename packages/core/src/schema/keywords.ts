import { isRecord } from '../json/is-record.ts';

/** The names in a text that puts one space between them. */
export function words(text: string): ReadonlySet<unknown> {
  return new Set(text.split(' '));
}

/**
 * What the keywords of JSON Schema 2020-12, and those that older drafts add, hold: a JSON type, a schema, a list of
 * schemas, schemas by name, a list of names, what `type` holds.
 */
const BY_KIND = {
  schema:
    'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else contentSchema',
  schemas: 'allOf anyOf oneOf prefixItems',
  map: 'properties patternProperties $defs definitions dependentSchemas',
  object: 'dependentRequired dependencies',
  string:
    '$id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef title description pattern format contentEncoding contentMediaType',
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  integer: 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
  boolean: 'uniqueItems $recursiveAnchor',
  names: 'required',
  array: 'enum',
  type: 'type',
} as const;

export type KeywordKind = keyof typeof BY_KIND;

/** The kind of value of each keyword; others are unknown to JSON Schema, or hold anything. */
export const KEYWORD_KINDS: ReadonlyMap<unknown, KeywordKind> = /* @__PURE__ */ kindsByKeyword();

function kindsByKeyword(): ReadonlyMap<unknown, KeywordKind> {
  // The table's own keys are its kinds.
  const kinds = Object.keys(BY_KIND) as KeywordKind[];
  return new Map(kinds.flatMap((kind) => [...words(BY_KIND[kind])].map((name) => [name, kind])));
}

/** The names that `type` may have. */
export const JSON_TYPES: ReadonlySet<unknown> = /* @__PURE__ */ words(
  'string number integer boolean array object null',
);

/** Whether a value has one of the types of JSON Schema that are named; any value does where none is. */
export function hasType(value: unknown, types: readonly unknown[]): boolean {
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
