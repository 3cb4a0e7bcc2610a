import { mapToCommand } from '../commands/commands-by-name.ts';
import type { AtipEffects, AtipTool } from '../types/tool.ts';
import { writesOutside } from './sandbox-access.ts';
import { expect, test } from 'vitest';

const WRITES: AtipEffects = { filesystem: { write: true }, destructive: false };
const READS: AtipEffects = { filesystem: { read: true, write: false } };

const copy = (effects: AtipEffects): AtipTool => ({
  atip: '0.4',
  name: 'copy',
  version: '1',
  description: 'Copies',
  trust: { source: 'native' },
  commands: {
    '': {
      description: 'Copies',
      effects,
      arguments: [
        { name: 'from', type: 'file', description: '', 'x-effects': READS },
        { name: 'to', type: 'file', description: '', variadic: true },
      ],
      options: [
        { name: 'log', flags: ['--log'], type: 'file', description: '', 'x-effects': { filesystem: { write: true } } },
        { name: 'dry', flags: ['--dry'], type: 'boolean', description: '', 'x-mode': READS },
        { name: 'text', flags: ['--text'], type: 'string', description: '' },
      ],
    },
  },
});

const outside = (effects: AtipEffects, args: Record<string, unknown>, writable?: string[]) =>
  writesOutside(mapToCommand('copy', [copy(effects)]), args, { cwd: '/home/me/work', ...(writable && { writable }) });

test.each<[to: unknown, outside: readonly string[]]>([
  ['b', []],
  ['./a/../b', []],
  ['-', []],
  ['/home/me/work/b', []],
  ['/tmp/b', []],
  ['/dev/null', []],
  ['../b', ['../b']],
  ['a/../../b', ['a/../../b']],
  ['../work/b', []],
  ['/home/me/workshop', ['/home/me/workshop']],
  ['/home/me/work/../x', ['/home/me/work/../x']],
  ['/dev/sda', ['/dev/sda']],
  ['/tmp/../etc/x', ['/tmp/../etc/x']],
  ['~/b', ['~/b']],
  ['$HOME/b', ['$HOME/b']],
  [['a', '/etc/b'], ['/etc/b']],
])('to %j', (to, expected) => {
  expect(outside(WRITES, { to })).toStrictEqual(expected);
});

test('what is only read may be anywhere, and so may what no parameter writes', () => {
  expect(outside(WRITES, { from: '/etc/hosts', text: '/etc/x' })).toStrictEqual([]);
  expect(outside(READS, { to: '/etc/x' })).toStrictEqual([]);
  expect(outside(READS, { to: '/etc/x', log: '/var/log/x' })).toStrictEqual(['/var/log/x']);
  expect(outside(WRITES, { to: '/etc/x', dry: true })).toStrictEqual([]);
});

test('named directories take the place of the working one; paths that effects state count', () => {
  expect(outside(WRITES, { to: ['b', '/srv/b'] }, ['/srv'])).toStrictEqual(['b']);
  expect(outside({ filesystem: { write: true, paths: ['.', '/etc/hosts'] } }, {})).toStrictEqual(['/etc/hosts']);
});

test('where nothing is known of the directories, relative paths that stay below may be written', () => {
  const mapping = mapToCommand('copy', [copy(WRITES)]);
  expect(writesOutside(mapping, { to: ['a/b', '../b', '/home/x', '/tmp/y'] })).toStrictEqual(['../b', '/home/x']);
});
