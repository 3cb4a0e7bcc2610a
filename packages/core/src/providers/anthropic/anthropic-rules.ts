import { isRecord } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import {
  HARD_PATTERN,
  isBadKey,
  isExternal,
  isOpen,
  isRoot,
  type KeywordRules,
  listOf,
  namesOf,
  PLAIN_KEYWORDS,
  rootUnions,
  type Rule,
  type SchemaRules,
  STRICT_FORMATS,
  wellFormed,
  words,
} from '../provider-schema-rules.ts';
import type { TranslateSettings } from '../../types/provider.ts';
import type { SchemaDialect } from '../provider.ts';

/** Rules for an input schema, strict or not. */
const ANTHROPIC_RULES: SchemaRules = {
  // SDK 1.12: `type: 'object'` is not optional.
  root: 'an-root-object',
  // "JSON schema is invalid. It must match JSON Schema draft 2020-12"; claude-code#63673.
  all: /* @__PURE__ */ wellFormed('an-2020'),
  // "input_schema does not support oneOf, allOf, or anyOf at the top level"; claude-code#5319. `not` and `if` pass.
  keywords: [/* @__PURE__ */ rootUnions(['an-root-comb', 'Not allowed at the root.', isRoot])],
  // "Property keys should match pattern", at the root only; composio#3500, idp#709.
  keys: [['an-propkey', 'Must be 1 to 64 of A-Z a-z 0-9 _ . -', isBadKey]],
};

/** "Structured outputs"; those with a rule of their own included. */
const KNOWN = /* @__PURE__ */ words(
  `${PLAIN_KEYWORDS} definitions default pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems allOf uniqueItems`,
);

/** "For 'integer' type, properties maximum, minimum are not supported"; pi#9953. */
const NUMBER: Rule = ['as-num', 'Not supported.'];
const LENGTH: Rule = ['as-str', 'Not supported.'];
const SIZE: Rule = ['as-arr', 'Not supported.'];

const KEYWORDS: KeywordRules = {
  minimum: [NUMBER],
  maximum: [NUMBER],
  exclusiveMinimum: [NUMBER],
  exclusiveMaximum: [NUMBER],
  multipleOf: [NUMBER],
  minLength: [LENGTH],
  maxLength: [LENGTH],
  maxItems: [SIZE],
  uniqueItems: [SIZE],
  // "'minItems' values other than 0 or 1 are not supported".
  minItems: [['as-arr', 'Must be 0 or 1.', (value) => value !== 0 && value !== 1]],
  format: [['as-fmt', 'Unknown format.', (value) => value !== 'uri' && !STRICT_FORMATS.has(value)]],
  pattern: [['as-regex', 'Too hard a pattern.', (value) => HARD_PATTERN.test(toText(value))]],
  enum: [
    ['as-enum', 'Only plain values.', (value) => listOf(value).some((one) => typeof one === 'object' && one !== null)],
    // Documented: the letter case of returned values is not guaranteed.
    ['as-enum', 'Values differ only in case.', isCaseOnly, 'warning'],
  ],
  $ref: [['as-ref', 'Must be internal.', isExternal]],
  allOf: [
    [
      'as-ref',
      'No $ref here.',
      (value, { schema }) => [schema, ...listOf(value)].some((one) => isRecord(one) && one['$ref'] !== undefined),
    ],
  ],
};

/** Code, counted things, the maximum, and the number that surely passes. */
const SUMS = [
  ['as-opt', 'optional properties', 24, 10],
  ['as-union', 'unions', 16, 16],
] as const;

/**
 * The rules for one strict tool.
 *
 * Limits: 24 optional properties, 16 unions, documented for all strict tools of a request; compiling fails from 11 optional
 * properties on some routes (@ai-sdk/anthropic).
 * @see Anthropic, "Structured outputs"
 */
const STRICT_RULES: SchemaRules = /* @__PURE__ */ strictRules();

function strictRules(): SchemaRules {
  return {
    ...ANTHROPIC_RULES,
    nodes: [['as-obj', 'Needs additionalProperties: false.', isOpen]],
    all: [
      ...ANTHROPIC_RULES.all,
      ['as-keywords', 'Not known in strict mode.', (_value, _node, name) => !KNOWN.has(name), 'warning'],
    ],
    keywords: [...(ANTHROPIC_RULES.keywords ?? []), KEYWORDS],
    total() {
      const references: Reference[] = [];
      let [optional, unions] = [0, 0];
      return {
        visit({ path, types, schema }) {
          const required = new Set(listOf(schema['required']));
          optional += namesOf(schema['properties']).filter((name) => !required.has(name)).length;
          if (types.length > 1 || schema['anyOf'] !== undefined) unions += 1;
          if (schema['$ref'] !== undefined) references.push({ from: path, to: toText(schema['$ref']) });
        },
        end(path, report) {
          if (hasRecursion(path, references)) report('as-ref', path, 'No recursion, nor over 200 references.');
          for (const [place, [code, what, most, safe]] of SUMS.entries()) {
            const sum = [optional, unions][place] ?? 0;
            if (sum > safe)
              report(code, path, `${sum} ${what}, at most ${most}, better ${safe}.`, sum > most ? 'error' : 'warning');
          }
        },
      };
    },
  };
}

function isCaseOnly(value: unknown): boolean {
  const texts = new Set(listOf(value).filter((one) => typeof one === 'string'));
  return new Set([...texts].map((text) => text.toLowerCase())).size < texts.size;
}

/** A `$ref`: the JSON Pointer of its schema, and its text. */
interface Reference {
  readonly from: string;
  readonly to: string;
}

/** Few enough to compare all pairs repeatedly. */
const MAX_REFERENCES = 200;

/**
 * True if following references leads from a schema back into itself.
 *
 * Limits: more than 200 references count as recursion without being followed. Pointers are compared literally, so a
 * target with percent escapes leads nowhere.
 * @param root JSON Pointer of the schema that `#` means
 */
function hasRecursion(root: string, references: readonly Reference[]): boolean {
  if (references.length > MAX_REFERENCES) return true;
  let open = references;
  for (;;) {
    // A reference that leads to no other is in no cycle; the remaining ones are in a cycle, or lead to one.
    const rest = open.filter(({ to }) => open.some(({ from }) => `${from}/`.startsWith(`${root}${to.slice(1)}/`)));
    if (rest.length === open.length) return rest.length > 0;
    open = rest;
  }
}

/** The dialect for a setting: strict only on request. */
export function anthropicDialects({ strict }: TranslateSettings): readonly SchemaDialect[] {
  return [strict ? { rules: STRICT_RULES, isClosed: true } : { rules: ANTHROPIC_RULES }];
}
