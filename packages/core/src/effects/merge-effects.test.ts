import type { AtipEffects } from '../types/tool.ts';
import { mergeEffects } from './merge-effects.ts';
import { expect, test } from 'vitest';

test.each<[string, (AtipEffects | undefined)[], AtipEffects]>([
  ['nothing stated stays unknown', [undefined, {}], {}],
  [
    'true wins for harm',
    [
      { network: true, destructive: true },
      { network: false, destructive: false },
    ],
    { network: true, destructive: true },
  ],
  ['false is kept where nothing contradicts it', [{ network: false }, {}], { network: false }],
  [
    'false wins for what is good',
    [
      { reversible: true, idempotent: false },
      { reversible: false, idempotent: true },
    ],
    { reversible: false, idempotent: false },
  ],
  ['true for what is good needs nobody against it', [{ reversible: true }, {}], { reversible: true }],
  [
    'the highest cost wins',
    [{ cost: { estimate: 'high' } }, { cost: { estimate: 'low', billable: false } }],
    { cost: { estimate: 'high', billable: false } },
  ],
  [
    'the strongest use of stdin wins',
    [{ interactive: { stdin: 'password' } }, { interactive: { stdin: 'none', tty: true } }],
    { interactive: { stdin: 'password', tty: true } },
  ],
  [
    'lists are united, each item once',
    [
      { creates: ['a'], filesystem: { paths: ['./'] } },
      { creates: ['a', 'b'], filesystem: { paths: ['~/x'] } },
    ],
    { creates: ['a', 'b'], filesystem: { paths: ['./', '~/x'] } },
  ],
  [
    'the nearest duration holds',
    [{ duration: { timeout: '1s', typical: '1s' } }, { duration: { timeout: '5s' } }],
    { duration: { timeout: '5s', typical: '1s' } },
  ],
  [
    'three levels',
    [{ filesystem: { write: true } }, { filesystem: { write: false, read: true } }, { filesystem: { delete: false } }],
    { filesystem: { write: true, read: true, delete: false } },
  ],
])('%s', (_name, levels, merged) => {
  expect(mergeEffects(...levels)).toStrictEqual(merged);
});

test('values of a wrong type count as absent', () => {
  const odd: unknown = { network: 'no', filesystem: 7, cost: { billable: 1, estimate: 'gigantic' }, creates: ['a', 1] };
  expect(mergeEffects(odd as AtipEffects, { network: false })).toStrictEqual({
    network: false,
    cost: {},
    creates: ['a'],
  });
});

test('inputs are left as they were', () => {
  const level: AtipEffects = Object.freeze({ creates: ['a'], filesystem: Object.freeze({ paths: ['./'] }) });
  mergeEffects(level, { creates: ['b'], filesystem: { paths: ['/'] } });
  expect(level).toStrictEqual({ creates: ['a'], filesystem: { paths: ['./'] } });
});
