// Sizes of an app that uses one function of the published package, bundled, minified and compressed.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const ENTRY = join(ROOT, 'packages/core/dist/index.js');

/** Bytes of gzip. */
async function sizeOf(name: string): Promise<number> {
  const plugin = {
    name: 'app',
    resolveId: (id: string) => (id === 'app' ? id : null),
    load: (id: string) => (id === 'app' ? `export { ${name} } from ${JSON.stringify(ENTRY)};` : null),
  };
  const bundle = await rolldown({ input: 'app', platform: 'neutral', plugins: [plugin] });
  const { output } = await bundle.generate({ minify: true });
  return gzipSync(output.map((file) => ('code' in file ? file.code : '')).join('\n')).length;
}

test.each([
  ['handleToolResult', 1500],
  ['formatResults', 2500],
  ['parseToolCall', 3700],
  ['toOpenAI', 8130],
  ['compile', 20_500],
])('%s without what it does not use is at most %i bytes', async (name, most) => {
  expect(await sizeOf(name)).toBeLessThanOrEqual(most);
});
