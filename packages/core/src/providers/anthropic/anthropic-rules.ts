import { getOwn, isRecord } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import { checkToolList, isDeferred } from '../check-provider-tools.ts';
import {
  type AcceptanceSettings,
  HARD_PATTERN,
  hasType,
  isBadKey,
  isExternal,
  isOpen,
  isRoot,
  type KeywordRules,
  listOf,
  namesOf,
  PLAIN_KEYWORDS,
  type Report,
  rootUnions,
  type Rule,
  type Schema,
  type SchemaRules,
  STRICT_FORMATS,
  typesOf,
  wellFormed,
  words,
} from '../provider-schema-rules.ts';
import type { Issue } from '../../types/issue.ts';
import type { TranslateSettings } from '../../types/provider.ts';
import type { SchemaDialect } from '../provider.ts';

/** Documented for a whole request, tools included. */
const MAX_CACHE_POINTS = 4;

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
  ['as-tools', 'strict tools', 20, 12],
  ['as-opt', 'optional properties in strict tools', 24, 10],
  ['as-union', 'unions in strict tools', 16, 16],
] as const;

/**
 * Checks tools of Anthropic's Messages API, and the limits of all strict tools together.
 *
 * A tool that the provider defines (`type` other than `custom`) is only checked for forbidden fields, and a warning
 * says so. Tools of managed agents may have no `$ref` either, which is not checked.
 * @see Anthropic, "Define tools"
 */
export function checkAnthropicTools(tools: readonly unknown[], settings: AcceptanceSettings): Issue[] {
  const strict = beginStrict(ANTHROPIC_RULES);
  let cachePoints = 0;
  let deferred: string | undefined;
  let [loaded, searches] = [0, 0];
  return checkToolList(tools, {
    // netclaw#1133 and claude-code#96152 have 128; claude-code#3102 had 64.
    name: { pattern: /^[\w-]+$/, code: 'an-name', max: settings.limits === 'legacy' ? 64 : 128, safe: 64 },
    description: ['an-desc', 'info'],
    read(body, path, report) {
      const { type, input_schema: schema } = body;
      if (isRecord(body['cache_control'])) {
        cachePoints += 1;
        if (cachePoints > MAX_CACHE_POINTS) report('an-cache', path, `At most ${MAX_CACHE_POINTS} cache points.`);
        // "cannot have both"; CLIProxyAPI#4561.
        if (body['defer_loading'] === true) report('an-defer-cache', path, 'A deferred tool cannot be cached.');
      }
      if (isDeferred(body)) deferred ??= path;
      else loaded += 1;
      const isServer = typeof type === 'string' && type !== 'custom';
      checkExamples(body, `${path}/input_examples`, isServer, report);
      if (isServer && TOOL_SEARCHES.has(type)) {
        searches += 1;
        return undefined;
      }
      if (isServer) {
        report('an-server', path, "The provider's own tool? It is not checked.", 'warning');
        return undefined;
      }
      const isStrict = settings.strict || body['strict'] === true;
      return { body, schemas: [['input_schema', schema, isStrict ? strict.rules : ANTHROPIC_RULES]] };
    },
    end(report) {
      strict.end(report);
      if (deferred === undefined) return;
      // Anthropic, "Tool search tool": the search itself, or another.
      if (loaded === 0) report('an-defer', deferred, 'One tool at least must not be deferred.');
      // The host may search itself and answer with tool_reference blocks.
      else if (searches === 0) report('an-defer', deferred, 'Without a tool search, does the host load it?', 'warning');
    },
  });
}

/** Anthropic, "Tool search tool"; @anthropic-ai/sdk 1.12, ToolSearchToolBm25_20251119, ToolSearchToolRegex20251119. */
const TOOL_SEARCHES = /* @__PURE__ */ words(
  'tool_search_tool_bm25 tool_search_tool_bm25_20251119 tool_search_tool_regex tool_search_tool_regex_20251119',
);

/** Documented: each must be valid under the schema, else 400; not on the provider's own tools. */
function checkExamples(
  { input_examples, input_schema }: Schema,
  path: string,
  isServer: boolean,
  report: Report,
): void {
  if (input_examples === undefined) return;
  const isFine = (example: unknown): boolean => isRecord(example) && allowsValue(input_schema, example);
  if (isServer || !Array.isArray(input_examples)) report('an-examples', path, 'Must be a list, on a tool of yours.');
  else
    for (const [index, example] of input_examples.entries())
      if (!isFine(example)) report('an-examples', `${path}/${index}`, 'The input schema refuses it.');
}

/**
 * Starts checking the strict tools of a list, each and together.
 *
 * Limits: 20 tools, 24 optional properties, 16 unions, documented for a request; compiling fails from 11 optional
 * properties on some routes (@ai-sdk/anthropic), and did so with 13 tools (alphaXiv/agents#49).
 * @param base The rules that apply without strict too
 * @see Anthropic, "Structured outputs"
 */
function beginStrict(base: SchemaRules): { rules: SchemaRules; end: (report: Report) => void } {
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

/**
 * True if a schema's types, enums of plain values, properties and items allow a value.
 *
 * Other keywords are ignored: false is certain, true is no proof.
 */
export function allowsValue(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema)) return schema !== false;
  const { enum: values, properties, required, additionalProperties, patternProperties, items } = schema;
  if (!hasType(value, typesOf(schema))) return false;
  if (Array.isArray(values) && typeof value !== 'object' && !values.includes(value)) return false;
  if (Array.isArray(value)) return value.every((item) => allowsValue(items, item));
  if (!isRecord(value)) return true;
  if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, toText(name)))) return false;
  const known = isRecord(properties) ? properties : {};
  const others = patternProperties === undefined ? additionalProperties : undefined;
  return Object.keys(value).every((name) =>
    allowsValue(Object.hasOwn(known, name) ? getOwn(known, name) : others, value[name]),
  );
}

/** The dialect for a setting: strict only on request. */
export function anthropicDialects({ strict }: TranslateSettings): readonly SchemaDialect[] {
  return [strict ? { rules: beginStrict(ANTHROPIC_RULES).rules, isClosed: true } : { rules: ANTHROPIC_RULES }];
}
