import { expect, test } from 'vitest';
import { unstatedEffects } from './unstated-effects.ts';

const READS = { filesystem: { write: false, delete: false }, network: false, destructive: false };

test.each([
  [{}, ['filesystem.write', 'filesystem.delete', 'network', 'destructive']],
  [READS, []],
  [{ filesystem: READS.filesystem, destructive: false }, ['network']],
  [{ ...READS, filesystem: { write: true, delete: false } }, ['reversible']],
  [{ ...READS, modifies: ['state'] }, ['reversible']],
  [{ ...READS, destructive: true, reversible: false }, []],
])('%j lacks %j', (effects, names) => {
  expect(unstatedEffects(effects)).toStrictEqual(names);
});
