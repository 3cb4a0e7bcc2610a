import { ALIASES } from '../../scripts/aliases.js';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { ROOT } from './read-imports.ts';

/** What a package of ours can be imported as. */
const ENTRIES = ['core/src/index.ts', 'importers/src/index.ts'];

test.each(ENTRIES)(
  'core bundles for no platform in particular, with nothing left to resolve: %s',
  { timeout: 60_000 },
  async (entry) => {
    const warnings: string[] = [];
    const bundle = await rolldown({
      input: `${ROOT}/packages/${entry}`,
      resolve: { alias: ALIASES },
      platform: 'neutral',
      onLog: (_level, { message }) => warnings.push(message),
    });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    await bundle.close();
    expect(warnings).toStrictEqual([]);
    expect(output).toHaveLength(1);
    expect(output[0].imports).toStrictEqual([]);
  },
);
