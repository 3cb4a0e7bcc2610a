import { expect, test } from 'vitest';
import type { AtipEffects } from '../types/effects.ts';
import { eitherEffects } from './either-effects.ts';

test.each<[AtipEffects, AtipEffects, AtipEffects]>([
  [{}, {}, {}],
  [{ destructive: true }, {}, { destructive: true }],
  [{ destructive: false }, {}, {}],
  [
    { destructive: false, network: false },
    { destructive: false, network: true },
    { destructive: false, network: true },
  ],
  [{ reversible: true, idempotent: false }, {}, { idempotent: false }],
  [{ reversible: true }, { reversible: true }, { reversible: true }],
  [{ reversible: true }, { reversible: false }, { reversible: false }],
  [{ filesystem: { write: true, read: false } }, {}, { filesystem: { write: true } }],
  [
    { filesystem: { write: false, delete: false } },
    { filesystem: { write: false, paths: ['./'] } },
    { filesystem: { write: false } },
  ],
  [{ filesystem: { paths: ['./', '/'] } }, { filesystem: { paths: ['./'] } }, { filesystem: { paths: ['./', '/'] } }],
  [{ deletes: ['repo'] }, {}, { deletes: ['repo'] }],
  [{ deletes: [] }, {}, {}],
  [{ deletes: [] }, { deletes: [] }, { deletes: [] }],
  [{ cost: { billable: false, estimate: 'free' } }, { cost: { estimate: 'low' } }, { cost: { estimate: 'low' } }],
])('%j or %j is %j', (one, other, expected) => {
  expect(eitherEffects(one, other)).toStrictEqual(expected);
  expect(eitherEffects(other, one)).toStrictEqual(expected);
});
