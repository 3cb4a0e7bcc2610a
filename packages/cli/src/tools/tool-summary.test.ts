import { createSandbox } from '@atip/node';
import { expect, test } from 'vitest';
import { requireSandbox } from './tool-summary.ts';

test('where no sandbox works nothing is run, and it is said how to go on without', async () => {
  const sandbox = await createSandbox();
  const none = { ...sandbox, status: { ...sandbox.status, available: false, reason: 'bwrap is missing.' } };
  expect(() => requireSandbox('notes', none)).toThrow(
    'notes was not asked for its document. Sandbox: none works here. bwrap is missing. --sandbox off runs it with all your rights.',
  );
});

test('one that works is used', async () => {
  const sandbox = await createSandbox();
  const works = { ...sandbox, status: { ...sandbox.status, available: true } };
  expect(requireSandbox('notes', works)).toBe(works);
});
