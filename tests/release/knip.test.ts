import { expect, test } from 'vitest';
import { knipFindings } from './knip-findings.ts';

test('no file, export or dependency is there for nobody, and none is used without being listed', async () => {
  expect(await knipFindings()).toBe('');
}, 240_000);
