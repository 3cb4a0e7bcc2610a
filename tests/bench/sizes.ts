import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { Table } from './row.ts';

/** Bytes of one import, minified, as it is and with gzip. */
export interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly gzipped: number;
}

const VIRTUAL = '\0entry';

/** What each of these costs who imports it alone; `*` is everything. */
export async function measureSizes(core: string, names: readonly string[]): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const name of names) {
    const code =
      name === '*' ? `export * from ${JSON.stringify(core)};` : `export { ${name} } from ${JSON.stringify(core)};`;
    const bundle = await rolldown({
      input: VIRTUAL,
      platform: 'neutral',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === VIRTUAL ? id : null),
          load: (id) => (id === VIRTUAL ? code : null),
        },
      ],
    });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    await bundle.close();
    sizes.push({ name, bytes: output[0].code.length, gzipped: gzipSync(output[0].code).length });
  }
  return sizes;
}

/** The sizes as a table. @param what is measured, for its head. */
export function sizeTable(sizes: readonly Size[], what = 'import'): Table {
  return {
    head: [what, 'minified, bytes', 'gzipped, bytes'],
    rows: sizes.map(({ name, bytes, gzipped }) => [
      `\`${name}\``,
      bytes.toLocaleString('en'),
      gzipped.toLocaleString('en'),
    ]),
  };
}
