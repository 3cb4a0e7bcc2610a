import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { type LockedPackage, productionGraph } from './production-graph.ts';
import { isForeign } from './shipped-packages.ts';

const FIG = 'node_modules/@withfig/autocomplete';

/** What is compiled into one of our files, and therefore shipped by us: everything else is installed by npm with its own licence. */
const BUNDLED = {
  // The page, and the Worker beside it; what builds them leaves small helpers of its own in them.
  page: [
    'web',
    'node_modules/hono',
    'node_modules/@cfworker/json-schema',
    'node_modules/vite',
    'node_modules/rolldown',
    FIG,
  ],
  // Its documents are made from these specifications.
  shims: [FIG],
} as const;

/** Packages that nothing of what they depend on comes along with. */
const ALONE: ReadonlySet<string> = new Set(['node_modules/vite', 'node_modules/rolldown', FIG]);

export type Notices = keyof typeof BUNDLED;

/** What a notices file has to name. */
export function bundledPackages(what: Notices): readonly LockedPackage[] {
  return BUNDLED[what].flatMap((folder) => {
    const found = productionGraph([folder]).filter(isForeign);
    return ALONE.has(folder) ? found.filter(({ path }) => path === folder) : found;
  });
}

/**
 * The licences of what we ship inside our own files, as one text: each licence once, below those that it is of.
 *
 * @throws Error for a package without a licence text
 */
export function writeNotices(what: Notices): string {
  const owners = new Map<string, Set<string>>();
  for (const found of bundledPackages(what)) {
    const text = licenceText(found);
    owners.set(text, (owners.get(text) ?? new Set()).add(`${found.name} ${found.version} (${found.license})`));
  }
  const parts = [...owners].map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}`).sort();
  return `This product includes software of others, under these licences.\n\n${parts.map((part) => `${RULE}\n${part}`).join('\n\n')}\n`;
}

const RULE = '='.repeat(80);

/** Licence files and notices of a package as it is installed; the text of the MIT licence where it only names that and its author. */
function licenceText({ name, path, license }: LockedPackage): string {
  const directory = join(ROOT, path);
  const files = readdirSync(directory).filter((file) => /^(licen[cs]e|notice|thirdpartynotices)/i.test(file));
  // What a tool bundles itself stays in the tool.
  const read = (file: string): string =>
    readFileSync(file, 'utf8')
      .replaceAll('\r\n', '\n')
      .split(/^#+ Licenses of bundled dependencies$/m, 1)
      .join('')
      .trim();
  if (files.length > 0)
    return files
      .sort()
      .map((file) => read(join(directory, file)))
      .join('\n\n');
  const { author }: { author?: unknown } = JSON.parse(read(join(directory, 'package.json')));
  if (license !== 'MIT' || typeof author !== 'string') throw new Error(`${name} has no licence text.`);
  return read(join(ROOT, 'LICENSE')).replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}
