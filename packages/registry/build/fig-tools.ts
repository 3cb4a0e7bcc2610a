import type { AtipTool } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import { fromFig } from '@atip/importers';
import { BUILD, type LoadModule, packageVersion, readSpec } from '../../shims/build/fig-files.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program as a file of `@withfig/autocomplete` describes it. */
export interface FigTool {
  readonly tool: AtipTool;
  /** Such as `@withfig/autocomplete 2.692.3, heroku/8.6.0`. */
  readonly source: string;
  /** False: of a version that another file has a newer one of. */
  readonly isNewest: boolean;
}

/** Programs whose name is written otherwise than that of their file, which is in lower case. */
const SPELLED: Readonly<Record<string, string>> = { r: 'R', rscript: 'Rscript' };

/**
 * Every program that `@withfig/autocomplete` describes, one after the other: all of them would take more than a gigabyte. Files
 * that only send on to those of a version stand for each of these, the newest first.
 *
 * The name is that of the file, by which Fig finds it when somebody types it; of a package with a scope the last part, or the scope
 * itself where that part is `cli`, unless a file has that name.
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

/** All specifications by their file; of a file that only sends on, nothing. */
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

/** True for a part of a larger specification, such as `aws/s3`; a scope is no folder of parts. */
function isPart(file: string): boolean {
  return file.includes('/', file.startsWith('@') ? file.indexOf('/') + 1 : 0);
}

function nameOf(file: string, files: ReadonlySet<string>): string | undefined {
  // Anything else is no program: `-` goes back to the directory before.
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
