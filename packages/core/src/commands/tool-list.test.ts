import { expect, test } from 'vitest';
import * as execute from '../execute.ts';
import * as core from '../index.ts';
import { GH } from '../testing/documents.ts';
import type { ToolCall } from '../types/call.ts';
import type { AtipTool } from '../types/tool.ts';

const CALL: ToolCall = { id: '1', name: 'gh_pr_list', arguments: {} };
const run = () => Promise.reject(new Error('It ran.'));

/** Every function that takes a list of tools. */
const TAKERS: Readonly<Record<string, (tools: AtipTool | readonly AtipTool[]) => unknown>> = {
  compile: (tools) => ({ ...core.compile(tools, 'openai') }),
  'compile for search': (tools) => ({ ...core.compile(tools, 'openai', { strategy: 'search' }) }),
  compileTools: (tools) => core.compileTools(tools, 'gemini'),
  generateSafetyPrompt: (tools) => core.generateSafetyPrompt(tools),
  createValidator: (tools) => core.createValidator(tools, { allowNetwork: false }).validate('gh_pr_list', {}),
  createResultFilter: (tools) => core.createResultFilter(tools).filter('GH_TOKEN=hunter2-hunter2', 'gh_pr_list'),
  restrictTools: (tools) => core.restrictTools(tools, { deniedCommands: ['gh pr list'] }),
  readArgv: (tools) => core.readArgv(['gh', 'pr', 'list'], tools),
  createToolContext: (tools) => core.createToolContext(tools, ['gh']),
  mapToCommand: (tools) => execute.mapToCommand('gh_pr_list', tools),
  createExecutor: (tools) => {
    const executor = execute.createExecutor({ tools, run });
    return [executor.check(CALL), executor.mapCommand('gh_pr_list'), executor.getMetadata('gh_pr_list')];
  },
};

test.each(Object.entries(TAKERS))('%s takes one tool as a list of one', (_name, take) => {
  expect(take(GH)).toStrictEqual(take([GH]));
});

const BROKEN: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a name', 'gh'],
  ['a number', 1],
  ['a list of names', ['gh']],
  ['a list with null', [GH, null]],
  ['a list of a list', [[GH]]],
  ['a Promise', Promise.resolve([GH])],
  ['a function', () => [GH]],
];

test.each(Object.entries(TAKERS))('%s says what is wrong with anything else', (_name, take) => {
  for (const [what, tools] of BROKEN) {
    // Wrong on purpose.
    expect(() => take(tools as AtipTool), what).toThrow(core.AtipValidationError);
    expect(() => take(tools as AtipTool), what).toThrow(/^The tools (?:must be a list, as in compile|are a Promise)/);
  }
});

test.each(BROKEN)('a call is denied, with the reason as data, where the tools are %s', (_name, tools) => {
  const check = core.checkCall(CALL, tools as AtipTool);
  expect(check).toMatchObject({ decision: 'deny', problems: [{ code: 'INVALID_METADATA' }] });
});

test.each([
  ...['x', 1, null, undefined, [], [CALL], {}, { name: 1 }, { name: 'gh_pr_list', arguments: 'x' }],
  ...[{ name: 'gh_pr_list' }, { id: 1, name: 'gh_pr_list', arguments: [] }, { name: 'gh_pr_list', arguments: null }],
] as const)('a call that is %j is denied, with its problems', (call) => {
  // Wrong on purpose.
  const check = core.checkCall(call as ToolCall, GH);
  expect(check.ok || check.problems.length > 0).toBe(true);
});

test('what is no list of compiled tools builds no request, and what is no text has no secrets to find', () => {
  const compiled = core.compile(GH, 'openai');
  // Wrong on purpose.
  for (const provider of core.PROVIDERS)
    for (const wrong of [compiled, undefined, null, 'gh', [null], ['gh'], 1])
      expect(() => core.buildRequest(provider, wrong as never), provider).toThrow("compile([git], 'openai').tools");
  const text = 'GH_TOKEN=hunter2-hunter2';
  expect(core.findSecrets(text, { tools: GH })).toStrictEqual(core.findSecrets(text, { tools: [GH] }));
  for (const wrong of [undefined, null, 1, new Uint8Array(2)])
    expect(() => core.findSecrets(wrong as never)).toThrow('The text must be a string');
});

test('one call is no batch, and a run without an outcome is no success', async () => {
  const executor = execute.createExecutor({
    tools: GH,
    policy: { preset: 'open' },
    run: async () => undefined as never,
  });
  await expect(executor.executeBatch(CALL as never)).rejects.toThrow('The calls must be a list');
  const call = { ...CALL, arguments: { 'token-file': 'x' } };
  await expect(executor.execute(call)).rejects.toThrow(execute.ExecutionError);
  await expect(executor.execute(call)).rejects.toThrow('`run` gave no outcome');
});
