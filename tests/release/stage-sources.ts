import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { runProgram } from '../runtimes/run-program.ts';
import { PUBLIC_PACKAGES, readManifest } from './public-packages.ts';
import { publishedManifest } from './published-manifest.ts';

/** Written by builds, or only used by them. */
const LEFT_OUT = new Set(['dist', 'page', 'node_modules', 'sources', 'structure', 'effects', 'build']);

/**
 * Lays out the sources of the public packages in an empty directory and compiles them there.
 *
 * Not where the repository is: its `dist` folders may hold what is left of sources that were removed since.
 *
 * @param repository see `publishedManifest`
 * @param from where the sources are: the repository, or another such directory, which nobody edits meanwhile
 * @throws Error when the page was not built, or a source does not compile
 */
export async function stageSources(
  directory: string,
  repository: string | undefined,
  from: string = ROOT,
): Promise<void> {
  mkdirSync(directory, { recursive: true });
  for (const name of ['tsconfig.base.json', 'tsconfig.build.json']) cpSync(join(from, name), join(directory, name));
  for (const { folder } of PUBLIC_PACKAGES) {
    const source = join(from, folder);
    const filter = (path: string): boolean =>
      path === source || !LEFT_OUT.has(basename(path)) || path.includes('/src/');
    cpSync(source, join(directory, folder), { recursive: true, filter });
    const manifest = publishedManifest(readManifest(folder, from), folder, repository);
    writeFileSync(join(directory, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
  linkDependencies(directory);
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await runProgram(process.execPath, [tsc, '-b', 'tsconfig.build.json'], { cwd: directory });
  const packPage = join(ROOT, 'scripts/pack-page.mjs');
  await runProgram(process.execPath, [packPage, '--to', join(directory, 'server/page')], { cwd: directory });
}

/** The packages find each other in the directory, and everything else where the repository has it. */
function linkDependencies(directory: string): void {
  const ours = new Map(PUBLIC_PACKAGES.map(({ name, folder }) => [name, folder]));
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, '@atip'), { recursive: true });
  for (const [name, folder] of ours) symlinkSync(join(directory, folder), join(modules, name));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.') || name === '@atip' || ours.has(name)) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
}
