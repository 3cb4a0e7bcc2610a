import { expect, test } from 'vitest';
import { UnknownCommandError } from '../errors/execute-errors.ts';
import { GH, toolWith } from '../testing/documents.ts';
import { mapToCommand } from './map-to-command.ts';

test('a compiled name leads back to its command with merged effects', () => {
  const mapping = mapToCommand('gh_repo_delete', [GH]);
  expect(mapping.command).toStrictEqual(['gh', 'repo', 'delete']);
  expect(mapping.path).toStrictEqual(['repo', 'delete']);
  expect(mapping.tool).toBe(GH);
  expect(mapping.metadata).toBe(GH.commands?.['repo']?.commands?.['delete']);
  expect(mapping.effects).toStrictEqual({ network: true, destructive: true, reversible: false });
});

test('names are looked up, never split', () => {
  const tool = toolWith({ 'a_b-c': { description: 'One word' } });
  expect(mapToCommand('tool_a_b-c', [tool]).command).toStrictEqual(['tool', 'a_b-c']);
});

test('of two tools with one name the later is meant', () => {
  const first = toolWith({ run: { description: 'First' } });
  const second = toolWith({ run: { description: 'Second' } });
  expect(mapToCommand('tool_run', [first, second]).tool).toBe(second);
});

test('the empty key adds nothing to the command', () => {
  expect(mapToCommand('tool', [toolWith({ '': { description: 'Itself' } })]).command).toStrictEqual(['tool']);
});

test.each(['gh', 'gh_pr', 'gh_pr_creat', '__proto__', 'constructor', ''])('%s is unknown', (name) => {
  expect(() => mapToCommand(name, [GH])).toThrow(UnknownCommandError);
});

test('an unknown name comes with those that are close', () => {
  expect(() => mapToCommand('gh_pr_creat', [GH])).toThrow(
    'No tool has a command called "gh_pr_creat". Did you mean gh_pr_create or gh_pr_list?',
  );
});

test.each([undefined, null, 5, ['gh_pr_list'], { toString: () => 'gh_pr_list' }])('%j is no name', (name) => {
  // As it may stand in a call.
  expect(() => mapToCommand(name as string, [GH])).toThrow(UnknownCommandError);
});

test('of names that are as close the first in the alphabet comes first', () => {
  const tool = toolWith({ listb: { description: 'B' }, lista: { description: 'A' } });
  expect(() => mapToCommand('tool_list', [tool])).toThrow('Did you mean tool_lista or tool_listb?');
  const other = toolWith({ lista: { description: 'A' }, listb: { description: 'B' } });
  expect(() => mapToCommand('tool_list', [other])).toThrow('Did you mean tool_lista or tool_listb?');
});
