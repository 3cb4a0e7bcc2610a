import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../architecture/read-imports.ts';

/** Where programs of ours are; tests and what only they use are no part of them. */
const PLACES: readonly string[] = [
  ...['core', 'share', 'shims', 'node', 'mcp', 'cli'].map((name) => `packages/${name}/src`),
  ...['server/src', 'web/src', 'web/offline', 'web/build', 'scripts', 'vite.config.ts', 'playwright.config.ts'],
];

const IS_SOURCE = /(?<!\.test|\.test-d|\.d)\.(?:ts|tsx|mts|mjs)$/;
/**
 * `testing` is what tests use; what the Worker calls `env` are bindings of its platform; a shim is about `env` the program;
 * snippets are programs that the page writes for its reader.
 */
const IS_OTHER = /(?:^|\/)(?:testing|edge|generated|snippets)\//;

/** What is ours by its name, wherever it stands. */
const OURS = /\b(?:ATIP|XDG)_[A-Z_]*[A-Z]\b/g;
/** What is read from an environment; `import.meta.env` is what a build puts in. */
const READ = /(?<!meta\.)\benv(?:\?)?(?:\.|\[['"])([A-Z][A-Z_]+)\b/g;

/** The names of the environment variables that the sources speak of, in order. */
export function collectVariables(): string[] {
  const names = new Set<string>();
  for (const file of PLACES.flatMap(sourcesIn)) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [name] of text.matchAll(OURS)) names.add(name);
    for (const [, name = ''] of text.matchAll(READ)) names.add(name);
  }
  return [...names].sort();
}

function sourcesIn(place: string): string[] {
  const path = join(ROOT, place);
  if (!existsSync(path)) throw new Error(`${place} is gone: say where its sources are now.`);
  if (!statSync(path).isDirectory()) return [place];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${place}/${name}`).filter((name) => IS_SOURCE.test(name) && !IS_OTHER.test(name));
}
