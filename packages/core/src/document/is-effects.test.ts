import { expect, test } from 'vitest';
import { isConditional } from './check-commands.ts';

test.each<[unknown, boolean]>([
  [{}, true],
  [{ destructive: true, 'x-note': 1 }, true],
  [{ unless: ['dry-run'], 'x-kind': 'force' }, true],
  [{ unless: 'dry-run' }, false],
  [{ filesystem: { write: true, paths: ['./'] }, creates: [], interactive: { stdin: 'password' } }, true],
  [{ cost: { estimate: 'high', billable: false }, duration: { timeout: '5s' } }, true],
  [null, false],
  [{ destructve: true }, false],
  [{ destructive: 'true' }, false],
  [{ filesystem: { wirte: true } }, false],
  [{ creates: ['a', 1] }, false],
  [{ interactive: { stdin: 'always' } }, false],
  [JSON.parse('{"__proto__": {}}'), false],
])('%j is effects: %s', (value, expected) => {
  expect(isConditional(value)).toBe(expected);
});
