import { type AtipTool, flattenCommands } from '@atip/core';
import { expect, test } from 'vitest';
import { markCutGroups } from './probe-tool.ts';

const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'kc',
  version: '1',
  description: 'Cluster',
  partial: true,
  filter: { depth: 1 },
  commands: {
    pods: { description: 'Pods' },
    get: { description: 'Get', arguments: [{ name: 'kind', type: 'string', description: 'Kind' }] },
    watch: { description: 'Watch', options: [] },
    counted: { description: 'Counted', 'x-omitted-commands': 7 },
    open: { description: 'Open', commands: { one: { description: 'One' } } },
  },
};
const names = (tool: AtipTool): string[] => flattenCommands(tool).map(({ path }) => path.join(' '));

test('of what was cut, only what has parameters of its own is a command', () => {
  const marked = markCutGroups(TOOL);
  expect(names(marked)).toStrictEqual(['get', 'watch']);
  expect(marked.commands?.['pods']).toStrictEqual({ description: 'Pods', 'x-omitted-commands': 1 });
  expect(marked.commands?.['counted']?.['x-omitted-commands']).toBe(7);
  expect(names(TOOL)).toContain('pods');
});

test('the depth counts from the top', () => {
  const deeper = markCutGroups({ ...TOOL, filter: { depth: 2 } });
  expect(deeper.commands?.['pods']).toStrictEqual({ description: 'Pods' });
  expect(deeper.commands?.['open']?.commands?.['one']).toStrictEqual({ description: 'One', 'x-omitted-commands': 1 });
});

test.each<[string, Partial<AtipTool>]>([
  ['whole', { partial: false }],
  ['chosen by name', { filter: { commands: ['pods'], depth: null } }],
  ['without a filter', { filter: {} }],
])('what was not cut by depth stays as it is: %s', (_name, change) => {
  const tool = { ...TOOL, ...change };
  expect(markCutGroups(tool)).toBe(tool);
});
