import { quoteElement } from '../files/describe-effects.ts';
import { basename, dirname } from 'node:path';
import { type CanonicalReading, readCanonical } from './probe-tool.ts';
import {
  type SkippedTool,
  type ToolReading,
  readTextFile,
  readToolDocument,
  skip,
} from '../documents/tool-document.ts';
import { readToolReadings } from '../documents/read-tool-directories.ts';
import { placeOfProgram } from '../documents/trust-at.ts';
import { type Environment, searchPath } from '../process/child-environment.ts';
import type { XdgPaths } from '../process/xdg-paths.ts';
import { stampNow } from '../executables/executable-identity.ts';
import { resolveExecutable } from '../executables/find-executable.ts';
import { loadRegistry, type RegistryReading, type RegistryEntry } from '../documents/registry.ts';

/** Tools read from files; nothing is executed. */
export interface KnownTools {
  /** Earlier answers of programs that are unchanged since, by path. */
  readonly answers: ReadonlyMap<string, ToolReading & { readonly skipped?: undefined }>;
  readonly canonical: ReadonlyMap<string, CanonicalReading & { readonly skipped?: undefined }>;
  /** Documents in directories: tools' own, and shims. */
  readonly tools: readonly ToolReading[];
  readonly shims: readonly ToolReading[];
  /** Paths of the registry's programs, valid or not. */
  readonly registered: ReadonlySet<string>;
  /** Invalid entries of the registry, and problems of the registry itself. */
  readonly skipped: readonly SkippedTool[];
}

/**
 * Reads the registry and the directories of documents. An answer is valid while its program is unchanged.
 * @param only names of tools: the registry and the names of files tell which documents to read
 * @see ATIP 0.3 §4, §5.1 steps 1 and 2
 */
export async function readKnownTools(paths: XdgPaths, only?: (name: string) => boolean): Promise<KnownTools> {
  const reading = await loadRegistry(paths.registry);
  const skipped: SkippedTool[] = registryProblems(paths.registry, reading);
  const answers: [string, ToolReading & { readonly skipped?: undefined }][] = [];
  const canonical: [string, CanonicalReading & { readonly skipped?: undefined }][] = [];
  for (const entry of reading.registry.tools) {
    if (entry.source === 'shim') continue;
    // A document counts only under the name of its program; a canonical tool has a name of its own.
    if (only?.(entry.source === 'canonical' ? entry.name : basename(entry.foundAs)) === false) continue;
    const found = await readEntry(entry);
    if ('skipped' in found && found.skipped) skipped.push(found.skipped);
    else if ('canonical' in found) canonical.push([entry.foundAs, found.canonical]);
    else if ('answer' in found) answers.push([entry.foundAs, found.answer]);
  }
  const cached = new Set(reading.registry.tools.map(({ document }) => document));
  const tools = await readToolReadings(paths, 'tools', only);
  return {
    registered: new Set(reading.registry.tools.map(({ foundAs }) => foundAs)),
    answers: new Map(answers),
    canonical: new Map(canonical),
    tools: tools.filter((tool) => !cached.has(tool.found?.source ?? tool.skipped?.source ?? '')),
    shims: await readToolReadings(paths, 'shims', only),
    skipped,
  };
}

function registryProblems(path: string, { problem, dropped }: RegistryReading): SkippedTool[] {
  return [
    ...(problem ? [skip(path, 'registry', problem.message).skipped] : []),
    ...(dropped > 0
      ? [skip(path, 'registry', `${dropped} of its entries cannot be read and do not count.`).skipped]
      : []),
  ];
}

type EntryReading =
  | { readonly answer: ToolReading & { readonly skipped?: undefined } }
  | { readonly canonical: CanonicalReading & { readonly skipped?: undefined } }
  | { readonly skipped: SkippedTool };

async function readEntry(entry: RegistryEntry): Promise<EntryReading> {
  const { path, foundAs, hash, stamp, source, document } = entry;
  const changed = await changeOf(entry);
  if (changed !== undefined) return skip(foundAs, 'changed', changed);
  const file = await readTextFile(document);
  if ('skipped' in file) {
    const { code, reason } = file.skipped;
    return skip(foundAs, code, `Its answer should be in ${quoteElement(document)}. ${reason}`);
  }
  const executable = { path, foundAs, hash, stamp };
  if (source === 'canonical') {
    const reading = readCanonical(file.text, executable);
    return reading.found ? { canonical: reading } : reading;
  }
  const place = await placeOfProgram(foundAs);
  const from = { origin: 'probed', source: foundAs, place } as const;
  const reading = readToolDocument(file.text, basename(foundAs), from);
  return reading.found ? { answer: { found: { ...reading.found, executable } } } : reading;
}

async function changeOf({ path, foundAs, stamp }: RegistryEntry): Promise<string | undefined> {
  const now = await resolveExecutable(foundAs);
  const state = now && (await stampNow(path));
  if (!state) return 'It is no longer there. Discover again.';
  const same = now.path === path && state === stamp;
  return same ? undefined : 'It was replaced since it was discovered. Discover it again.';
}

/**
 * Sorts readings in the order of the PATH, by name within a directory, programs elsewhere last, because the first
 * program of a name on the PATH runs.
 */
export function orderByPath<Reading extends ToolReading>(readings: readonly Reading[], env: Environment): Reading[] {
  const places = new Map<string, number>();
  for (const [index, entry] of searchPath(env).entries()) {
    const directory = entry.replace(/(?<=.)\/+$/, '');
    if (!places.has(directory)) places.set(directory, index);
  }
  const place = ({ found }: ToolReading): number => places.get(dirname(found?.source ?? '')) ?? places.size;
  const source = ({ found }: ToolReading): string => found?.source ?? '';
  return [...readings].sort(
    (one, other) =>
      place(one) - place(other) || (source(one) < source(other) ? -1 : Number(source(one) > source(other))),
  );
}
