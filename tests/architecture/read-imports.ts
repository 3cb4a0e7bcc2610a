import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Specifiers of static imports, re-exports and dynamic imports, types included. */
  readonly imports: readonly string[];
}

/** Every TypeScript source below a folder, without tests, what only tests use, declarations and built files. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry): SourceFile[] => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['dist', 'node_modules', 'testing'].includes(entry.name) ? [] : readSources(path);
    if (!/\.tsx?$/.test(path) || /\.(test|test-d|d)\.tsx?$/.test(path)) return [];
    const text = readFileSync(join(ROOT, path), 'utf8');
    return [{ path, text, imports: importsOf(text) }];
  });
}

/** The repository path that a relative specifier leads to. */
export function resolveImport(file: string, specifier: string): string {
  return relative(ROOT, resolve(ROOT, dirname(file), specifier)).replaceAll('\\', '/');
}

function importsOf(text: string): string[] {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statement =
    /(?:^|[;}\s])(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|(?:^|[;}\s])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
  const specifiers = [...withoutComments.matchAll(statement)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  // Of a program that the source writes; an import of its own cannot be put together.
  return specifiers.filter((specifier) => !specifier.includes('${'));
}
