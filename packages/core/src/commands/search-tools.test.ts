import { expect, test } from 'vitest';
import { checkCall } from '../call/check-call.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipTool } from '../types/tool.ts';
import type { Check } from '../types/validation.ts';

const run = (args: Record<string, unknown>, tools: AtipTool[] = [GH], name = 'run_command'): Check =>
  checkCall({ id: 'c1', name, arguments: args }, tools, { preset: 'standard' }, { strategy: 'search' });

test('a call of run_command is decided as the command that it names', () => {
  const asked = { command: 'gh_repo_delete', arguments: { repo: 'a/b', 'token-file': '/t' } };
  const { call, arguments: args, decision, argv, command } = run(asked);
  expect(call).toStrictEqual({ id: 'c1', name: 'run_command', arguments: asked });
  expect([command?.name, args]).toStrictEqual(['gh_repo_delete', { repo: 'a/b', 'token-file': '/t' }]);
  expect([decision, argv, command?.command]).toStrictEqual([
    'confirm',
    ['gh', '--token-file=/t', 'repo', 'delete', 'a/b'],
    ['gh', 'repo', 'delete'],
  ]);
  const denied = checkCall(
    call,
    [GH],
    { rules: [{ run: 'gh repo delete', decision: 'deny' }] },
    { strategy: 'search' },
  );
  expect([denied.decision, denied.rule]).toStrictEqual(['deny', 'rules/0']);
});

test('a command may be named by its words', () => {
  expect(run({ command: ' gh pr  list' }).command?.name).toBe('gh_pr_list');
});

test('arguments may be JSON text, as strict schemas ask, or be left out', () => {
  const text = '{"repo":"a/b","token-file":"/t"}';
  expect(run({ command: 'gh_repo_delete', arguments: text }).argv?.at(-1)).toBe('a/b');
  for (const none of [undefined, null, '', {}, '{}'])
    expect(run({ command: 'gh_pr_list', arguments: none }).problems?.map(({ message }) => message)).toStrictEqual([
      '"token-file" is required.',
    ]);
});

test.each([
  ['an unknown command', { command: 'gh pr lst' }, 'UNKNOWN_COMMAND', ['gh_pr_list']],
  ['no command', {}, 'MISSING_REQUIRED', undefined],
  ['a command that is no text', { command: 7 }, 'MISSING_REQUIRED', undefined],
  ['one of the three', { command: 'search_commands' }, 'INVALID_ENUM', undefined],
  ['itself', { command: 'run_command' }, 'INVALID_ENUM', undefined],
  ['a list of arguments', { command: 'gh_pr_list', arguments: ['x'] }, 'INVALID_TYPE', undefined],
  ['a text that is no JSON', { command: 'gh_pr_list', arguments: '{"state":' }, 'INVALID_FORMAT', undefined],
  ['JSON that is no object', { command: 'gh_pr_list', arguments: '7' }, 'INVALID_TYPE', undefined],
  ['a number', { command: 'gh_pr_list', arguments: 7 }, 'INVALID_TYPE', undefined],
  ['parameters beside', { command: 'gh_pr_list', state: 'open' }, 'EXTRA_PARAMETER', undefined],
])('run_command with %s is denied', (_what, args, code, suggestions) => {
  const check = run(args);
  expect([check.decision, check.problems?.[0]?.code, check.suggestions]).toStrictEqual(['deny', code, suggestions]);
});

test('a command that is called by its own name is refused: models are offered the three tools alone', () => {
  const { decision, suggestions } = run({}, [GH], 'gh_pr_list');
  expect([decision, suggestions]).toStrictEqual(['deny', ['run_command']]);
});

test("a document's own command of one of the names is run by run_command", () => {
  const search = toolWith({ commands: { description: 'Look for commands' } }, { name: 'search' });
  expect(run({ command: 'search_commands' }, [search]).argv).toStrictEqual(['search', 'commands']);
});

test('names that every object has are no commands and no arguments', () => {
  expect(run({ command: '__proto__' }).problems?.[0]?.code).toBe('UNKNOWN_COMMAND');
  const check = run({ command: 'gh_pr_list', arguments: '{"__proto__":{"state":"open"},"token-file":"/t"}' });
  expect(check.problems?.[0]?.code).toBe('EXTRA_PARAMETER');
});
