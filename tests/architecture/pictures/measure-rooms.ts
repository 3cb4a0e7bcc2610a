import { type SourceFile, readSources, resolveImport } from '../read-imports.ts';
import { ROOMS, roomOf } from '../rooms.ts';

/** A room, or a package, as a picture shows it. */
export interface Room {
  readonly name: string;
  /** Higher ones import from lower ones. */
  readonly row: number;
  readonly files: number;
  readonly lines: number;
  /** Files of this one that import from another, by the other's name. */
  readonly imports: ReadonlyMap<string, number>;
}

/** The rooms of a package, highest row first; those of a row that import most first. */
export function measureRooms(root: string): Room[] {
  const rows = ROOMS[root] ?? {};
  return Object.entries(rows)
    .map(([name, row]) => {
      const sources = readSources(root).filter(({ path }) => roomOf(root, path) === name);
      const targets = (source: SourceFile): string[] =>
        source.imports
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => resolveImport(source.path, specifier))
          .filter((target) => target.startsWith(`${root}/`))
          .flatMap((target) => roomOf(root, target) ?? []);
      return measured(name, row, sources, targets);
    })
    .sort((a, b) => b.row - a.row || b.imports.size - a.imports.size || a.name.localeCompare(b.name, 'en'));
}

/** What is measured of one room, but for generated files: `targets` names what a file of it imports from. */
export function measured(
  name: string,
  row: number,
  all: readonly SourceFile[],
  targets: (source: SourceFile) => readonly string[],
): Room {
  const sources = all.filter(({ path }) => !path.includes('/generated/'));
  const imports = new Map<string, number>();
  for (const source of sources) {
    for (const target of new Set(targets(source))) {
      if (target !== name) imports.set(target, (imports.get(target) ?? 0) + 1);
    }
  }
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  return { name, row, files: sources.length, lines, imports };
}
