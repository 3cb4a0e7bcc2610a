import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

/** Folders below `docs` whose pages are generated or somebody else's. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['api', 'node_modules', 'packages', '.vitepress']);

/** Every page of the documentation, from the repository's root, sorted. */
export function listPages(): string[] {
  const single = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'examples/README.md',
    'server/README.md',
    'web/README.md',
  ];
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`);
  return [...[...single, ...packages].filter((page) => existsSync(join(ROOT, page))), ...pagesBelow('docs')].sort();
}

function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_WRITTEN.has(entry.name) ? [] : pagesBelow(path);
    return path.endsWith('.md') ? [path] : [];
  });
}
