import { fields, many, object, type ProviderRule, rulesOf } from './rule.ts';

const tool = (rest: object = {}): unknown => ({ name: 'a', description: 'b', ...rest });
const loose = (schema: unknown): unknown[] => [tool({ parametersJsonSchema: schema })];
const narrow = (schema: unknown): unknown[] => [tool({ parameters: schema })];
const one = (schema: unknown): unknown[] => narrow(object({ x: schema }));
const text = { type: 'string' };

const types = rulesOf('gemini', 'gemini-types');
const functions = rulesOf('gemini', 'gemini-functions');

/** What Gemini's API refuses or regrets: of declarations, of `parameters`, of `parametersJsonSchema`. */
export const GEMINI_RULES: readonly ProviderRule[] = [
  types('ge-name', [tool({ name: '7z' })]),
  types('ge-name', [tool({ name: 'a'.repeat(65) })]),
  types('ge-name', [tool({ name: 'a'.repeat(129) })]),
  rulesOf('gemini', 'gemini-discovery')('ge-desc', [tool({ description: '' })]),
  functions(
    'ge-max',
    many(513, (name) => tool({ name })),
    'google-gemini/gemini-cli#19083',
  ),
  functions(
    'ge-max',
    many(129, (name) => tool({ name })),
    undefined,
    { limits: 'legacy' },
  ),
  functions('ge-root', narrow(text)),
  types('ge-keywords', one({ ...text, const: 'a' }), 'langchain-ai/langchainjs#7711'),
  types('ge-keywords', one({ ...text, title: 1 })),
  types('ge-keywords', narrow({ type: 'object', properties: { x: true } })),
  functions('ge-type', one({ type: ['string', 'null'] })),
  functions('ge-type-req', one({ description: 'any' }), 'danny-avila/LibreChat#6971'),
  functions('ge-items', one({ type: 'array' }), 'cline/cline#7926'),
  functions('ge-empty-obj', narrow(object({})), 'agno-agi/agno#2112'),
  functions('ge-required', narrow(object({ x: text }, { required: ['y'] }))),
  types('ge-int64', one({ ...text, maxLength: 1.5 })),
  types('ge-anyof', one({ ...text, anyOf: [text] })),
  functions('ge-format', one({ ...text, format: 'uri' })),
  functions('ge-enum-type', one({ type: 'integer', enum: ['1'] })),
  functions('ge-enum-empty', one({ ...text, enum: ['a', ''] })),
  types('ge-enum-str', one({ ...text, enum: [1] })),
  functions('ge-states', one({ ...text, enum: Object.keys(fields(41, 0)) })),
  types('ge-propkey', narrow(object({ 'dry-run': text }))),
  types('ge-jsonschema', loose(object({ x: { ...text, not: {} } }))),
  types('ge-jsonschema', loose(object({ x: { $ref: '#', title: 'a' } }))),
  types('ge-jsonschema', loose(object({ x: text })), undefined, { geminiSchema: 'openapi' }),
  functions('ge-empty-obj', loose(object({}))),
];
