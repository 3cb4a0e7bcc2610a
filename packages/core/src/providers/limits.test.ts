import { refusalsOf } from '../testing/provider-rules.ts';
import { FACTS, PROVIDERS, SCHEMAS } from './list.ts';
import type { ProviderFacts } from './provider.ts';
import { expect, test } from 'vitest';

/** The codes of the rules that name a number, and which of the limits they name. */
const NAMED: readonly [keyof ProviderFacts['limits'], RegExp][] = [
  ['optional', /^as-opt$/],
  ['properties', /^os-props$/],
  ['levels', /^os-depth$/],
  ['enumValues', /^os-enums$/],
];

test.each(PROVIDERS)('%s: the limits of a schema are the numbers that its rules name', (provider) => {
  const properties = Object.fromEntries(
    Array.from({ length: 6000 }, (_none, index) => [`a${index}`, { type: 'string', enum: [`v${index}`] }]),
  );
  let nested: Readonly<Record<string, unknown>> = { type: 'object', properties: {} };
  for (let level = 0; level < 12; level++) nested = { type: 'object', properties: { a: nested } };
  const { dialects, wrapSchema } = SCHEMAS[provider];
  const [dialect = { rules: { root: '', all: [] } }] = dialects({ strict: true });
  const big = wrapSchema({ name: 'a', description: 'b' }, { type: 'object', properties }, dialect);
  const deep = wrapSchema({ name: 'b', description: 'b' }, nested, dialect);
  const issues = refusalsOf(provider, [big, deep], { strict: true });
  for (const [limit, code] of NAMED) {
    const message = issues.find((issue) => code.test(issue.code))?.message ?? '';
    const [, most, safe] = /at most (\d+)(?:, better (\d+))?/.exec(message) ?? [];
    expect([limit, FACTS[provider].limits[limit] ?? {}]).toStrictEqual([
      limit,
      { ...(most !== undefined && { most: Number(most) }), ...(safe !== undefined && { safe: Number(safe) }) },
    ]);
  }
});
