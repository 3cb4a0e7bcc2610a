import { isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import { toText } from '../json/to-text.ts';
import type { IssueSeverity } from '../types/issue.ts';

export const LOOK_AROUND: RegExp = /\(\?<?[=!]/;

/** The patterns that Anthropic's strict mode refuses: back-references, look-around, word boundaries. */
export const HARD_PATTERN: RegExp = /\(\?<?[=!]|\\[1-9bBk]/;

/** The formats that OpenAI's strict mode accepts; Anthropic's accepts one more. */
export const STRICT_FORMATS: ReadonlySet<unknown> = /* @__PURE__ */ words(
  'date-time time date duration email hostname ipv4 ipv6 uuid',
);

/** Keywords in the documentation of every strict mode and of Gemini's JSON Schema. */
export const PLAIN_KEYWORDS =
  'type properties required additionalProperties items enum const anyOf $ref $defs title description format minItems';

/** Draft 2020-12's own rules; with a code for providers that have their own. */
export function wellFormed(code = 'schema-keyword'): readonly Rule[] {
  return [
    [code, 'Is not what JSON Schema 2020-12 has here.', (value, _node, name) => !isWellFormed(value, name)],
    ['schema-enum', 'Needs values, each once.', (value, _node, name) => name === 'enum' && !isSet(value), 'warning'],
  ];
}

/** The keywords that combine schemas; almost every provider refuses them at the root. */
export function rootUnions(rule: Rule): KeywordRules {
  return { oneOf: [rule], anyOf: [rule], allOf: [rule] };
}

/** True if a schema is for objects and allows unlisted properties. */
export function isOpen(_value: unknown, { schema, types }: SchemaNode): boolean {
  return (types.includes('object') || isRecord(schema['properties'])) && schema['additionalProperties'] !== false;
}

export function isRoot(_value: unknown, node: SchemaNode): boolean {
  return node.isRoot;
}

/** True if a property at the root has a name that Claude refuses. */
export function isBadKey(_value: unknown, node: SchemaNode, name: string): boolean {
  return node.isRoot && !/^[\w.-]{1,64}$/.test(name);
}

/** True if a reference points outside the document. */
export function isExternal(value: unknown): boolean {
  return !toText(value).startsWith('#');
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function namesOf(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value) : [];
}

const isSchema = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean';
const isSet = (value: unknown): boolean => {
  const { length } = listOf(value);
  return length > 0 && new Set(listOf(value)).size === length;
};

/** Also true for a keyword that JSON Schema 2020-12 does not have. */
export function isWellFormed(value: unknown, keyword: string): boolean {
  const kind = KEYWORD_KINDS.get(keyword) ?? 'any';
  const list = listOf(value);
  switch (kind) {
    case 'any':
      return true;
    case 'schema':
      return isSchema(value);
    case 'schemas':
      return list.length > 0 && list.every(isSchema);
    case 'map':
      return isRecord(value) && Object.values(value).every(isSchema);
    case 'names':
      return (
        Array.isArray(value) && (list.length === 0 || isSet(list)) && list.every((name) => hasType(name, ['string']))
      );
    case 'type':
      return JSON_TYPES.has(value) || (isSet(list) && list.every((name) => JSON_TYPES.has(name)));
    default:
      return hasType(value, [kind]) && !(kind === 'integer' && Number(value) < 0);
  }
}

export function words(text: string): ReadonlySet<unknown> {
  return new Set(text.split(' '));
}

/**
 * The values of the keywords of JSON Schema 2020-12 and older drafts, by kind: a JSON type, a schema, a list of
 * schemas, schemas by name, a list of names, the values of `type`.
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

type KeywordKind = keyof typeof BY_KIND;

/** The kind of value of each keyword; others are unknown to JSON Schema, or take any value. */
export const KEYWORD_KINDS: ReadonlyMap<unknown, KeywordKind> = /* @__PURE__ */ kindsByKeyword();

function kindsByKeyword(): ReadonlyMap<unknown, KeywordKind> {
  // The table's own keys are its kinds.
  const kinds = Object.keys(BY_KIND) as KeywordKind[];
  return new Map(kinds.flatMap((kind) => [...words(BY_KIND[kind])].map((name) => [name, kind])));
}

export const JSON_TYPES: ReadonlySet<unknown> = /* @__PURE__ */ words(
  'string number integer boolean array object null',
);

/** True if a value has one of the given JSON Schema types; true for any value without types. */
export function hasType(value: unknown, types: readonly unknown[]): boolean {
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** Receives one problem. `path` is a JSON Pointer into the list of tools; without a severity it is an error. */
export type Report = (code: string, path: string, message: string, severity?: IssueSeverity) => void;

/**
 * One row of a table of rules. `breaks` is true where a schema violates it; absent: the mere presence violates it.
 * `value` and `name` are those of the keyword or property. Without a severity it is an error.
 */
export type Rule = readonly [
  code: string,
  message: string,
  breaks?: ((value: unknown, node: SchemaNode, name: string) => boolean) | undefined,
  severity?: IssueSeverity,
];

export type KeywordRules = Readonly<Record<string, readonly Rule[]>>;

/** A provider's rules about schemas, in the order of their checks. */
export interface SchemaRules {
  /** The code for a root that is no object type. */
  readonly root: string;
  /** Checked once for every schema. */
  readonly nodes?: readonly Rule[];
  /** Checked for every keyword of every schema. */
  readonly all: readonly Rule[];
  /** Checked for single keywords; later tables add to earlier ones. */
  readonly keywords?: readonly KeywordRules[];
  /** Checked for every property of every schema. */
  readonly keys?: readonly Rule[];
  /** Starts counting totals for one whole schema. */
  readonly total?: () => Total;
  /** The keywords to descend into. Absent: all that contain schemas. */
  readonly into?: ReadonlySet<unknown>;
}

/** Sees every schema of a tool, then reports problems of their totals. */
export interface Total {
  readonly visit: (node: SchemaNode) => void;
  readonly end?: (path: string, report: Report) => void;
}

/** Settings for checking a list of tools against its provider's rules. */
export interface AcceptanceSettings {
  /** Checks every tool by the strict rules, even without `strict`. Absent: only tools with `strict`. */
  readonly strict?: boolean;
  /**
   * The dialect of the server: with `openapi`, `parametersJsonSchema` is a warning. Absent: the dialect of each tool.
   */
  readonly geminiSchema?: 'openapi' | 'json-schema';
  /** `legacy`: the smaller limits of older and compatible servers. Absent: `current`. */
  readonly limits?: 'current' | 'legacy';
}

export function brokenRules(rules: readonly Rule[], node: SchemaNode, name: string, value: unknown): readonly Rule[] {
  return rules.filter(([, , breaks]) => !breaks || breaks(value, node, name));
}

export function brokenByKeyword({ all, keywords = [] }: SchemaRules, node: SchemaNode, name: string): readonly Rule[] {
  const value = node.schema[name];
  const broken = [...brokenRules(all, node, name, value)];
  for (const table of keywords) {
    if (Object.hasOwn(table, name)) broken.push(...brokenRules(table[name] ?? [], node, name, value));
  }
  return broken;
}

export type Schema = Readonly<Record<string, unknown>>;

interface Subschema {
  readonly keyword: string;
  /** The property's name, or the place in a list; empty for a keyword with one schema. */
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
}

export interface SchemaNode {
  readonly schema: Schema;
  readonly path: string;
  readonly isRoot: boolean;
  /** Number of objects and arrays around it, itself included: a root object is 1, a text in it too. */
  readonly depth: number;
  /** The names in `type`, a single one or a list; empty without `type`. */
  readonly types: readonly unknown[];
  /** The values in the schema positions of this one, one level down: they may be invalid schemas. */
  readonly children: readonly Subschema[];
}

/**
 * Visits a schema and every schema below it, parents first.
 *
 * Positions decide: below `properties` each key is a name, even `enum`, `not` or `__proto__`.
 *
 * Limits: none of its own; the value is a snapshot, so a tree of at most 100 levels.
 * @param into keywords to descend into. Absent: all that contain schemas
 * @see JSON Schema 2020-12 core §10
 */
export function walkSchema(
  root: Schema,
  path: string,
  visit: (node: SchemaNode) => void,
  into?: ReadonlySet<unknown>,
): void {
  const step = (schema: Schema, at: string, above: number): void => {
    const node = schemaNode(schema, at, at === path, above);
    visit(node);
    for (const child of node.children)
      if (isRecord(child.value) && (!into || into.has(child.keyword))) step(child.value, child.path, node.depth);
  };
  step(root, path, 0);
}

/** The node for one schema, for rules; `above` is the depth of its parent. */
export function schemaNode(schema: Schema, path: string, isRoot: boolean, above: number): SchemaNode {
  const types = typesOf(schema);
  const depth = types.some((type) => type === 'object' || type === 'array') ? above + 1 : above;
  return { schema, path, isRoot, depth, types, children: subschemas(schema, path) };
}

/** The names in a schema's `type`, a single one or a list; empty without `type`. */
export function typesOf({ type }: Schema): readonly unknown[] {
  if (Array.isArray(type)) return type;
  return type === undefined ? [] : [type];
}

function subschemas(schema: Schema, path: string): Subschema[] {
  const found: Subschema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = KEYWORD_KINDS.get(keyword);
    const at = `${path}/${keyword}`;
    // Drafts up to 2019-09 allow a list of schemas as `items`.
    const isList = (kind === 'schemas' || kind === 'schema') && Array.isArray(value);
    if (isList || (kind === 'map' && isRecord(value))) {
      for (const [name, item] of Object.entries(value)) {
        found.push({ keyword, name, path: joinPointer(at, name), value: item });
      }
    } else if (kind === 'schema') found.push({ keyword, name: '', path: at, value });
  }
  return found;
}
