import { expect, test } from 'vitest';
import { createToolMachine } from './program-machine.ts';

test.each([
  ['required', { available: true, tested: true }, undefined],
  ['required', { available: true, tested: false }, 'The one of this system was never tried.'],
  ['required', { available: false, tested: false, reason: 'Install one.' }, 'Install one.'],
  ['preferred', { available: false, tested: false }, undefined],
  ['off', { available: false, tested: false }, undefined],
] as const)('whether a call can be held, %s with %j: %s', async (mode, status, why) => {
  const plan = async () => {
    throw new Error('Nobody asks for a plan.');
  };
  const sandbox = async () => ({ status: { kind: 'none', checks: [], ...status } as const, plan });
  const machine = createToolMachine({ env: {}, sandbox });
  const expected =
    why &&
    `The program has to run in a sandbox, and none works here. ${why} Or let it run without one: policy field "sandbox", "preferred".`;
  expect(await machine.sandboxProblem(mode)).toBe(expected);
});
