import { buildOptions } from './build-options.ts';
import type { AtipOption } from '@atip/core';
import { expect, test } from 'vitest';

const FORCE: AtipOption = { name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'force' };
const OUT: AtipOption = { name: 'out', flags: ['-o'], type: 'string', description: 'output' };
const HELP: AtipOption = { name: 'help', flags: ['--help'], type: 'boolean', description: 'help' };

const MARK: AtipOption = { name: 'm', flags: ['-m'], type: 'boolean', description: 'mark' };

function build(lists: AtipOption[][], changes: Parameters<typeof buildOptions>[1]): [AtipOption[], string[]] {
  const failures: string[] = [];
  return [buildOptions(lists, changes, 'x', (message) => failures.push(message)), failures];
}

test('fields are changed by any flag, and options added that no source has', () => {
  const changes = {
    options: { '--force': { description: 'really' }, '-n': { type: 'boolean', description: 'none' } },
  } as const;
  expect(build([[FORCE, OUT]], changes)).toStrictEqual([
    [{ type: 'boolean', description: 'none', name: 'n', flags: ['-n'] }, { ...FORCE, description: 'really' }, OUT],
    [],
  ]);
});

test('options that a command line has first come first, and the others stay as they were', () => {
  expect(build([[FORCE, OUT, MARK]], { first: ['-m', '-o'] })[0]).toStrictEqual([MARK, OUT, FORCE]);
});

test('listed values go with the type that had them', () => {
  const cookie: AtipOption = {
    name: 'b',
    flags: ['-b'],
    type: 'enum',
    description: 'data|file',
    enum: ['data', 'file'],
  };
  const text = { name: 'b', flags: ['-b'], type: 'string', description: 'data|file' };
  expect(build([[cookie]], { options: { '-b': { type: 'string' } } })).toStrictEqual([[text], []]);
  expect(build([[cookie]], { options: { '-b': { description: 'x' } } })).toStrictEqual([
    [{ ...cookie, description: 'x' }],
    [],
  ]);
});

test('what a source takes for one option can be made two', () => {
  const both: AtipOption = { name: 'dir', flags: ['--dir', '--tree'], type: 'boolean', description: 'two' };
  const dir: AtipOption = { name: 'dir', flags: ['--dir'], type: 'directory', description: 'a' };
  const tree: AtipOption = { name: 'tree', flags: ['--tree'], type: 'directory', description: 'b' };
  expect(build([[both]], { options: { '--dir': dir, '--tree': tree } })).toStrictEqual([[tree, dir], []]);
});

test('help is left out, but not what is stated by hand', () => {
  const version: AtipOption = { name: 'v', flags: ['-v', '--version'], type: 'string', description: 'of the package' };
  expect(build([[HELP, version]], { options: { '--version': version } })).toStrictEqual([[version], []]);
  expect(build([[HELP, version]], {})).toStrictEqual([[], []]);
});

test('a flag or a name stands once; help is left out', () => {
  const second: AtipOption = { ...OUT, description: 'another' };
  const sameName: AtipOption = { ...OUT, flags: ['--output'] };
  expect(
    build(
      [
        [FORCE, HELP, OUT],
        [second, sameName],
      ],
      {},
    ),
  ).toStrictEqual([[FORCE, OUT], []]);
});

test('"only" chooses and orders, "omit" leaves out', () => {
  expect(build([[FORCE, OUT]], { only: ['-o', '--force'] })).toStrictEqual([[OUT, FORCE], []]);
  expect(build([[FORCE, OUT]], { omit: ['-f'] })).toStrictEqual([[OUT], []]);
});

test('what is not there is told', () => {
  expect(build([[FORCE]], { only: ['--forse'] })).toStrictEqual([[], ['x has no option --forse']]);
  expect(build([[FORCE]], { options: { '-z': { description: 'z' } } })).toStrictEqual([
    [FORCE],
    ['x has no option -z to change'],
  ]);
});
