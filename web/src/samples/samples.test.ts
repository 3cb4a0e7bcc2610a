import { type AtipEffects, checkTool, flattenCommands, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { riskMarks } from '../document/risks.ts';
import { compileDocument } from '../worker/compile-document.ts';
import { SAMPLES } from './index.ts';

const textOf = (name: string): string => SAMPLES.find((sample) => sample.name === name)?.text ?? '';

test.each(['git.json', 'hello.json', 'curl.json'])('%s is flawless and keeps nothing back', (name) => {
  const { tool, issues } = parseTool(textOf(name));
  expect(issues).toStrictEqual([]);
  expect(tool && checkTool(tool, textOf(name))).toStrictEqual([]);
  const silent = (effects: AtipEffects): boolean => riskMarks(effects).some(({ risk }) => risk === 'not-stated');
  expect(
    tool &&
      flattenCommands(tool)
        .filter(({ effects }) => silent(effects))
        .map((command) => command.name),
  ).toStrictEqual([]);
});

test.each([
  [
    'git.json',
    [
      'git_log',
      'git_show',
      'git_status',
      'git_commit',
      'git_branch_--list',
      'git_branch_--delete',
      'git_clean',
      'git_push',
    ],
  ],
  ['hello.json', ['hello']],
  ['curl.json', ['curl']],
])('%s compiles to its commands', (name, commands) => {
  const { output } = compileDocument({ text: textOf(name), provider: 'anthropic', strict: false }).response;
  const tools: unknown = JSON.parse(output?.text ?? 'null');
  expect(Array.isArray(tools) && tools.map((tool: { name: string }) => tool.name)).toStrictEqual(commands);
});

test('the broken sample shows what Problems can do', () => {
  const { tool, issues } = parseTool(textOf('broken.json'));
  expect(tool).toBeUndefined();
  expect(issues.filter((issue) => issue.severity === 'error').length).toBeGreaterThanOrEqual(4);
  expect(issues.some((issue) => issue.fix !== undefined)).toBe(true);
  expect(issues.every((issue) => issue.range !== undefined)).toBe(true);
});
