import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../architecture/read-imports.ts';

/** What a page's machine has besides the usual, each of it something to be justified. */
export interface PageSettings {
  /** How many text fences are pictures rather than code. Absent: none. */
  readonly pictures?: number;
  /** Path from the home, such as `work/bad.json` → text; executable when it starts with `#!`. */
  readonly files?: Readonly<Record<string, string>>;
  /** A shell script that runs before the first block, with `set -e`. */
  readonly before?: string;
  /** Where blocks start. Absent: in `~/work`. The repository can be read only. */
  readonly startIn?: 'repository';
  /** Directories that are the PATH of `atip`, not of the shell; `~` is the home. */
  readonly atipPath?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What modules without a title find besides their imports: declarations, and the values as JSON. */
  readonly scope?: { readonly types: string; readonly values: Readonly<Record<string, unknown>> };
  /** Name of a program → file in `stand-ins` that takes its place. */
  readonly standIns?: Readonly<Record<string, string>>;
}

const SETTINGS = join(ROOT, 'tests/docs/settings');

/** The settings of a page; empty when it has none. @param page such as `docs/edge.md` */
export async function loadSettings(page: string): Promise<PageSettings> {
  const file = join(SETTINGS, page.replace(/\.md$/, '.ts'));
  if (!existsSync(file)) return {};
  const module: { readonly settings?: PageSettings } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  if (!module.settings) throw new Error(`${file} does not export settings.`);
  return module.settings;
}

/** Pages that there are settings for, so that none outlives its page. */
export function pagesWithSettings(): string[] {
  return readdirSync(SETTINGS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.ts$/, '.md'))
    .sort();
}
