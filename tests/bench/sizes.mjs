// The kB that a page loads for one function of core, minified and gzipped.
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../../scripts/repository.mjs';

const FUNCTIONS = ['toOpenAI', 'parseToolCall', 'handleToolResult', 'checkCall'];

export async function measureSizes() {
  const core = join(ROOT, 'packages/core/dist/index.js');
  const rows = [];
  for (const name of FUNCTIONS) {
    const entry = `export { ${name} } from ${JSON.stringify(core)};`;
    const bundle = await rolldown({
      input: 'entry',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry' ? id : null),
          load: (id) => (id === 'entry' ? entry : null),
        },
      ],
    });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    rows.push([`${name}, kB`, gzipSync(output[0].code).length / 1000]);
  }
  return rows;
}
