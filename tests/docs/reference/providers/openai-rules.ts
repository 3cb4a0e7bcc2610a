import { many, object, type ProviderRule, rulesOf } from './rule.ts';

const tool = (parameters?: unknown, rest: object = {}): unknown => ({
  type: 'function',
  function: { name: 'a', description: 'b', ...(parameters !== undefined && { parameters }), ...rest },
});
const flat = (rest: object): unknown => ({ type: 'function', name: 'a', description: 'b', strict: false, ...rest });

const types = rulesOf('openai', 'openai-types');
const functions = rulesOf('openai', 'openai-functions');
const responses = rulesOf('openai-responses', 'openai-spec');

/** What OpenAI's two APIs refuse or regret, strict or not. */
export const OPENAI_RULES: readonly ProviderRule[] = [
  types('oa-name-chars', [tool(undefined, { name: 'a.b' })], 'nanbingxyz/5ire#33'),
  types('oa-name-len', [tool(undefined, { name: 'a'.repeat(65) })]),
  types('oa-desc', [tool(undefined, { description: '' })]),
  rulesOf('openai', 'openai-spec')(
    'oa-tools-max',
    many(129, (name) => tool(undefined, { name })),
    'zed-industries/zed#32946',
  ),
  functions('oa-desc-len', [tool(undefined, { description: 'b'.repeat(1025) })], 'getsentry/sentry-mcp#106'),
  functions('oa-desc-len', [tool(undefined, { description: 'b'.repeat(1025) })], 'getsentry/sentry-mcp#106', {
    limits: 'legacy',
  }),
  functions('oa-root-object', [tool({ properties: {} })]),
  functions('oa-root-props', [tool({ type: 'object' })], 'kagent-dev/kagent#1888'),
  functions('oa-root-comb', [tool(object({}, { anyOf: [{}] }))], 'nspady/google-calendar-mcp#39'),
  functions('oa-array-items', [tool(object({ x: { type: 'array' } }))], 'sigoden/aichat#1049'),
  functions('oa-enum-type', [tool(object({ x: { type: 'string', enum: ['a', null] } }))], 'can1357/oh-my-pi#1835'),
  functions('oa-allof', [tool(object({ x: { allOf: [{}] } }))]),
  functions('oa-id', [tool(object({}, { $id: 'a b' }))]),
  functions('oa-propnames', [tool(object({ x: { propertyNames: {} } }))], 'vercel/ai#9601'),
  rulesOf('openai', 'ai-sdk-openai')('oa-regex', [tool(object({ x: { type: 'string', pattern: '(?=a)' } }))]),
  responses('or-name', [flat({ name: 'a'.repeat(65) })]),
  responses('or-name', [flat({ name: 'a'.repeat(129) })]),
  responses('or-name', [flat({ name: 'a'.repeat(65) })], undefined, { limits: 'legacy' }),
  responses('or-desc', [flat({ description: '' })]),
  responses('or-ns', [{ type: 'namespace', name: 'a', description: '', tools: [flat({})] }]),
  responses('or-hosted', [{ type: 'web_search' }]),
  responses('or-strict-explicit', [flat({ strict: undefined })], 'vercel/ai#11869'),
];
