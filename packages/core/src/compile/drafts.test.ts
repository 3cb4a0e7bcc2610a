import type { ToolDraft } from '../commands/tool-draft.ts';
import { FORMS } from '../providers/list.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/tool.ts';
import { draftActions, draftCommands } from './drafts.ts';
import { expect, test } from 'vitest';

test('each action with its own flags, then those that hold if any is run', () => {
  const [pr] = draftActions(GH, {});
  expect(pr?.name).toBe('gh_pr');
  expect(pr?.description).toBe(
    'Manage pull requests. Actions: list: List pull requests [NETWORK]; ' +
      'create: Create a pull request [⚠️ NOT IDEMPOTENT | CREATES: pull_request | NETWORK] [⚠️ NOT IDEMPOTENT | NETWORK]',
  );
});

test.each<[string, string]>([
  ['Do this!', 'Do this! Actions: a: A'],
  ['Really?', 'Really? Actions: a: A'],
  [' Things. ', 'Things. Actions: a: A'],
  ['Things', 'Things. Actions: a: A'],
  ['  ', 'Actions: a: A'],
  ['\ud800', '\ufffd. Actions: a: A'],
])('a group that says %j', (description, expected) => {
  const tool = toolWith({ g: { description, commands: { a: { description: 'A' } } } });
  expect(draftActions(tool, {})[0]?.description).toBe(expected);
});

test('the last flags are never cut', () => {
  const tool = toolWith({ a: { description: 'x'.repeat(500), effects: { destructive: true } } });
  expect(draftActions(tool, { maxDescription: 60 })[0]?.description).toBe(
    `A tool. Actions: a: ${'x'.repeat(20)}... [⚠️ DESTRUCTIVE]`,
  );
});

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
function drafts(...lists: AtipOption[][]): readonly ToolDraft[] {
  const commands = lists.map((list, index) => [`c${index}`, { description: 'C', options: list }] as const);
  return draftCommands(toolWith(Object.fromEntries(commands)), {});
}

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
  expect(FORMS.openai.chooseStrict?.(drafts(list, []))).toStrictEqual([strict, true]);
});

test('Anthropic takes 12 strict tools for sure, and 10 optional parameters of all of them together', () => {
  expect(FORMS.anthropic.chooseStrict?.(drafts(...Array.from({ length: 13 }, () => [])))).toStrictEqual([
    ...Array.from({ length: 12 }, () => true),
    false,
  ]);
  // Items that do not fit are skipped, and smaller ones after them still fit.
  const chosen = FORMS.anthropic.chooseStrict?.(drafts(options(8), options(3), options(2), options(1), []));
  expect(chosen).toStrictEqual([true, false, true, false, true]);
  expect(FORMS.anthropic.chooseStrict?.(drafts(options(30, { required: true })))).toStrictEqual([true]);
});
