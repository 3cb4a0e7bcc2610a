import { checkCall, compile, readArgv } from '@atip/core';
import { expect, test } from 'vitest';
import { fromCanonical, isCanonical } from './from-canonical.ts';

const FILE_EDIT = {
  name: 'file_edit',
  description: 'Edit a file by replacing exact text matches.',
  parameters: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Absolute or relative path to file' },
      old_string: { type: 'string', description: 'Exact text to find and replace' },
      new_string: { type: 'string', description: 'Text to replace old_string with' },
      replace_all: { type: 'boolean', description: 'Replace all occurrences (default: false)' },
    },
    required: ['file_path', 'old_string', 'new_string'],
  },
};
const { name, description, parameters } = FILE_EDIT;
const { tool: EDIT } = fromCanonical(FILE_EDIT);

test('the document compiles to what the specification prints for Anthropic and Google', () => {
  expect(compile([EDIT], 'anthropic').tools).toStrictEqual([{ name, description, input_schema: parameters }]);
  expect(compile([EDIT], 'gemini').tools).toStrictEqual([FILE_EDIT]);
});

const call = (args: Record<string, unknown>) => ({ id: '1', name: 'file_edit', arguments: args });
const ARGS = { file_path: 'a', old_string: '-rf', new_string: '' };

test('a call has no words; its arguments are one JSON object on standard input', () => {
  const check = checkCall(call({ ...ARGS, replace_all: null }), [EDIT]);
  expect([check.argv, check.stdin]).toStrictEqual([
    ['file_edit'],
    { text: '{"file_path":"a","old_string":"-rf","new_string":""}' },
  ]);
});

test('nothing is known of its effects, so that a person is asked, and a sandbox has to hold it', () => {
  expect(checkCall(call(ARGS), [EDIT], { preset: 'standard', allowDestructive: true }).sandbox).toBe('required');
  const { decision, violations } = checkCall(call(ARGS), [EDIT]);
  expect([decision, violations?.map(({ code }) => code)]).toStrictEqual(['confirm', ['DESTRUCTIVE_OPERATION']]);
});

test('a value with a structure is told as JSON, and taken as JSON text or as it is', () => {
  const edits = { type: 'array', items: { type: 'object', properties: { at: { type: 'integer' } } } };
  const { tool } = fromCanonical({
    name: 'e',
    description: 'E',
    parameters: { type: 'object', properties: { edits } },
  });
  const stdin = (value: unknown) => checkCall({ id: '1', name: 'e', arguments: { edits: value } }, [tool]).stdin;
  expect(stdin([{ at: 1 }])).toStrictEqual({ text: '{"edits":[{"at":1}]}' });
  expect(stdin('[{"at":1}]')).toStrictEqual({ text: '{"edits":[{"at":1}]}' });
  expect(stdin('[{')).toBe(undefined);
  expect(compile([tool], 'anthropic').tools[0]?.input_schema.properties).toStrictEqual({
    edits: { type: 'string', description: 'edits (JSON)' },
  });
});

test('no command line is read as a call of it, and below it there are no commands', () => {
  expect(readArgv(['file_edit', '--file-path=a'], [EDIT]).tool).toBe(undefined);
  const { argv, problems } = checkCall({ id: '1', name: 'file_edit_a', arguments: {} }, [
    { ...EDIT, commands: { a: { description: 'A' } } },
  ]);
  expect([argv, problems?.map(({ message }) => message)]).toStrictEqual([
    undefined,
    ['"file_edit" takes JSON and has no subcommands.'],
  ]);
});

test.each<[string, unknown, string]>([
  ['a name with a dash', { ...FILE_EDIT, name: 'file-edit' }, 'canonical-name-format'],
  ['no description', { name, parameters }, 'canonical-description'],
  ['a list of parameters', { ...FILE_EDIT, parameters: [] }, 'canonical-parameters'],
  ['nothing', null, 'canonical-tool'],
])('what is no canonical tool is an error: %s', (_name, value, code) => {
  expect(
    fromCanonical(value)
      .issues.filter(({ severity }) => severity === 'error')
      .map((one) => one.code),
  ).toContain(code);
});

test('an ATIP document is no canonical tool', () => {
  const values = [FILE_EDIT, { ...FILE_EDIT, atip: '0.4' }, { name }, [FILE_EDIT], null];
  expect(values.map(isCanonical)).toStrictEqual([true, false, false, false, false]);
});
