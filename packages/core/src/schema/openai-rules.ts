import { isRecord } from '../json/is-record.ts';
import { toText } from '../json/to-text.ts';
import { countOpenAIStrict } from './count-openai-strict.ts';
import { hasType } from './has-type.ts';
import { STRICT_ALL, STRICT_KEYWORDS, STRICT_NODES } from './openai-strict-rules.ts';
import type { KeywordRules, Rule, SchemaRules } from './rule.ts';
import { isRoot, LOOK_AROUND, listOf, rootUnions, wellFormed } from './schema-rules.ts';

/** RFC 3986 §2: what a URI reference is made of. */
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
  ...rootUnions(AT_ROOT),
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
  // Refused without strict too; vercel/ai#9601.
  propertyNames: [['oa-propnames', 'Not allowed.']],
  // @ai-sdk/openai 4.0.118 strips them.
  pattern: [['oa-regex', 'No look-around.', (value) => LOOK_AROUND.test(toText(value))]],
};

const LOOSE_KEYWORDS: KeywordRules = {
  // "is not permitted" on some routes, notion-mcp-server#102; strict refuses it altogether.
  allOf: [['oa-allof', 'May be refused.', (_value, node) => !node.isRoot, 'warning']],
};

/**
 * What both of OpenAI's APIs ask of parameters: of a function's, or with `limits` of structured outputs'.
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
    total: () => countOpenAIStrict(limits),
  };
}
