import { type AtipTool, POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { answerSearchCall, type SearchAnswer } from './answer-search-call.ts';

const NOTES: AtipTool = {
  atip: { version: '0.4' },
  name: 'notes',
  version: '1',
  description: 'Notes',
  trust: { source: 'native' },
  commands: {
    list: {
      description: 'List notes',
      effects: { filesystem: { write: false, delete: false }, network: false, destructive: false, subprocess: false },
    },
    wipe: {
      description: 'Delete all notes',
      arguments: [{ name: 'folder', type: 'string', description: 'Of this folder' }],
      examples: ['notes wipe work'],
      effects: {
        destructive: true,
        reversible: false,
        network: false,
        subprocess: false,
        filesystem: { delete: true },
      },
    },
  },
};

const ask = (
  name: string,
  args: Record<string, unknown>,
  settings?: Parameters<typeof answerSearchCall>[2],
): SearchAnswer | undefined => answerSearchCall({ id: '1', name, arguments: args }, [NOTES], settings);

const WIPE = {
  ...{ name: 'notes_wipe', command: 'notes wipe', description: 'Delete all notes', decision: 'confirm' },
  flags: ['⚠️ DESTRUCTIVE', '⚠️ NOT REVERSIBLE'],
};
const WIPE_LINE =
  'notes_wipe (notes wipe): Delete all notes [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]; a person is asked first\n';

test('search_commands tells names, purposes, flags and decisions', () => {
  expect(ask('search_commands', { query: 'erase notes' }, { policy: { preset: 'standard' } })).toStrictEqual({
    isError: false,
    text: `${WIPE_LINE}notes_list (notes list): List notes [🔒 READ-ONLY]; runs unasked`,
    structured: { commands: [WIPE, expect.objectContaining({ name: 'notes_list', decision: 'allow' })] },
  });
});

test('describe_command tells parameters as compiled, examples, flags and decision', () => {
  const parameters = {
    type: 'object',
    properties: { folder: { type: 'string', description: 'Of this folder' } },
    ...{ required: ['folder'], additionalProperties: false },
  };
  const told = `Examples: notes wipe work\nParameters, for "arguments" of run_command: ${JSON.stringify(parameters)}`;
  expect(ask('describe_command', { command: 'notes_wipe' }, { policy: { preset: 'standard' } })).toStrictEqual({
    ...{ isError: false, text: WIPE_LINE + told },
    structured: { ...WIPE, parameters, examples: ['notes wipe work'] },
  });
});

test('a command may be named by its words', () => {
  expect(
    ask('describe_command', { command: 'notes  list' })?.text.startsWith('notes_list (notes list): List notes'),
  ).toBe(true);
});

test('what the policy denies is not found, and its description says so', () => {
  const settings = { policy: POLICY_PRESETS['read-only'] };
  expect(ask('search_commands', { query: 'delete' }, settings)?.structured).toStrictEqual({ commands: [] });
  expect(ask('describe_command', { command: 'notes_wipe' }, settings)?.text.split('\n')[0]).toBe(
    'notes_wipe (notes wipe): Delete all notes [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]; denied here',
  );
});

test.each([
  ['search_commands', {}, '"query" must be a text that says what a command should do.'],
  ['search_commands', { query: ['x'] }, '"query" must be a text that says what a command should do.'],
  ['search_commands', { query: 'x', limit: 0 }, '"limit" must be a whole number from 1 to 50.'],
  ['search_commands', { query: 'x', limit: 'many' }, '"limit" must be a whole number from 1 to 50.'],
  ['describe_command', {}, '"command" must be the name of a command, as search_commands gives it.'],
  [
    'describe_command',
    { command: 'notes wip' },
    'No command is called "notes_wip". Did you mean notes_wipe or notes_list?',
  ],
  ['describe_command', { command: '__proto__' }, 'No command is called "__proto__".'],
])('%s of %o is answered with what is wrong', (name, args, text) => {
  expect(ask(name, args)).toStrictEqual({ isError: true, text });
});

test('a strict schema gives null for a limit that is left out', () => {
  expect(ask('search_commands', { query: 'list', limit: null })?.isError).toBe(false);
});

test('a search for nothing is told what to do', () => {
  expect(ask('search_commands', { query: ' ' })?.text).toBe(
    'No command fits. Say in English what it should do, with other words or fewer, or name the program that should do it.',
  );
});

test('any other call is not answered here', () => {
  expect(ask('run_command', { command: 'notes_list' })).toBe(undefined);
  expect(ask('notes_list', {})).toBe(undefined);
});
