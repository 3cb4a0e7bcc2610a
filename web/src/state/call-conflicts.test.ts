import type { AtipOption, Parameter } from '@atip/core';
import { expect, test } from 'vitest';
import { conflictsOf, relationsOf } from './call-conflicts.ts';

const option = (name: string, more: Partial<AtipOption> = {}): Parameter => ({
  key: name,
  narrowKey: name,
  required: false,
  pointer: '/x',
  global: false,
  kind: 'option',
  source: { name, flags: [`--${name}`], type: 'boolean', description: name, ...more },
});

const QUIET = option('quiet', { 'x-exclusive': ['--verbose', '--gone'] });
const KEY = option('key', { 'x-depends': ['--sign'] });
const ALL = [QUIET, KEY, option('verbose'), option('sign')];

test('relations are told by key, and only of options that are there', () => {
  expect(relationsOf(QUIET, ALL)).toStrictEqual({ exclusive: ['verbose'], depends: [] });
  expect(relationsOf(KEY, ALL)).toStrictEqual({ exclusive: [], depends: ['sign'] });
});

test.each([
  [{ quiet: true, verbose: true }, QUIET, ['Excludes verbose, which is given too; the program may refuse both.']],
  [{ quiet: true, verbose: false }, QUIET, []],
  [{ quiet: true, verbose: null }, QUIET, []],
  [{ verbose: true }, QUIET, []],
  [{ key: 'x' }, KEY, ['Needs sign, which is not given.']],
  [{ key: 'x', sign: true }, KEY, []],
])('%j', (args, parameter, said) => {
  expect(conflictsOf(parameter, ALL, args)).toStrictEqual(said);
});
