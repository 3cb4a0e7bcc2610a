import { expect, test } from 'vitest';
import { countTokens } from './count-tokens.ts';
import { healthOf } from './health-of.ts';
import { runAtOnce } from './run-in-slices.ts';

const FACTS = { strict: false, losses: [] };
const openAI = (name: string, description: string, properties: object = {}): object => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties, required: [], additionalProperties: false },
  },
});
const many = (count: number): object[] => Array.from({ length: count }, (_none, index) => openAI(`t${index}`, 'Does'));
const loss = { code: 'not-sent', provider: 'openai', tool: 'a', pointer: '', message: 'It is not.' } as const;

test('the health line of tools within every limit', () => {
  const tools = [openAI('gh_pr', 'Lists'), openAI('gh_pr_create', 'Creates a pull request')];
  const tokens = runAtOnce(countTokens(tools, 'openai'));
  const items = healthOf('openai', tools, { strict: false, losses: [loss, loss], tokens });
  expect(items.map(({ words }) => words).join(' · ')).toBe(
    '2 tools · longest name 12 of 64 · longest description 22 of 1,024 · 2 losses · ~43 tokens',
  );
  expect(items.map(({ id, state, tool }) => [id, state, tool])).toStrictEqual([
    ['tools', 'ok', undefined],
    ['name', 'ok', 1],
    ['description', 'ok', 1],
    ['losses', 'ok', undefined],
    ['tokens', 'ok', undefined],
  ]);
});

test.each([
  [102, 'ok', '102 tools'],
  [103, 'near', '103 tools'],
  [128, 'near', '128 tools'],
  [167, 'over', '167 tools · 39 over the limit of 128'],
])('%i tools for OpenAI are %s', (count, state, words) => {
  const [tools, , , ...rest] = healthOf('openai', many(count), FACTS);
  expect(tools).toStrictEqual({ id: 'tools', value: count, limit: 128, state, words });
  // Too many tools are said once.
  expect(rest.map(({ id }) => id)).toStrictEqual(['losses']);
});

test.each([
  ['openai', 51, 'ok', 'longest name 51 of 64'],
  ['openai', 52, 'near', 'longest name 52 of 64'],
  ['openai', 65, 'over', 'longest name 65 of 64'],
] as const)('a name for %s of %i characters is %s', (provider, length, state, words) => {
  const item = healthOf(provider, [openAI('a'.repeat(length), 'Does')], FACTS).find(({ id }) => id === 'name');
  expect(item).toStrictEqual({ id: 'name', value: length, limit: 64, state, words, tool: 0 });
});

test('a name that only some back ends refuse is doubtful', () => {
  const named = (length: number): object => ({
    name: 'a'.repeat(length),
    description: 'b',
    input_schema: { type: 'object' },
  });
  const words = (length: number): unknown =>
    healthOf('anthropic', [named(length)], FACTS).flatMap(({ id, state, words }) =>
      id === 'name' ? [state, words] : [],
    );
  expect([words(64), words(65), words(129)]).toStrictEqual([
    ['near', 'longest name 64 of 64'],
    ['doubtful', 'longest name 65 of 64'],
    ['over', 'longest name 129 of 128'],
  ]);
});

test('what the provider refuses is counted, errors before warnings', () => {
  const broken = [openAI('a b', 'Does'), openAI('c', 'd'.repeat(1025))];
  const words = (tools: object[]): string[] => healthOf('openai', tools, FACTS).map((item) => item.words);
  expect(words(broken)).toContain('1 broken rule');
  expect(words(broken.slice(1))).toContain('1 doubtful rule');
  expect(words([])).toStrictEqual(['0 tools', '0 losses']);
});

test('what strict mode limits is named when a tool comes near it', () => {
  const enumOf = (count: number): object => ({
    a: { type: 'string', enum: Array.from({ length: count }, (_none, index) => `v${index}`) },
  });
  const words = (count: number, strict: boolean): string[] =>
    healthOf('openai', [openAI('a', 'b', enumOf(count))], { ...FACTS, strict }).map((item) => item.words);
  expect(words(801, true)).toContain('most enum values 801 of 1,000');
  expect(words(800, true).join()).not.toContain('enum');
  expect(words(801, false).join()).not.toContain('enum');
  let nested: object = { type: 'string' };
  for (let level = 0; level < 10; level += 1) nested = { type: 'object', properties: { a: nested } };
  const items = healthOf('openai', [openAI('a', 'b', { a: nested })], { ...FACTS, strict: true });
  expect(items.find(({ id }) => id === 'levels')).toStrictEqual({
    id: 'levels',
    value: 11,
    limit: 10,
    state: 'over',
    words: 'deepest schema 11 of 10',
    tool: 0,
  });
});
