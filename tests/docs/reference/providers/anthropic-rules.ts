import { closed, fields, many, object, type ProviderRule, rulesOf } from './rule.ts';

const tool = (rest: object = {}): unknown => ({ name: 'a', description: 'b', input_schema: object({}), ...rest });
const root = (rest: object): unknown[] => [tool({ input_schema: object({}, rest) })];
const strict = (schema: unknown): unknown[] => [tool({ input_schema: schema, strict: true })];
const one = (schema: unknown, rest: object = {}): unknown[] => strict(closed({ x: schema }, rest));
const cached = { cache_control: { type: 'ephemeral' } };
const text = { type: 'string' };

const tools = rulesOf('anthropic', 'anthropic-tools');
const modes = rulesOf('anthropic', 'anthropic-strict');

/** What Anthropic's Messages API refuses or regrets. */
export const ANTHROPIC_RULES: readonly ProviderRule[] = [
  tools('an-name', [tool({ name: 'a.b' })], 'home-assistant/core#147760'),
  tools('an-name', [tool({ name: 'a'.repeat(65) })], 'anthropics/claude-code#3102'),
  tools('an-name', [tool({ name: 'a'.repeat(129) })], 'anthropics/claude-code#96152'),
  tools('an-desc', [tool({ description: '' })]),
  rulesOf('anthropic', 'anthropic-types')('an-root-object', [tool({ input_schema: {} })]),
  tools('an-root-comb', root({ oneOf: [{}] }), 'anthropics/claude-code#5319'),
  rulesOf('anthropic', 'json-schema')('an-2020', root({ required: true }), 'anthropics/claude-code#63673'),
  tools('an-propkey', [tool({ input_schema: object({ 'a b': text }) })], 'anthropics/claude-code#79418'),
  tools(
    'an-cache',
    many(5, (name) => tool({ name, ...cached })),
  ),
  tools('an-defer-cache', [tool({ ...cached, defer_loading: true })], 'anthropics/claude-code#86743'),
  tools('an-examples', [tool({ input_examples: [{ x: 1 }], input_schema: closed({}) })]),
  tools('an-server', [{ type: 'web_search_20260318', name: 'web_search' }]),
];

/** What its strict mode refuses, or may, beside that. */
export const ANTHROPIC_STRICT_RULES: readonly ProviderRule[] = [
  modes('as-obj', strict(object({}))),
  modes('as-num', one({ type: 'integer', minimum: 1 })),
  modes('as-str', one({ ...text, maxLength: 3 })),
  modes('as-arr', one({ type: 'array', items: text, maxItems: 3 })),
  modes('as-arr', one({ type: 'array', items: text, minItems: 2 })),
  modes('as-fmt', one({ ...text, format: 'path' })),
  modes('as-regex', one({ ...text, pattern: '(?=a)' })),
  modes('as-enum', one({ enum: [{}] })),
  modes('as-enum', one({ enum: ['a', 'A'] })),
  modes('as-ref', one({ $ref: 'https://a.example/s' })),
  modes('as-ref', one({ allOf: [{ $ref: '#/$defs/a' }] }, { $defs: { a: text } })),
  modes('as-ref', one({ $ref: '#' })),
  modes('as-keywords', one({ not: {} })),
  modes(
    'as-tools',
    many(13, (name) => tool({ name, strict: true, input_schema: closed({}) })),
  ),
  modes(
    'as-tools',
    many(21, (name) => tool({ name, strict: true, input_schema: closed({}) })),
  ),
  modes('as-opt', strict(closed(fields(11, text), { required: [] }))),
  modes('as-opt', strict(closed(fields(25, text), { required: [] }))),
  modes('as-union', strict(closed(fields(17, { type: ['string', 'null'] })))),
];
