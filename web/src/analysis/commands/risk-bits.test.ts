import { expect, test } from 'vitest';
import { gravestRisk, RISK_ORDER, riskBits, risksIn } from './risk-bits.ts';

test('a set comes back gravest first', () => {
  expect(risksIn(riskBits(['network', 'destroys', 'not-stated']))).toStrictEqual(['destroys', 'network', 'not-stated']);
  expect(risksIn(riskBits(RISK_ORDER))).toStrictEqual(RISK_ORDER);
  expect(risksIn(0)).toStrictEqual([]);
});

test('what is not stated weighs more than what only reads', () => {
  expect(gravestRisk(riskBits(['reads', 'not-stated']))).toBe('not-stated');
  expect(gravestRisk(riskBits(['reads']))).toBe('reads');
  expect(gravestRisk(0)).toBe(undefined);
});
