import { type AtipEffects, checkTool, flattenCommands, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { riskMarks } from '../../document/risks.ts';
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

test('the broken sample shows what Problems can do', () => {
  const { tool, issues } = parseTool(textOf('broken.json'));
  expect(tool).toBeUndefined();
  expect(issues.filter((issue) => issue.severity === 'error').length).toBeGreaterThanOrEqual(4);
  expect(issues.some((issue) => issue.fix !== undefined)).toBe(true);
  expect(issues.every((issue) => issue.range !== undefined)).toBe(true);
});
