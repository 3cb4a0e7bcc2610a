import { checkProviderTools } from '../compile/transform.ts';
import { ACCEPTANCE, FACTS, PROVIDERS } from './list.ts';
import type { ProviderFacts } from './provider.ts';
import { expect, test } from 'vitest';

type Part = 'name' | 'description';

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

/** The acceptance rules' findings for a tool with a name or description of this length. */
function gravest(provider: (typeof PROVIDERS)[number], part: Part, length: number): string {
  const named = { name: 'a', description: 'b', [part]: 'a'.repeat(length) };
  const { dialects, wrapSchema } = ACCEPTANCE[provider];
  const [dialect = { rules: { root: '', all: [] } }] = dialects({ strict: false });
  const found = checkProviderTools(provider, [wrapSchema(named, SCHEMA, dialect)]).map(({ severity }) => severity);
  return ['error', 'warning'].find((severity) => found.some((one) => one === severity)) ?? 'fine';
}

const cases = PROVIDERS.flatMap((provider) =>
  (['name', 'description'] as const).map((part) => [provider, part, FACTS[provider].limits[part]] as const),
);

test.each(cases)('%s: the limits of the %s are those of the acceptance rules: %j', (provider, part, { most, safe }) => {
  const first = safe ?? most ?? 8192;
  expect(gravest(provider, part, first)).toBe('fine');
  if (safe !== undefined) expect(gravest(provider, part, safe + 1)).toBe('warning');
  if (most !== undefined) expect(gravest(provider, part, most + 1)).toBe('error');
});

/** The codes of the rules that name a number, and which of the limits they name. */
const NAMED: readonly [keyof ProviderFacts['limits'], RegExp][] = [
  ['tools', /-max$/],
  ['strictTools', /^as-tools$/],
  ['optional', /^as-opt$/],
  ['properties', /^os-props$/],
  ['levels', /^os-depth$/],
  ['enumValues', /^os-enums$/],
];

test.each(PROVIDERS)('%s: the other limits are the numbers that the acceptance rules name', (provider) => {
  const properties = Object.fromEntries(
    Array.from({ length: 6000 }, (_none, index) => [`a${index}`, { type: 'string', enum: [`v${index}`] }]),
  );
  let nested: Readonly<Record<string, unknown>> = { type: 'object', properties: {} };
  for (let level = 0; level < 12; level++) nested = { type: 'object', properties: { a: nested } };
  const { dialects, wrapSchema } = ACCEPTANCE[provider];
  const [dialect = { rules: { root: '', all: [] } }] = dialects({ strict: true });
  const big = wrapSchema({ name: 'a', description: 'b' }, { type: 'object', properties }, dialect);
  const deep = wrapSchema({ name: 'b', description: 'b' }, nested, dialect);
  const many = Array.from({ length: 600 }, (_none, index) => {
    return wrapSchema({ name: `t${index}`, description: 'b' }, { ...SCHEMA, required: [] }, dialect);
  });
  const issues = checkProviderTools(provider, [big, deep, ...many], { strict: true });
  for (const [limit, code] of NAMED) {
    const message = issues.find((issue) => code.test(issue.code))?.message ?? '';
    const [, most, safe] = /at most (\d+)(?:, better (\d+))?/.exec(message) ?? [];
    expect([limit, FACTS[provider].limits[limit] ?? {}]).toStrictEqual([
      limit,
      { ...(most !== undefined && { most: Number(most) }), ...(safe !== undefined && { safe: Number(safe) }) },
    ]);
  }
});
