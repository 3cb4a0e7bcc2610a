import { isRecord } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import {
  hasType,
  isExternal,
  isOpen,
  isRoot,
  KEYWORD_KINDS,
  type KeywordRules,
  listOf,
  LOOK_AROUND,
  namesOf,
  PLAIN_KEYWORDS,
  type Rule,
  type Schema,
  type SchemaRules,
  STRICT_FORMATS,
  type Total,
  wellFormed,
  words,
} from '../provider-schema-rules.ts';
import type { TranslateSettings } from '../../types/provider.ts';
import type { SchemaDialect } from '../provider.ts';

/** RFC 3986 §2: the characters of a URI reference. */
const URI_REFERENCE = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;

const NODES: readonly Rule[] = [
  // "object schema missing properties"; openai-agents-python#449.
  [
    'oa-root-props',
    'Needs properties, {} for none.',
    (_value, node) => node.isRoot && !isRecord(node.schema['properties']),
  ],
  // "array schema missing items", in type lists and anyOf branches too; aichat#1049, fastmcp#2464.
  [
    'oa-array-items',
    'Needs items.',
    (_value, { types, schema }) => types.includes('array') && schema['items'] === undefined,
  ],
];

/** "… not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level"; 2026-08, home-generative-agent#545. */
const AT_ROOT: Rule = ['oa-root-comb', 'Not allowed at the root.', isRoot];

const KEYWORDS: KeywordRules = {
  oneOf: [AT_ROOT],
  anyOf: [AT_ROOT],
  allOf: [AT_ROOT],
  not: [AT_ROOT],
  const: [AT_ROOT],
  enum: [
    AT_ROOT,
    // "enum value … does not validate against {'type': …}"; oh-my-pi#1835.
    [
      'oa-enum-type',
      'A value is not of the declared type.',
      (values, { types }) => !listOf(values).every((value) => hasType(value, types)),
    ],
  ],
  // griptape#2150.
  $id: [['oa-id', 'Must be a URI reference.', (value) => !URI_REFERENCE.test(toText(value))]],
  // Refused even without strict; vercel/ai#9601.
  propertyNames: [['oa-propnames', 'Not allowed.']],
  // @ai-sdk/openai 4.0.118 strips them.
  pattern: [['oa-regex', 'No look-around.', (value) => LOOK_AROUND.test(toText(value))]],
};

const LOOSE_KEYWORDS: KeywordRules = {
  // "is not permitted" on some routes, notion-mcp-server#102; strict refuses it altogether.
  allOf: [['oa-allof', 'May be refused.', (_value, node) => !node.isRoot, 'warning']],
};

/**
 * "Structured outputs", supported keywords, those with a rule of their own included. Every other keyword of JSON Schema
 * is in the list of refused ones, openai-node 7.57 `lib/transform.js`.
 */
const KNOWN = /* @__PURE__ */ words(
  `${PLAIN_KEYWORDS} definitions default pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems prefixItems additionalItems`,
);

const BESIDE_REF = /* @__PURE__ */ words('$ref $defs definitions title description');

const STRICT_NODES: readonly Rule[] = [
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

const STRICT_ALL: readonly Rule[] = [
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
  // openai-node and Agents refuse it, because drafts up to 7 ignore the siblings of a reference.
  [
    'os-refsib',
    'May be ignored beside $ref.',
    (_value, { schema }, name) => schema['$ref'] !== undefined && !BESIDE_REF.has(name),
    'warning',
  ],
];

const TUPLE: Rule = ['os-items', 'Items must be one schema.'];

/** Not in the list, but accepted when tried; pydantic-ai PR#7400. */
const LENGTH: Rule = ['os-len', 'May be refused.', undefined, 'warning'];

const STRICT_KEYWORDS: KeywordRules = {
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
    // Accepted, but constrained decoding can never produce null then; livekit/agents#5078.
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

/** "Structured outputs", limitations; the second numbers applied until July 2025. The last is for one enum. */
const LIMITS = [
  ['os-props', 5000, 100, 'properties'],
  ['os-depth', 10, 5, 'levels'],
  ['os-strlen', 120_000, 15_000, 'characters in names and values'],
  ['os-enums', 1000, 500, 'enum values'],
  ['os-enumlen', 15_000, 7500, 'characters in a long enum'],
] as const;

const LONG_ENUM = 251;

/**
 * The rules of both of OpenAI's APIs for a function's parameters, or with `limits` for structured outputs.
 *
 * @see OpenAI, "Function calling", "Structured outputs"
 */
export function openAIRules(limits: 'current' | 'legacy' | undefined): SchemaRules {
  const all = wellFormed();
  if (!limits) return { root: 'oa-root-object', nodes: NODES, all, keywords: [KEYWORDS, LOOSE_KEYWORDS] };
  return {
    root: 'os-root',
    nodes: [...NODES, ...STRICT_NODES],
    all: [...all, ...STRICT_ALL],
    keywords: [KEYWORDS, STRICT_KEYWORDS],
    total: () => countStrict(limits),
  };
}

/** The dialect for a setting; by default strict mode if it can express the schema. */
export function openAIDialects({ strict }: TranslateSettings): readonly SchemaDialect[] {
  const loose: SchemaDialect = { rules: openAIRules(undefined), hasItems: true };
  const closed: SchemaDialect = { rules: openAIRules('current'), hasItems: true, isClosed: true, isComplete: true };
  if (strict === undefined) return [closed, loose];
  return [strict ? closed : loose];
}

/**
 * Counts one schema's totals for the limits of OpenAI's structured outputs.
 *
 * Limits: the provider's. Every object and array counts as a level, because the API's way of counting is not published.
 * @see OpenAI, "Structured outputs"
 */
function countStrict(limits: 'current' | 'legacy'): Total {
  let properties = 0;
  let levels = 0;
  let characters = 0;
  let values = 0;
  let longest = 0;
  return {
    visit({ depth, schema }) {
      const names = namesOf(schema['properties']);
      const listed = listOf(schema['enum']);
      const others = [...namesOf(schema['$defs']), ...namesOf(schema['definitions']), schema['const'] ?? ''];
      properties += names.length;
      levels = Math.max(levels, depth);
      characters += lengthOf(names) + lengthOf(listed) + lengthOf(others);
      values += listed.length;
      if (listed.length >= LONG_ENUM) longest = Math.max(longest, lengthOf(listed));
    },
    end(path, report) {
      const sums = [properties, levels, characters, values, longest];
      for (const [place, [code, current, legacy, what]] of LIMITS.entries()) {
        const most = limits === 'legacy' ? legacy : current;
        if ((sums[place] ?? 0) > most) report(code, path, `${sums[place]} ${what}, at most ${most}.`);
      }
    },
  };
}

function lengthOf(values: readonly unknown[]): number {
  return values.reduce((sum: number, value) => sum + toText(value).length, 0);
}

function requiresAll({ properties, required }: Schema): boolean {
  const names = namesOf(properties);
  const listed = new Set(listOf(required));
  return names.length === listed.size && names.every((name) => listed.has(name));
}

function shareFirstKey(branches: unknown): boolean {
  const first = listOf(branches).flatMap((branch) => namesOf(isRecord(branch) && branch['properties']).slice(0, 1));
  return new Set(first).size < first.length;
}
