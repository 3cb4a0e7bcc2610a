import type { AtipOption, AtipCommand, AtipTool } from '@atip/core';
import { mapToCommand } from '@atip/core/execute';
import { effectsOf } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { withInferredEffects } from './with-inferred-effects.ts';

const tool = (commands: Record<string, AtipCommand>, extra: Partial<AtipTool> = {}): AtipTool => ({
  atip: '0.4',
  name: 'box',
  version: '1',
  description: 'Boxes',
  trust: { source: 'inferred', verified: false },
  commands,
  ...extra,
});

const PRUNE: AtipOption = { name: 'prune', flags: ['--prune'], type: 'boolean', description: 'Prune' };

test('commands and options that say nothing get what is inferred, groups nothing', () => {
  const before = tool({
    item: {
      description: 'Items',
      commands: { list: { description: 'List items', options: [PRUNE] } },
    },
  });
  const frozen = JSON.stringify(before);
  const { tool: after, evidence } = withInferredEffects(before);
  expect(JSON.stringify(before)).toBe(frozen);
  expect(after.commands?.['item']).toStrictEqual({
    description: 'Items',
    commands: {
      list: {
        description: 'List items',
        effects: { filesystem: { write: false, delete: false }, destructive: false },
        options: [{ ...PRUNE, 'x-effects': { destructive: true } }],
      },
    },
  });
  expect(after.trust).toStrictEqual({ source: 'inferred', verified: false });
  expect(evidence.map(({ path, field, value }) => [path, field, value])).toStrictEqual([
    ['/commands/item/commands/list', 'filesystem.write', false],
    ['/commands/item/commands/list', 'filesystem.delete', false],
    ['/commands/item/commands/list', 'destructive', false],
    ['/commands/item/commands/list/options/0', 'x-effects', { destructive: true }],
  ]);
  const mapping = mapToCommand('box_item_list', [after]);
  expect(effectsOf(mapping, {}).destructive).toBe(false);
  expect(effectsOf(mapping, { prune: true }).destructive).toBe(true);
});

test('an alias does as the command that it names describes itself, and operations have effects by value', () => {
  const enumOf = (values: string[]): AtipOption => ({ ...PRUNE, name: 'action', type: 'enum', enum: values });
  const { tool: after } = withInferredEffects(
    tool({
      '': { description: 'Delete all' },
      list: { description: 'List items; it also deletes old ones' },
      l: { description: 'Alias for list' },
      show: { description: 'Show one' },
      s: { description: 'Alias for "show"' },
      item: { description: 'Items', options: [enumOf(['get', 'delete'])] },
    }),
  );
  expect(after.commands?.['l']?.effects?.destructive).toBe(true);
  expect(after.commands?.['s']?.effects?.destructive).toBe(false);
  expect(after.commands?.['show']?.effects?.destructive).toBe(false);
  expect(after.commands?.['item']?.options?.[0]?.['x-values']?.map(({ match }) => match)).toStrictEqual([
    'get',
    'delete',
  ]);
  expect(effectsOf(mapToCommand('box_item', [after]), { action: 'delete' }).destructive).toBe(true);
});

test('what is stated stays, on the command, above it and on the option', () => {
  const before = tool(
    {
      delete: {
        description: 'Delete',
        effects: { destructive: false, filesystem: { write: false } },
        options: [{ ...PRUNE, 'x-effects': { network: true } }],
      },
      list: { description: 'List' },
    },
    { effects: { destructive: true }, globalOptions: [PRUNE] },
  );
  const { tool: after } = withInferredEffects(before);
  expect(after.commands?.['delete']?.effects).toStrictEqual({
    destructive: false,
    filesystem: { write: false },
  });
  expect(after.commands?.['delete']?.options?.[0]?.['x-effects']).toStrictEqual({ network: true });
  expect(after.commands?.['list']?.effects).toBeUndefined();
  expect(after.globalOptions?.[0]?.['x-effects']).toStrictEqual({ destructive: true });
});

test.each([{ 'x-mode': { destructive: false } }, { 'x-values': [{ match: 'a*', effects: { network: true } }] }])(
  'an option with %j gets nothing besides',
  (stated) => {
    const option = { ...PRUNE, ...stated };
    const { tool: after } = withInferredEffects(tool({ list: { description: 'List', options: [option] } }));
    expect(after.commands?.['list']?.options).toStrictEqual([option]);
  },
);

test('a reading name reassures nobody where a change is stated', () => {
  const states = (effects: AtipCommand['effects']) =>
    withInferredEffects(tool({ list: { description: 'List', ...(effects && { effects }) } })).tool.commands?.['list']
      ?.effects;
  expect(states({ creates: ['log'] })).toStrictEqual({ creates: ['log'] });
  expect(states({ cost: { billable: true } })).toStrictEqual({ cost: { billable: true } });
  expect(states({ reversible: false })).toStrictEqual({ reversible: false });
  expect(states({ filesystem: { write: true } })).toStrictEqual({ filesystem: { write: true } });
  expect(states({ filesystem: { read: true } })).toStrictEqual({
    filesystem: { read: true, write: false, delete: false },
    destructive: false,
  });
});

test('the tool itself, an unknown command, and what cannot be read', () => {
  const rm = withInferredEffects({ ...tool({ '': { description: 'Remove' } }), name: 'rm' }).tool;
  expect(rm.commands?.['']?.effects?.destructive).toBe(true);
  const odd: unknown = {
    quux: { description: 'Quux' },
    bad: null,
    worse: { description: '', effects: 'none', options: [null, 3] },
  };
  const { tool: after, evidence } = withInferredEffects(tool(odd as Record<string, AtipCommand>));
  expect(after.commands).toStrictEqual(odd);
  expect(evidence).toStrictEqual([]);
});

test('a command that states what it destroys ends nothing by its name', () => {
  const stop = { description: 'Stop the service' };
  const { tool: after } = withInferredEffects(
    tool({ stop, 'stop-soft': { ...stop, effects: { destructive: false } } }),
  );
  expect(after.commands?.['stop']?.effects?.['x-ends']).toBe('processes');
  expect(after.commands?.['stop-soft']?.effects?.['x-ends']).toBe(undefined);
});
