import { expect, test } from 'vitest';
import { riskLegend } from './risk-legend.ts';

test('the legend has every mark once, gravest first', () => {
  expect(riskLegend().map(({ risk, word }) => `${risk}: ${word}`)).toStrictEqual([
    'destroys: destroys',
    'no-undo: no undo',
    'costs: costs',
    'deletes: deletes',
    'writes: writes',
    'network: network',
    'not-twice: not twice',
    'asks: asks',
    'reads: reads',
    'not-stated: not stated',
  ]);
});
