import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../../architecture/read-imports.ts';
import { PACKAGES } from './transpile-packages.ts';

/**
 * Writes the package `atip` from the sources, with all that it imports: pages start it a hundred times, and reading
 * hundreds of modules each time would take most of their time.
 *
 * @param target where the package is to be, with its `package.json` and the built page that `atip serve` serves
 */
export async function bundleCommand(target: string): Promise<void> {
  mkdirSync(target);
  cpSync(join(ROOT, 'packages/cli/package.json'), join(target, 'package.json'));
  const alias = Object.fromEntries(
    Object.entries(PACKAGES).map(([name, folder]) => [name, join(ROOT, folder, 'src/index.ts')]),
  );
  const bundle = await rolldown({
    input: { main: join(ROOT, 'packages/cli/src/main.ts'), index: join(ROOT, 'packages/cli/src/index.ts') },
    platform: 'node',
    logLevel: 'silent',
    resolve: { alias: { '@atip/core/importers': join(ROOT, 'packages/core/src/importers/index.ts'), ...alias } },
  });
  // Discovery reads a program before it asks it anything, and passes over what does not name the question.
  const banner = ({ name }: { readonly name: string }): string => (name === 'main' ? '// It answers --agent.' : '');
  await bundle.write({ dir: join(target, 'dist'), format: 'esm', postBanner: banner });
  await bundle.close();
  chmodSync(join(target, 'dist/main.js'), 0o755);
  // Where the companion looks for it, beside its `dist`.
  symlinkSync(join(ROOT, 'web/dist'), join(target, 'page'));
}
