import type { AtipTool } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import { fromFig } from '../../importers/src/fig/from-fig.ts';
import { BUILD, type LoadModule, packageVersion, readSpec } from '../../shims/build/fig-files.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program described by a file of `@withfig/autocomplete`. */
export interface FigTool {
  readonly tool: AtipTool;
  /** For example `@withfig/autocomplete 2.692.3, heroku/8.6.0`. */
  readonly source: string;
  /** False: another file has a newer version. */
  readonly isNewest: boolean;
}

/** Programs whose name differs from their file's, which is in lower case. */
const SPELLED: Readonly<Record<string, string>> = { r: 'R', rscript: 'Rscript' };

/**
 * All programs of `@withfig/autocomplete`, one after the other, because all together would take more than a gigabyte. A
 * file that only refers to versions gives each of these, the newest first. The name is the file's, by which Fig finds
 * it; for a scoped package the last part, or the scope itself if that part is `cli`, unless a file has that name.
 */
export async function* figTools(load: LoadModule): AsyncGenerator<FigTool> {
  const specs = await readSpecs(load);
  const roots = [...specs.keys()].filter((file) => !isPart(file));
  const names = new Set(roots);
  for (const file of roots) {
    const name = nameOf(file, names);
    if (name === undefined) continue;
    const versions = specs.get(file) === undefined ? versionsOf(file, specs) : [file];
    for (const [at, one] of versions.entries()) {
      const version = one === file ? 'unknown' : one.slice(file.length + 1);
      const hints = { name, file: one, version, whole: true, load: (part: string) => specs.get(part) };
      const source = `@withfig/autocomplete ${packageVersion()}, ${one}`;
      yield { tool: fromFig(specs.get(one), hints).tool, source, isNewest: at === 0 };
    }
  }
}

/** All specifications by their file; without files that only refer to others. */
async function readSpecs(load: LoadModule): Promise<ReadonlyMap<string, unknown>> {
  const { default: list } = await load(pathToFileURL(join(BUILD, 'index.js')).href);
  const specs = new Map<string, unknown>();
  for (const file of Array.isArray(list) ? list : []) {
    if (typeof file !== 'string') continue;
    const spec = await readSpec(file, load).catch(() => undefined);
    if (isRecord(spec) || typeof spec === 'function') specs.set(file, isRecord(spec) ? spec : undefined);
  }
  return specs;
}

/** True for a part of a larger specification, such as `aws/s3`; a scope is not a folder of parts. */
function isPart(file: string): boolean {
  return file.includes('/', file.startsWith('@') ? file.indexOf('/') + 1 : 0);
}

function nameOf(file: string, files: ReadonlySet<string>): string | undefined {
  // Other names are no programs: `-` returns to the previous directory.
  if (/^[a-z\d]/i.test(file)) return SPELLED[file] ?? file;
  const [, scope, last] = /^@([^/]+)\/(.+)$/.exec(file) ?? [];
  const name = last === 'cli' ? scope : last;
  return name === undefined || files.has(name) ? undefined : name;
}

/** Newest first. */
function versionsOf(file: string, specs: ReadonlyMap<string, unknown>): string[] {
  const found = [...specs.keys()].filter(
    (one) => one.startsWith(`${file}/`) && /^[\d.]+$/.test(one.slice(file.length + 1)),
  );
  return found.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
}
