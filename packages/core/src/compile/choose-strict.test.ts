import { expect, test } from 'vitest';
import { draftCommands } from '../commands/draft-commands.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/parameter.ts';
import type { Provider } from '../types/provider.ts';
import { chooseStrict } from './choose-strict.ts';

const option = (index: number, more: Partial<AtipOption> = {}): AtipOption => ({
  name: `o${index}`,
  flags: [`--o${index}`],
  type: 'string',
  description: 'O',
  ...more,
});
const options = (count: number, more: Partial<AtipOption> = {}): AtipOption[] =>
  Array.from({ length: count }, (_, index) => option(index, more));
const values = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, index) => String(index).padStart(length, 'x'));

/** One draft for each list of options. */
function drafts(...lists: AtipOption[][]): ToolDraft[] {
  const commands = lists.map((list, index) => [`c${index}`, { description: 'C', options: list }] as const);
  return draftCommands(toolWith(Object.fromEntries(commands)));
}

test.each<[Provider, boolean, boolean]>([
  ['openai', true, true],
  ['openai', false, false],
  ['openai-responses', true, true],
  ['anthropic', true, true],
  ['anthropic', false, false],
  ['gemini', true, false],
  ['mcp', true, false],
  ['bedrock', true, false],
])('%s, wanted %s: %s', (provider, wanted, strict) => {
  expect(chooseStrict(provider, drafts([]), wanted)).toStrictEqual([strict]);
});

test.each<[string, AtipOption[], boolean]>([
  ['5,000 required properties', options(5000, { required: true }), true],
  ['5,001 of them', options(5001, { required: true }), false],
  ['1,000 optional ones, each with null for a value', options(1000), true],
  ['1,001 of them', options(1001), false],
  ['1,000 values', [option(0, { enum: values(1000, 5), required: true })], true],
  ['1,001 values', [option(0, { enum: values(1001, 5), required: true })], false],
  ['251 values of 15,000 units', [option(0, { enum: [...values(250, 59), 'y'.repeat(250)], required: true })], true],
  ['251 values of 15,001 units', [option(0, { enum: [...values(250, 59), 'y'.repeat(251)], required: true })], false],
  ['250 longer values', [option(0, { enum: values(250, 100), required: true })], true],
  ['120,000 units of names and values', [option(0, { enum: ['y'.repeat(119_998)], required: true })], true],
  ['120,001 of them', [option(0, { enum: ['y'.repeat(119_999)], required: true })], false],
])('OpenAI takes %s: %s', (_name, list, strict) => {
  expect(chooseStrict('openai', drafts(list, []), true)).toStrictEqual([strict, true]);
});

test('Anthropic takes 20 strict tools, and 24 optional parameters of all of them together', () => {
  expect(chooseStrict('anthropic', drafts(...Array.from({ length: 21 }, () => [])), true)).toStrictEqual([
    ...Array.from({ length: 20 }, () => true),
    false,
  ]);
  // What does not fit is passed over, and smaller ones after it still fit.
  const chosen = chooseStrict('anthropic', drafts(options(20), options(5), options(4), options(1), []), true);
  expect(chosen).toStrictEqual([true, false, true, false, true]);
  expect(chooseStrict('anthropic', drafts(options(30, { required: true })), true)).toStrictEqual([true]);
});
