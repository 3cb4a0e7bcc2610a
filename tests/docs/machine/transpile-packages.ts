import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { ROOT } from '../../architecture/read-imports.ts';

/** Name of each package → its folder. */
export const PACKAGES: Readonly<Record<string, string>> = {
  '@atip/core': 'packages/core',
  '@atip/share': 'packages/share',
  '@atip/shims': 'packages/shims',
  '@atip/node': 'packages/node',
  '@atip/mcp': 'packages/mcp',
  '@atip/companion': 'server',
};

/**
 * Writes the packages as they are installed, from their sources: `dist` may be older.
 *
 * Each has its own `package.json`, so that its entries are those that users have. The companion finds the built page.
 * @param modules the `node_modules` to write to
 * @throws Error when a source cannot be transpiled
 */
export function transpilePackages(modules: string): void {
  for (const [name, folder] of Object.entries(PACKAGES)) {
    const target = join(modules, name);
    mkdirSync(target, { recursive: true });
    cpSync(join(ROOT, folder, 'package.json'), join(target, 'package.json'));
    const sources = readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' });
    for (const source of sources)
      if (isSource(source)) transpile(join(ROOT, folder, 'src', source), join(target, 'dist', source));
  }
  symlinkSync(join(ROOT, 'web/dist'), join(modules, '@atip/companion/page'));
}

function isSource(path: string): boolean {
  return path.endsWith('.ts') && !/\.(?:test|test-d|d)\.ts$/.test(path) && !path.split(/[\\/]/).includes('testing');
}

function transpile(source: string, target: string): void {
  const { code, errors } = transformSync(source, readFileSync(source, 'utf8'), {
    typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
  });
  const [error] = errors;
  if (error) throw new Error(`${source}: ${error.message}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target.replace(/\.ts$/, '.js'), code);
}
