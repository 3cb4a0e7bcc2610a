import { expect, test } from 'vitest';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { toolWith } from '../testing/documents.ts';
import { settleNames } from './settle-names.ts';

const tool = toolWith({});
const names = (...paths: string[][]): string[] =>
  settleNames(
    paths.map((path) => ({ name: '', tool, path, pointer: '', metadata: { description: '' }, effects: undefined })),
  ).map(({ name }) => name.replace(/_[a-z0-9]{8}$/, '_#'));

test.each<[string, string[][], string[]]>([
  ['plain names stay', [['a'], ['b', 'c']], ['tool_a', 'tool_b_c']],
  ['what is not portable gets a hash', [['a b'], ['c']], ['tool_a_b_#', 'tool_c']],
  ['so does every member of a clash', [['a', 'b'], ['a_b'], ['c']], ['tool_a_b_#', 'tool_a_b_#', 'tool_c']],
  ['also where only letter case differs', [['Ab'], ['aB']], ['tool_Ab_#', 'tool_aB_#']],
  ['a capital that nobody shares stays', [['Ab'], ['c']], ['tool_Ab', 'tool_c']],
  ['nothing', [], []],
])('%s', (_name, paths, expected) => {
  expect(names(...paths)).toStrictEqual(expected);
});

test('two of one path cannot be told apart', () => {
  expect(() => names(['a'], ['a'])).toThrow(AtipValidationError);
});
