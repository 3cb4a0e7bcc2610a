import { type SourceFile, readSources } from '../read-imports.ts';
import { measured, type Room } from './measure-rooms.ts';

/** The packages by the names that they import each other by, and where their sources are. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@atip/core': 'packages/core/src',
  '@atip/share': 'packages/share/src',
  '@atip/shims': 'packages/shims/src',
  '@atip/node': 'packages/node/src',
  '@atip/mcp': 'packages/mcp/src',
  atip: 'packages/cli/src',
  '@atip/companion': 'server/src',
  '@atip/playground': 'web/src',
};

/** The packages with who imports whom, whoever is imported by nobody first. */
export function measurePackages(): Room[] {
  const names = Object.keys(PACKAGES);
  const packages = names.map((name) => measured(name, 0, readSources(PACKAGES[name] ?? ''), targetsIn(names)));
  const byName = new Map(packages.map((each) => [each.name, each]));
  const rowOf = (name: string): number =>
    Math.max(0, ...[...(byName.get(name)?.imports.keys() ?? [])].map((target) => 1 + rowOf(target)));
  return packages
    .map((each) => ({ ...each, row: rowOf(each.name) }))
    .sort((a, b) => b.row - a.row || a.name.localeCompare(b.name, 'en'));
}

function targetsIn(names: readonly string[]): (source: SourceFile) => string[] {
  return ({ imports }) =>
    imports.flatMap((specifier) => names.find((name) => specifier === name || specifier.startsWith(`${name}/`)) ?? []);
}
