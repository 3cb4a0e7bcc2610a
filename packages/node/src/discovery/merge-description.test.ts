import type { AtipCommand, AtipOption, AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { mergeDescription } from './read-bundled-shims.ts';

function tool(commands: Record<string, AtipCommand>, version = '1', more: Partial<AtipTool> = {}): AtipTool {
  return {
    atip: { version: '0.4' },
    name: 't',
    version,
    description: 'T',
    trust: { source: 'community' },
    commands,
    ...more,
  };
}

function flag(name: string, flags: string[], more: Partial<AtipOption> = {}): AtipOption {
  return { name, flags, type: 'boolean', description: name, ...more };
}

const RAISES = { 'x-effects': { destructive: true } };

test('the installed version says which options there are, ours what they do and take', () => {
  const ours = tool({
    rm: {
      description: 'Removes',
      arguments: [{ name: 'file', type: 'file', description: 'What' }],
      options: [
        flag('force', ['-f', '--force'], RAISES),
        flag('old', ['--old']),
        flag('out', ['-o'], { type: 'file' }),
      ],
      effects: { destructive: true },
      'x-end-of-options': true,
    },
  });
  const installed = tool(
    {
      rm: {
        description: 'rm',
        options: [flag('force', ['--force']), flag('new', ['--new']), flag('out', ['-o', '--out'], { type: 'string' })],
      },
    },
    '2',
  );
  expect(mergeDescription(ours, installed)).toStrictEqual(
    tool(
      {
        rm: {
          description: 'Removes',
          arguments: [{ name: 'file', type: 'file', description: 'What' }],
          options: [
            flag('force', ['--force'], RAISES),
            flag('new', ['--new']),
            flag('out', ['-o', '--out'], { type: 'file' }),
          ],
          effects: { destructive: true },
          'x-end-of-options': true,
        },
      },
      '2',
      { trust: { source: 'inferred' } },
    ),
  );
});

test('a switch that takes a value now is one with a value, and what it raises stays', () => {
  const ours = tool({ a: { description: '', options: [flag('color', ['--color'], RAISES)] } });
  const installed = tool({ a: { description: '', options: [flag('color', ['--color'], { type: 'string' })] } });
  expect(mergeDescription(ours, installed).commands?.['a']?.options).toStrictEqual([
    flag('color', ['--color'], { type: 'string', ...RAISES }),
  ]);
});

test('commands of either stay; a help text without options takes none away', () => {
  const ours = tool({ a: { description: 'A', options: [flag('x', ['-x'])] }, b: { description: 'B' } });
  const installed = tool({ a: { description: '' }, c: { description: 'C' } }, 'unknown');
  const merged = mergeDescription(ours, installed);
  expect(merged.version).toBe('1');
  expect(merged.commands).toStrictEqual({
    a: { description: 'A', options: [flag('x', ['-x'])] },
    b: { description: 'B' },
    c: { description: 'C' },
  });
});

test('names of the prototype are names', () => {
  const merged = mergeDescription(tool({ a: { description: 'A' } }), tool({ constructor: { description: 'C' } }));
  expect(Object.entries(merged.commands ?? {})).toStrictEqual([
    ['a', { description: 'A' }],
    ['constructor', { description: 'C' }],
  ]);
});

test('no help text takes back what ours says an option does, whatever it lists it with or wherever', () => {
  const ours = tool({
    '': { description: 'T', options: [flag('verbose', ['-v']), flag('force', ['--force'], RAISES)] },
  });
  const together = tool({ '': { description: 'T', options: [flag('verbose', ['-v', '--force'])] } });
  const merged = mergeDescription(ours, together).commands?.['']?.options;
  expect(merged).toStrictEqual([flag('verbose', ['-v', '--force'], RAISES)]);
  const global = tool({ '': { description: 'T' } }, '2', { globalOptions: [flag('force', ['--force'])] });
  expect(mergeDescription(ours, global).globalOptions).toStrictEqual([flag('force', ['--force'], RAISES)]);
  expect(
    mergeDescription(
      tool({ '': { description: 'T' } }, '1', { globalOptions: [flag('config', ['-c'], RAISES)] }),
      tool({ '': { description: 'T', options: [flag('c', ['-c'])] } }),
    ).commands?.['']?.options,
  ).toStrictEqual([flag('c', ['-c'], RAISES)]);
});
