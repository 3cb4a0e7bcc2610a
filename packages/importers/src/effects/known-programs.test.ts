import { expect, test } from 'vitest';
import { effectsOfKind } from './evidence.ts';
import { flagRow, PROGRAM_ROWS, programRow } from './infer-effects.ts';

test('every row is there once and has a reason', () => {
  const names = PROGRAM_ROWS.map(([name]) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toStrictEqual([]);
  expect(PROGRAM_ROWS.length).toBeGreaterThan(450);
  for (const [name, kind, reason] of PROGRAM_ROWS) {
    expect(name).toBe(name.toLowerCase());
    expect(reason).not.toBe('');
    expect(Object.keys(effectsOfKind(kind))).not.toStrictEqual([]);
  }
});

test('no flag is there twice in a row, none is harmless, each has a reason', () => {
  for (const [name, , , flags] of PROGRAM_ROWS) {
    const all = Object.keys(flags).flatMap((list) => list.split(' '));
    expect([name, all.length]).toStrictEqual([name, new Set(all).size]);
    for (const [kind, reason] of Object.values(flags)) {
      expect(reason).not.toBe('');
      expect(kind === 'nothing' || Object.keys(effectsOfKind(kind)).length > 0).toBe(true);
      expect(['look', 'view', 'ask']).not.toContain(kind);
    }
  }
});

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
