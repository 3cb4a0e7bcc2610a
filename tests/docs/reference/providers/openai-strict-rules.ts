import { closed, fields, object, type ProviderRule, rulesOf } from './rule.ts';

const tool = (parameters: unknown): unknown[] => [
  { type: 'function', function: { name: 'a', description: 'b', strict: true, parameters } },
];
const one = (schema: unknown, rest: object = {}): unknown[] => tool(closed({ x: schema }, rest));
const text = { type: 'string' };
const values = (count: number, length = 1): string[] =>
  Array.from({ length: count }, (_none, index) => `v${index}`.padEnd(length, 'v'));
const nested = (levels: number): Record<string, unknown> => closed(levels === 0 ? {} : { x: nested(levels - 1) });

const structured = rulesOf('openai', 'openai-structured');
const legacy = { limits: 'legacy' } as const;

/** What OpenAI's structured outputs refuse, or may, beside what is refused without them. */
export const OPENAI_STRICT_RULES: readonly ProviderRule[] = [
  structured('os-root', tool({ properties: {} })),
  structured('os-closed', tool(object({}))),
  structured('os-required', tool(closed({ x: text }, { required: [] }))),
  structured('os-type', one({ description: 'any' })),
  structured('os-items', one({ type: 'array', items: text, prefixItems: [text] })),
  structured('os-keywords', one({ ...text, contentEncoding: 'base64' })),
  structured('os-keywords', one({ ...text, 'x-mine': true })),
  structured('os-keywords', one(true)),
  structured('os-keywords', one({ $ref: 'https://a.example/s' })),
  structured('os-refsib', one({ $ref: '#/$defs/a', pattern: 'a' }, { $defs: { a: text } })),
  structured('os-len', one({ ...text, maxLength: 3 })),
  structured('os-format', one({ ...text, format: 'uri' })),
  structured('os-default', one({ ...text, default: 'a' })),
  structured('os-enum-null', one({ type: ['string', 'null'], enum: ['a'] }), 'livekit/agents#5078'),
  structured('os-anyof-key', one({ anyOf: [closed({ a: text }), closed({ a: text })] })),
  structured('os-props', tool(closed(fields(5001, text)))),
  structured('os-props', tool(closed(fields(101, text))), undefined, legacy),
  structured('os-depth', tool(nested(11))),
  structured('os-depth', tool(nested(6)), 'tidyverse/ellmer#671', legacy),
  structured('os-strlen', tool(closed(fields(1300, text, 100)))),
  structured('os-strlen', tool(closed(fields(100, text, 200))), undefined, legacy),
  structured('os-enums', one({ ...text, enum: values(1001) })),
  structured('os-enums', one({ ...text, enum: values(501) }), undefined, legacy),
  structured('os-enumlen', one({ ...text, enum: values(251, 61) })),
  structured('os-enumlen', one({ ...text, enum: values(251, 31) }), undefined, legacy),
];
