import type { CompiledParameter } from '../../commands/parameter-shape.ts';
import type { ToolDraft } from '../../commands/tool-draft.ts';
import { asRecord, isRecord, recordsAt, getOwn } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import type { Fail, RawAnswer, StreamReader } from '../../types/call.ts';
import type {
  ProviderAcceptance,
  ProviderResponses,
  ProviderResults,
  ProviderExamples,
  ProviderFacts,
  ProviderForm,
  SchemaDialect,
} from '../provider.ts';
import { parametersSchema, plainProperty } from '../write-schema.ts';
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

/** Of all strict tools in one request. */
const SAFE_STRICT = { tools: 12, optional: 10 };

/** Anthropic's Messages API. @see Anthropic, "Define tools", "Structured outputs" */
export const facts: ProviderFacts = {
  label: 'Anthropic',
  hasStrict: true,
  limits: {
    tools: {},
    name: { most: 128, safe: 64 },
    description: {},
    strictTools: { most: 20, safe: SAFE_STRICT.tools },
    optional: { most: 24, safe: SAFE_STRICT.optional },
  },
};

export const form: ProviderForm<'anthropic'> = {
  /** A strict tool allows only listed properties, and its optional parameters stay optional. */
  write({ name, description, parameters }, { strict = false }) {
    const { properties, required } = parametersSchema(parameters, 'key', plainProperty);
    const closed = { type: 'object' as const, properties, required, additionalProperties: false as const };
    const input_schema = strict ? closed : { type: 'object' as const, properties, required };
    return strict ? { name, description, strict, input_schema } : { name, description, input_schema };
  },
  wrap: (tools) => ({ tools: [...tools] }),
  places: { names: ['/name'], description: '/description', schemas: ['/input_schema'] },
  keys: 'key',
  chooseStrict,
};

export const responses: ProviderResponses = {
  label: 'Anthropic response',
  read,
  complete: [null, 'tool_use', 'end_turn', 'stop_sequence', 'pause_turn'],
  sendsText: false,
};

export const results: ProviderResults<'anthropic'> = {
  answer: ({ id }, result, isError) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: toText(result), ...(isError && { is_error: true }) }],
  }),
  // A turn's results must be in one message.
  join: (results) => [{ role: 'user', content: results.flatMap(({ content }) => content) }],
};

export const acceptance: ProviderAcceptance = {
  check: checkAnthropicTools,
  dialects: anthropicDialects,
  wrapSchema: (named, schema, { isClosed }) => ({ ...named, ...(isClosed && { strict: true }), input_schema: schema }),
  unwrap({ name, description, input_schema: schema }) {
    return isRecord(schema) ? [{ name, description, schema }] : undefined;
  },
};

const begin = (index: number, id: string, name: string): object => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id, name, input: {} },
});
const text = (index: number, partial_json: string): object => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});

export const examples: ProviderExamples = {
  response: ({ name, arguments: input }) => ({
    role: 'assistant',
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', id: 'toolu_1', name, input }],
  }),
  stream: () => [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    begin(0, 'c1', 'git_log'),
    text(0, '{"n":'),
    text(0, '2}'),
    { type: 'content_block_stop', index: 0 },
    begin(1, 'c2', 'git_status'),
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ],
  recognises: (value) =>
    'stop_reason' in value ||
    value['type'] === 'tool_use' ||
    value['type'] === 'message' ||
    (Array.isArray(value['content']) && value['content'].some((block) => asRecord(block)['type'] === 'tool_use')) ||
    /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/.test(toText(value['type'])),
  ask: (prompt) => ({ model: 'claude-haiku-5-5', max_tokens: 1024, messages: [{ role: 'user', content: prompt }] }),
};

/**
 * Chooses the strict tools of one request, in order: as many as surely pass. Compiling a request's grammars fails on
 * some routes long before the documented 20 tools and 24 optional properties.
 */
function chooseStrict(drafts: readonly ToolDraft[]): boolean[] {
  let [tools, optional] = [SAFE_STRICT.tools, SAFE_STRICT.optional];
  return drafts.map(({ parameters }) => {
    const needed = parameters.filter(({ parameter }) => !parameter.required).length;
    if (tools === 0 || needed > optional || parameters.some(hasValuesAlike)) return false;
    tools--;
    optional -= needed;
    return true;
  });
}

/**
 * Strict mode does not guarantee the letter case of an enum's values, so values that differ only in case are ambiguous.
 */
function hasValuesAlike({ shape }: CompiledParameter): boolean {
  const values = (shape.enum ?? []).map((value) => String(value).toLowerCase());
  return new Set(values).size < values.length;
}

/**
 * Finds the `tool_use` blocks of an Anthropic message.
 *
 * Shape: `{ stop_reason, content: [{ type: "tool_use", id, name, input: { … } }] }`.
 *
 * @throws AtipParseError when the form is not Anthropic's
 * @see ATIP 0.3 §7.2
 */
function read(response: unknown, fail: Fail): RawAnswer[] {
  const { stop_reason: reason } = asRecord(response);
  const uses = recordsAt(response, 'content', fail).filter((block) => block['type'] === 'tool_use');
  return [{ reason, calls: uses.map(({ id, name, input }) => ({ id, name, arguments: input })) }];
}

/**
 * Reads the events of a streamed Anthropic message.
 *
 * Shape of the events: `content_block_start`, `content_block_delta` with an `input_json_delta`, `content_block_stop`,
 * `message_delta` with the `stop_reason`, `message_stop`; others are skipped. A block's `input` is `{}` at its start
 * and then arrives as text, from the beginning; a non-empty `input` followed by pieces is a contradiction.
 */
export function stream(): StreamReader {
  let reason: unknown;
  return (event, fail) => {
    const { type, content_block: block } = event;
    const { partial_json: piece, stop_reason: why } = asRecord(event['delta']);
    const key = event['index'] ?? null;
    switch (type) {
      case 'content_block_start': {
        const { type: blockType, id, name, input } = asRecord(block);
        if (typeof blockType !== 'string') throw fail('begins a block without "type"');
        return [blockType === 'tool_use' ? { key, start: 'call', id, name, whole: input } : { key, start: 'other' }];
      }
      case 'content_block_delta':
        // In other blocks it is skipped; in a call any value but text is damage.
        return [{ key, text: piece ?? null }];
      case 'content_block_stop':
        return [{ key, ends: true }];
      case 'message_delta':
        reason = why ?? reason;
        return [];
      case 'message_stop':
        return [{ reason: reason ?? 'no reason' }];
      default:
        return [];
    }
  };
}

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
function checkAnthropicTools(tools: readonly unknown[], settings: AcceptanceSettings): Issue[] {
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
function allowsValue(schema: unknown, value: unknown): boolean {
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
function anthropicDialects({ strict }: TranslateSettings): readonly SchemaDialect[] {
  return [strict ? { rules: beginStrict(ANTHROPIC_RULES).rules, isClosed: true } : { rules: ANTHROPIC_RULES }];
}
