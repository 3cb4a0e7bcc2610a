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

test.each(['gh', 'gh_pr', 'gh_pr_creat', '__proto__', 'constructor', ''])('%s is unknown', (name) => {
  expect(() => mapToCommand(name, [GH])).toThrow(UnknownCommandError);
});

test('an unknown name comes with those that are close', () => {
  expect(() => mapToCommand('gh_pr_creat', [GH])).toThrow(
    'No tool has a command called "gh_pr_creat". Did you mean gh_pr_create or gh_pr_list?',
  );
});
