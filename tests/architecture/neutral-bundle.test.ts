import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { ROOT } from './read-imports.ts';

test('core bundles for no platform in particular, with nothing left to resolve', { timeout: 60_000 }, async () => {
  const warnings: string[] = [];
  const bundle = await rolldown({
    input: `${ROOT}/packages/core/src/index.ts`,
    platform: 'neutral',
    onLog: (_level, { message }) => warnings.push(message),
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  expect(warnings).toStrictEqual([]);
  expect(output).toHaveLength(1);
  expect(output[0].imports).toStrictEqual([]);
});
