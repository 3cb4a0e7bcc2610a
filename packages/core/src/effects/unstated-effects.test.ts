import { expect, test } from 'vitest';
import { unstatedEffects } from './unstated-effects.ts';

const READS = { filesystem: { write: false }, network: false };
const REST = ['filesystem.delete', 'destructive', 'reversible'];

test.each([
  [{}, ['filesystem.write', 'network', ...REST]],
  [READS, []],
  [{ filesystem: { write: false } }, ['network', ...REST]],
  [{ ...READS, destructive: true }, ['filesystem.delete', 'reversible']],
  [{ ...READS, network: true }, [...REST, 'cost.billable']],
  [{ network: false, filesystem: { write: true, delete: false }, destructive: false, reversible: true }, []],
  [
    { network: true, filesystem: { write: true, delete: false }, destructive: false, reversible: true, cost: {} },
    ['cost.billable'],
  ],
])('%j lacks %j', (effects, names) => {
  expect(unstatedEffects(effects)).toStrictEqual(names);
});
