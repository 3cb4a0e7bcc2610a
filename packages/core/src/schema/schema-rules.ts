import { isRecord } from '../json/is-record.ts';
import { toText } from '../json/to-text.ts';
import { hasType, JSON_TYPES, KEYWORD_KINDS, words } from './keywords.ts';
import type { KeywordRules, Rule } from './rule.ts';
import type { SchemaNode } from './walk-schema.ts';

/** Look-ahead and look-behind. */
export const LOOK_AROUND: RegExp = /\(\?<?[=!]/;

/** What Anthropic's strict mode does not take: back-references, look-around, word boundaries. */
export const HARD_PATTERN: RegExp = /\(\?<?[=!]|\\[1-9bBk]/;

/** What OpenAI's strict mode takes as `format`; Anthropic's has one more. */
export const STRICT_FORMATS: ReadonlySet<unknown> = /* @__PURE__ */ words(
  'date-time time date duration email hostname ipv4 ipv6 uuid',
);

/** Keywords that every strict mode and Gemini's JSON Schema document. */
export const PLAIN_KEYWORDS =
  'type properties required additionalProperties items enum const anyOf $ref $defs title description format minItems';

/** Draft 2020-12's own rules; with a code where a provider has one for them. */
export function wellFormed(code = 'schema-keyword'): readonly Rule[] {
  return [
    [code, 'Is not what JSON Schema 2020-12 has here.', (value, _node, name) => !isWellFormed(value, name)],
    ['schema-enum', 'Needs values, each once.', (value, _node, name) => name === 'enum' && !isSet(value), 'warning'],
  ];
}

/** The words that join schemas; at the root nearly everyone refuses them. */
export function rootUnions(rule: Rule): KeywordRules {
  return { oneOf: [rule], anyOf: [rule], allOf: [rule] };
}

/** Whether a schema is for objects and takes properties that it does not list. */
export function isOpen(_value: unknown, { schema, types }: SchemaNode): boolean {
  return (types.includes('object') || isRecord(schema['properties'])) && schema['additionalProperties'] !== false;
}

/** Whether a schema is the root. */
export function isRoot(_value: unknown, node: SchemaNode): boolean {
  return node.isRoot;
}

/** Whether a property at the root has a name that Claude does not take. */
export function isBadKey(_value: unknown, node: SchemaNode, name: string): boolean {
  return node.isRoot && !/^[\w.-]{1,64}$/.test(name);
}

/** Whether a reference leads out of the document. */
export function isExternal(value: unknown): boolean {
  return !toText(value).startsWith('#');
}

/** A list's items; none for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object's own names; none for anything else. */
export function namesOf(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value) : [];
}

const isSchema = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean';
const isSet = (value: unknown): boolean => {
  const { length } = listOf(value);
  return length > 0 && new Set(listOf(value)).size === length;
};

/** Whether a keyword's value is one that JSON Schema 2020-12 has there; true for a keyword that is none of its. */
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
