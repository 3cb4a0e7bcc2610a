import { expect, test } from 'vitest';
import { effectsOfKind } from './evidence.ts';
import { flagRow, programRow } from './infer-effects.ts';

test('a row is of exactly its command', () => {
  expect(programRow(['git', 'branch'])?.[1]).toBe('make');
  expect(programRow(['git', 'unknown'])).toBeUndefined();
  expect(programRow(['constructor'])).toBeUndefined();
  expect(flagRow(programRow(['find']), '-exec')?.[0]).toBe('anything');
  expect(flagRow(programRow(['find']), 'constructor')).toBeUndefined();
});

test('a copy is given out each time', () => {
  const first = effectsOfKind('send');
  first.modifies?.push('x');
  expect(effectsOfKind('send').modifies).toStrictEqual(['remote data']);
});
