import { expect, test } from 'vitest';
import { isEffects } from './is-effects.ts';

test.each<[unknown, boolean]>([
  [{}, true],
  [{ destructive: true, 'x-note': 1 }, true],
  [{ filesystem: { write: true, paths: ['./'] }, creates: [], interactive: { stdin: 'password' } }, true],
  [{ cost: { estimate: 'high', billable: false }, duration: { timeout: '5s' } }, true],
  [null, false],
  [true, false],
  [[], false],
  [{ destructve: true }, false],
  [{ destructive: 'true' }, false],
  [{ filesystem: true }, false],
  [{ filesystem: { wirte: true } }, false],
  [{ filesystem: { paths: './' } }, false],
  [{ creates: ['a', 1] }, false],
  [{ interactive: { stdin: 'always' } }, false],
  [{ cost: { estimate: 3 } }, false],
  [{ toString: true }, false],
  [JSON.parse('{"__proto__": {}}'), false],
])('%j: %s', (value, expected) => {
  expect(isEffects(value)).toBe(expected);
});
