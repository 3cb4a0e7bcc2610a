import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { runProgram } from './run-program.ts';

const PACKAGES = ['core', 'share', 'shims'] as const;

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs the packages that need no platform, as npm would publish them, and lays them out as npm would install them.
 *
 * Compiles first, so that what is packed is never older than the sources.
 *
 * @param directory gets `node_modules/@atip/*`, with fflate beside them
 * @returns the paths in each tarball, by package
 */
export async function packPackages(directory: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const at = { cwd: ROOT };
  const projects = PACKAGES.map((name) => `packages/${name}`);
  await runProgram(process.execPath, ['node_modules/typescript/bin/tsc', '-b', ...projects], at);
  const workspaces = PACKAGES.map((name) => `--workspace=@atip/${name}`);
  const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${directory}`, ...workspaces];
  const packed: readonly Packed[] = JSON.parse(await runProgram('npm', args, at));
  if (packed.length !== PACKAGES.length) throw new Error(`npm packed ${packed.length} packages.`);
  for (const [index, { filename }] of packed.entries()) {
    const place = join(directory, `node_modules/@atip/${PACKAGES[index]}`);
    mkdirSync(place, { recursive: true });
    await runProgram('tar', ['-xzf', join(directory, filename), '--strip-components=1', '-C', place], at);
  }
  cpSync(join(ROOT, 'node_modules/fflate'), join(directory, 'node_modules/fflate'), { recursive: true });
  return Object.fromEntries(packed.map(({ files }, index) => [PACKAGES[index], files.map(({ path }) => path)]));
}
