import { expect, test } from 'vitest';
import { toolWith } from '../testing/documents.ts';
import type { AtipTool } from '../types/tool.ts';
import type { CompileSettings, Provider } from '../types/provider.ts';
import { compile } from './compile.ts';

const many = (count: number): AtipTool =>
  toolWith(Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, { description: 'C' }])));
const about = (provider: Provider, tools: AtipTool[], settings: CompileSettings = {}): string[] =>
  compile(tools, provider, settings).issues.map(({ code, severity, path }) => `${severity} ${code} ${path}`);

test('a later tool takes the name of an earlier one', () => {
  const { issues } = compile(
    [toolWith({ a: { description: 'A' }, b: { description: 'B' } }), many(1), many(1)],
    'openai',
  );
  expect(issues).toMatchObject([{ code: 'shadowed-tool', severity: 'warning', path: '/tools/2' }]);
});

test.each<[Provider, number, number]>([
  ['openai', 128, 129],
  ['openai-responses', 128, 129],
])('%s takes %i tools', (provider, most, more) => {
  expect(about(provider, [many(most)])).toStrictEqual([]);
  expect(about(provider, [many(more)])).toStrictEqual(['error too-many-tools /tools']);
});

test.each<[CompileSettings, boolean]>([
  [{}, true],
  [{ strategy: 'action' }, false],
])('too many tools with %j: action tools are proposed %s', (settings, isProposed) => {
  const groups = Array.from({ length: 129 }, (_, index) => [`g${index}`, many(1)] as const);
  const commands = Object.fromEntries(groups.map(([key, { commands = {} }]) => [key, { description: 'G', commands }]));
  const messages = compile([toolWith(commands)], 'openai', settings).issues.map(({ message }) => message);
  expect(messages.length).toBe(1);
  expect(messages[0]?.includes('129 tools are more than the 128')).toBe(true);
  expect(messages[0]?.includes("strategy: 'action'")).toBe(isProposed);
});

test('strict where it is not to be had', () => {
  expect(about('gemini', [many(1)], { strict: true })).toStrictEqual(['info not-strict /tools']);
  expect(about('anthropic', [many(21)], { strict: true })).toStrictEqual(['warning not-strict /tools']);
  expect(about('openai', [many(2)], { strict: true })).toStrictEqual([]);
  expect(about('gemini', [], { strict: true })).toStrictEqual([]);
});

test('what is no list of tools is said in words', () => {
  // As a program without types calls it.
  const call = compile as (tools: unknown, provider: 'openai') => unknown;
  expect(() => call('git', 'openai')).toThrow("The tools must be a list, as in compile([git], 'openai').");
  expect(() => call([Promise.resolve({})], 'openai')).toThrow('The tools are a Promise: await it.');
});
