import { expect, test } from 'vitest';
import { GUARDS } from '../attacks/companion/guards.ts';
import { countProof } from './reference/threats/find-proof.ts';
import { IN_PROCESS_GUARDS } from './reference/threats/in-process-guards.ts';
import type { Proof } from './reference/threats/threat.ts';
import { THREATS } from './reference/threats/threat-tables.ts';

const proofs = THREATS.flatMap((threat) => threat.proofs);
const namesOf = (kind: Proof['kind']): string[] =>
  proofs.filter((proof) => proof.kind === kind).map(({ name }) => name);

test.each(proofs)('what is named as a proof is there, once: $name', (proof) => {
  expect(countProof(proof)).toBe(1);
});

test('a name that no test has is noticed', () => {
  const file = 'tests/docs/threats.test.ts';
  const none = { kind: 'test', file, name: 'a test that nobody wrote', bothWays: false } as const;
  expect(countProof(none)).toBe(0);
  expect(countProof({ ...none, name: 'a name that no test has is noticed' })).toBe(1);
  expect(countProof({ ...none, file: 'tests/nowhere.test.ts' })).toBe(0);
  expect(countProof({ kind: 'guard', name: 'none' })).toBe(0);
});

test('every guard that is run both ways stands against a threat', () => {
  expect(namesOf('guard').sort()).toStrictEqual(GUARDS.map(({ name }) => name).sort());
  expect(namesOf('here').sort()).toStrictEqual(IN_PROCESS_GUARDS.map(({ name }) => name).sort());
});

/** What only holds as a whole: no single change takes it away. */
const HELD_ONLY: readonly string[] = [
  'A document or a link does something when it is opened',
  'Code reaches the Worker, or the page, that could run commands or send things elsewhere',
  'A dependency, or what is published, is not what was written',
  "A program takes another's name, or is replaced after it was found",
];

test('each threat has a proof that shows the attack getting through without the guard, or is listed', () => {
  const isBothWays = (proof: Proof): boolean => (proof.kind === 'test' ? proof.bothWays : proof.kind !== 'attack');
  const lacking = THREATS.filter((threat) => !threat.proofs.some(isBothWays)).map(({ threat }) => threat);
  expect(lacking.sort()).toStrictEqual([...HELD_ONLY].sort());
});

test('each threat says what stops it and what remains', () => {
  for (const { threat, stops, remains, proofs: shown } of THREATS)
    expect([threat, stops, remains].every((text) => text !== '') && shown.length > 0).toBe(true);
});
