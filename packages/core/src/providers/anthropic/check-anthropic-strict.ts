import { isRecord } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import { hasRecursion, type Reference } from '../../schema/has-recursion.ts';
import { words } from '../../schema/keywords.ts';
import type { KeywordRules, Report, Rule, SchemaRules } from '../../schema/rule.ts';
import {
  HARD_PATTERN,
  isExternal,
  isOpen,
  listOf,
  namesOf,
  PLAIN_KEYWORDS,
  STRICT_FORMATS,
} from '../../schema/schema-rules.ts';

/** "Structured outputs"; those with a rule of their own included. */
const KNOWN = words(
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
    // Documented: the casing of what comes back is not guaranteed.
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

/** Code, what is counted, the most there may be, how many are sure to pass. */
const SUMS = [
  ['as-tools', 'strict tools', 20, 12],
  ['as-opt', 'optional properties in strict tools', 24, 10],
  ['as-union', 'unions in strict tools', 16, 16],
] as const;

/**
 * Begins to check the strict tools of a list, each and together.
 *
 * Limits: 20 tools, 24 optional properties, 16 unions, documented for a request; compiling fails from 11 optional
 * properties on some routes (@ai-sdk/anthropic), and did so with 13 tools (alphaXiv/agents#49).
 * @param base What holds without strict too
 * @see Anthropic, "Structured outputs"
 */
export function checkAnthropicStrict(base: SchemaRules): { rules: SchemaRules; end: (report: Report) => void } {
  let tools = 0;
  let optional = 0;
  let unions = 0;
  const rules: SchemaRules = {
    ...base,
    nodes: [['as-obj', 'Needs additionalProperties: false.', isOpen]],
    all: [
      ...base.all,
      ['as-keywords', 'Not known in strict mode.', (_value, _node, name) => !KNOWN.has(name), 'warning'],
    ],
    keywords: [...(base.keywords ?? []), KEYWORDS],
    total() {
      const references: Reference[] = [];
      tools += 1;
      return {
        visit({ path, types, schema }) {
          const required = new Set(listOf(schema['required']));
          optional += namesOf(schema['properties']).filter((name) => !required.has(name)).length;
          if (types.length > 1 || schema['anyOf'] !== undefined) unions += 1;
          if (schema['$ref'] !== undefined) references.push({ from: path, to: toText(schema['$ref']) });
        },
        end(path, report) {
          if (hasRecursion(path, references)) report('as-ref', path, 'No recursion, nor over 200 references.');
        },
      };
    },
  };
  const end = (report: Report): void => {
    for (const [place, [code, what, most, safe]] of SUMS.entries()) {
      const sum = [tools, optional, unions][place] ?? 0;
      if (sum > safe)
        report(code, '', `${sum} ${what}, at most ${most}, better ${safe}.`, sum > most ? 'error' : 'warning');
    }
  };
  return { rules, end };
}

function isCaseOnly(value: unknown): boolean {
  const texts = new Set(listOf(value).filter((one) => typeof one === 'string'));
  return new Set([...texts].map((text) => text.toLowerCase())).size < texts.size;
}
