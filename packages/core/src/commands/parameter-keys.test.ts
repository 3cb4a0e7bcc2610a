import type { AtipArgument, AtipOption } from '../types/tool.ts';
import { giveKeys, type Keyed as Keyless } from './parameters.ts';
import { expect, test } from 'vitest';

type Keyed = Omit<Keyless, 'key' | 'narrowKey' | 'required'>;

function keysFor(parameters: readonly Keyed[]): Pick<Keyless, 'key' | 'narrowKey'>[] {
  const all = parameters.map((parameter) => ({ ...parameter, key: '', narrowKey: '', required: false }));
  giveKeys(all);
  return all.map(({ key, narrowKey }) => ({ key, narrowKey }));
}

const argument = (name: string, index = 0): Keyed => {
  const source: AtipArgument = { name, type: 'string', description: '' };
  return { kind: 'argument', source, pointer: `/arguments/${index}`, global: false };
};
const option = (name: string, flags: string[], global = false): Keyed => {
  const source: AtipOption = { name, flags, type: 'string', description: '' };
  return { kind: 'option', source, pointer: '/options/0', global };
};
const HASH = /^(.*)_[a-z0-9]{8}$/;
/** With `#` for a hash. */
const readable = (...parameters: Keyed[]): string[] =>
  keysFor(parameters).map(({ key, narrowKey }) => [key, narrowKey].map((one) => one.replace(HASH, '$1_#')).join(' '));

test.each<[string, Keyed[], string[]]>([
  ['legal in both alphabets', [argument('repo')], ['repo repo']],
  ['legal in the wide one', [argument('dry-run'), argument('a.b')], ['dry-run dry_run', 'a.b a_b']],
  ['a digit first', [argument('3d')], ['3d _3d']],
  [
    'the narrow form is somebody else’s name',
    [argument('dry-run'), argument('dry_run')],
    ['dry-run dry_run_#', 'dry_run dry_run'],
  ],
  ['an argument and an option of one name', [argument('x'), option('x', ['-x'])], ['x x', 'x_option x_option']],
  ['a global option too', [argument('x'), option('x', ['-x'], true)], ['x x', 'x_global_option x_global_option']],
  [
    'the second choice is taken',
    [argument('x'), argument('x_option'), option('x', ['-x'])],
    ['x x', 'x_option x_option', 'x_# x_#'],
  ],
  ['no letters at all', [argument('名')], ['___# ___#'].map((text) => text.replaceAll('___', '__'))],
  ['the prototype', [argument('__proto__')], ['__proto___# __proto___#']],
  ['empty', [argument('')], ['__# __#']],
])('%s', (_name, parameters, expected) => {
  expect(readable(...parameters)).toStrictEqual(expected);
});

test('64 units, and no more', () => {
  const [fits, cut] = keysFor([argument('k'.repeat(64)), argument('l'.repeat(65), 1)]);
  expect(fits).toStrictEqual({ key: 'k'.repeat(64), narrowKey: 'k'.repeat(64) });
  expect(cut?.key).toMatch(/^l{55}_[a-z0-9]{8}$/);
});

test('no key of one parameter is any key of another, also where they are alike in everything', () => {
  const alike = Array.from({ length: 20 }, () => option('a b', ['-a']));
  const keys = keysFor([...alike, argument('a-b'), argument('a_b'), argument('a.b')]).map(({ key, narrowKey }) => [
    key,
    narrowKey,
  ]);
  const owners = keys.flatMap((pair) => [...new Set(pair)]);
  expect(new Set(owners).size).toBe(owners.length);
});

test('parameters alike in everything cost no more than others', () => {
  const alike = Array.from({ length: 40_000 }, (_, index) => ({
    ...option('n', ['-n']),
    pointer: `/options/${index}`,
  }));
  const keys = keysFor(alike).flatMap(({ key, narrowKey }) => (key === narrowKey ? [key] : [key, narrowKey]));
  expect(new Set(keys).size).toBe(40_000);
});
