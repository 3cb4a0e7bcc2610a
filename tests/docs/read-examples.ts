import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, resolveImport } from '../architecture/read-imports.ts';

/** A value that the root of a package exports, or passes on from another package. */
export interface PublicName {
  readonly name: string;
  /** Name of the package's folder. */
  readonly package: string;
  /** The code of its `@example`. Absent: it has none. */
  readonly example?: string;
}

/** Values of package roots with their examples. Types have none: the functions that use them show them. */
export function listPublicNames(): PublicName[] {
  return readdirSync(join(ROOT, 'packages')).flatMap((folder) =>
    ['index', 'execute'].flatMap((entry) => namesOf(folder, `packages/${folder}/src/${entry}.ts`)),
  );
}

function namesOf(folder: string, index: string): PublicName[] {
  if (!existsSync(join(ROOT, index))) return [];
  const text = readFileSync(join(ROOT, index), 'utf8');
  const passedOn = [...text.matchAll(/^export \{([^}]*)\} from '(\.[^']*)';/gm)].flatMap(([, list = '', from = '']) => {
    const source = readFileSync(join(ROOT, resolveImport(index, from)), 'utf8');
    return namesIn(list).map((name) => ({ name, package: folder, ...exampleOf(name, source) }));
  });
  const own = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name = '']) => {
    return { name, package: folder, ...exampleOf(name, text) };
  });
  return [...passedOn, ...own];
}

function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '' && !name.startsWith('type '));
}

/** The example in the comment right before a declaration; of overloads, before the first. */
function exampleOf(name: string, source: string): Pick<PublicName, 'example'> {
  const declaration = source.search(new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, 'm'));
  const comment =
    /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?:\/\/.*\s*)*$/.exec(source.slice(0, Math.max(declaration, 0)))?.[0] ?? '';
  const [, text] = /@example\b(.*\n[\s\S]*?)(?:\n \* @|\n \*\/)/.exec(comment) ?? [];
  if (text === undefined) return {};
  const lines = text.split('\n').map((line) => line.replace(/^ \* ?/, ''));
  return { example: lines.filter((line) => !line.startsWith('```')).join('\n') };
}
