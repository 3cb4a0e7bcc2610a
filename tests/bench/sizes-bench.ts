import { resolve } from 'node:path';
import type { Measured } from './row.ts';
import { measureSizes, sizeTable } from './sizes.ts';

const IMPORTS = [
  '*',
  'toOpenAI',
  'compile',
  'parseTool',
  'checkTool',
  'checkProviderTools',
  'createResultFilter',
  'createExecutor',
];

/** What a consumer pays for an import of `@atip/core`. */
export async function sizesBench(): Promise<Measured> {
  const sizes = await measureSizes(resolve('packages/core/src/index.ts'), IMPORTS);
  const gzipped = (name: string): number => sizes.find((size) => size.name === name)?.gzipped ?? Number.NaN;
  return {
    rows: [
      { id: 'toOpenAI', what: 'only toOpenAI, minified, gzipped', value: gzipped('toOpenAI'), unit: 'bytes' },
      { id: 'everything', what: 'everything, minified, gzipped', value: gzipped('*'), unit: 'bytes' },
    ],
    tables: [sizeTable(sizes)],
  };
}
