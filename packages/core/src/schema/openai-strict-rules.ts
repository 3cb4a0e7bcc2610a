import { isRecord } from '../json/is-record.ts';
import { KEYWORD_KINDS, words } from './keywords.ts';
import type { KeywordRules, Rule } from './rule.ts';
import { isExternal, isOpen, listOf, namesOf, PLAIN_KEYWORDS, STRICT_FORMATS } from './schema-rules.ts';
import type { Schema } from './walk-schema.ts';

/**
 * "Structured outputs", supported schemas; those with a rule of their own included. Every other keyword of JSON Schema
 * is in the list of refused ones, openai-node 7.57 `lib/transform.js`.
 */
const KNOWN = words(
  `${PLAIN_KEYWORDS} definitions default pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems prefixItems additionalItems`,
);

const BESIDE_REF = words('$ref $defs definitions title description');

export const STRICT_NODES: readonly Rule[] = [
  // Documented: "additionalProperties: false must always be set".
  ['os-closed', 'Needs additionalProperties: false.', isOpen],
  // "… an array including every key in properties. Missing 'x'", "Extra required key 'x' supplied".
  ['os-required', 'Required must list all properties, no others.', (_value, { schema }) => !requiresAll(schema)],
  // "schema must have a 'type' key".
  [
    'os-type',
    'Needs a type.',
    (_value, { schema }) =>
      (schema['type'] ?? schema['anyOf'] ?? schema['$ref'] ?? schema['enum'] ?? schema['const']) === undefined,
  ],
  // openai-node refuses schemas that are true or false.
  [
    'os-keywords',
    'True and false are no schemas here.',
    (_value, { children }) =>
      children.some(({ keyword, value }) => typeof value === 'boolean' && keyword !== 'additionalProperties'),
  ],
];

export const STRICT_ALL: readonly Rule[] = [
  [
    'os-keywords',
    'Not allowed in strict mode.',
    (_value, { isRoot }, name) => KEYWORD_KINDS.has(name) && !KNOWN.has(name) && !(isRoot && name === '$id'),
  ],
  [
    'os-keywords',
    'Not known in strict mode.',
    (_value, _node, name) => !KEYWORD_KINDS.has(name) && !KNOWN.has(name),
    'warning',
  ],
  // openai-node and Agents refuse it, as drafts up to 7 ignore what stands beside a reference.
  [
    'os-refsib',
    'May be ignored beside $ref.',
    (_value, { schema }, name) => schema['$ref'] !== undefined && !BESIDE_REF.has(name),
    'warning',
  ],
];

const TUPLE: Rule = ['os-items', 'Items must be one schema.'];

/** Missing in the list, accepted when tried; pydantic-ai PR#7400. */
const LENGTH: Rule = ['os-len', 'May be refused.', undefined, 'warning'];

export const STRICT_KEYWORDS: KeywordRules = {
  prefixItems: [TUPLE],
  additionalItems: [TUPLE],
  minLength: [LENGTH],
  maxLength: [LENGTH],
  $ref: [['os-keywords', 'Must be internal.', isExternal]],
  // 400 "'uri' is not a valid format"; git-mcp-server#47.
  format: [['os-format', 'Unknown format.', (value) => !STRICT_FORMATS.has(value)]],
  // Refused in 2024; instructor#961.
  default: [['os-default', 'May be refused; describe it.', undefined, 'warning']],
  enum: [
    // Accepted, but constrained decoding can then never produce null; livekit/agents#5078.
    [
      'os-enum-null',
      'Null can never be chosen.',
      (value, { types }) => types.includes('null') && !listOf(value).includes(null),
      'warning',
    ],
  ],
  anyOf: [
    // "… must not share identical first keys"; zenn.dev/nicopin/scraps/a8d8f53f5faebb.
    ['os-anyof-key', 'Objects share their first key.', shareFirstKey],
  ],
};

function requiresAll({ properties, required }: Schema): boolean {
  const names = namesOf(properties);
  const listed = new Set(listOf(required));
  return names.length === listed.size && names.every((name) => listed.has(name));
}

function shareFirstKey(branches: unknown): boolean {
  const first = listOf(branches).flatMap((branch) => namesOf(isRecord(branch) && branch['properties']).slice(0, 1));
  return new Set(first).size < first.length;
}
