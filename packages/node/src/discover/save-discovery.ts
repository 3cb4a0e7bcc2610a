import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AtipTool } from '@atip/core';
import type { FoundCanonicalTool } from './probe-tool.ts';
import { type FoundTool, type SkippedTool, documentText, readTextFile, skip } from '../documents/tool-document.ts';
import { documentOf } from '../documents/trust-at.ts';
import type { XdgPaths } from '../process/xdg-paths.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import { LockTimeoutError } from '../files/file-lock.ts';
import { digestOf } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { loadRegistry, type Registry, type RegistryEntry } from '../documents/registry.ts';
import { RegistryError, updateRegistry, upsertEntries } from '../documents/save-registry.ts';

type Program = NonNullable<FoundTool['executable']>;

interface Discovery {
  readonly answered: readonly FoundTool[];
  readonly canonical: readonly FoundCanonicalTool[];
  /** Paths of programs that are missing, changed, or no longer answer. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Writes answers to the directory of tools' documents, and the registry of the programs that gave them. @returns the
 * failed writes: a full disk loses the saved results, not the scan.
 * @see ATIP 0.3 §4, §5.2
 */
export async function saveDiscovery(paths: XdgPaths, discovery: Discovery, now: Date): Promise<SkippedTool[]> {
  const { answered, canonical, gone } = discovery;
  if (answered.length === 0 && canonical.length === 0 && gone.size === 0) return [];
  return attempt(paths.registry, async () => {
    const made: string[] = [];
    try {
      const entries = await writeDocuments(paths, discovery, now, made);
      let dropped: readonly string[] = [];
      const change = (registry: Registry): Registry => {
        const { others, ours } = withoutShared(registry, entries, gone);
        const kept = upsertEntries(others, ours);
        const documents = new Set(kept.tools.map(({ document }) => document));
        dropped = [...registry.tools, ...entries].map(({ document }) => document).filter((one) => !documents.has(one));
        return kept;
      };
      await updateRegistry(paths.registry, change, now);
      for (const document of dropped) await removeOurs(document, paths);
    } catch (error) {
      for (const document of made) await removeOurs(document, paths);
      throw error;
    }
  });
}

/** @param made collects each new document, as soon as it may exist. */
async function writeDocuments(
  paths: XdgPaths,
  { answered, canonical, gone }: Discovery,
  now: Date,
  made: string[],
): Promise<RegistryEntry[]> {
  const entries: RegistryEntry[] = [];
  const holders = await documentHolders(paths.registry);
  for (const found of answered) {
    const { executable } = found;
    if (!executable) continue;
    const tool = documentOf(found);
    const { document, isNew } = await placeOf(paths, tool, executable, { gone, holders });
    if (isNew) made.push(document);
    holders.set(document, executable.foundAs);
    await write(document, tool);
    entries.push({ ...entryOf(tool.name, executable, now), source: 'native', document });
  }
  for (const { tool, executable } of canonical) {
    const document = await write(join(paths.cache, 'canonical', fileNameFor(executable)), tool);
    entries.push({ ...entryOf(tool.name, executable, now), source: 'canonical', document });
  }
  return entries;
}

/** Runs a write and reports the system's error. */
export async function attempt(path: string, write: () => Promise<void>): Promise<SkippedTool[]> {
  try {
    await write();
    return [];
  } catch (error) {
    const reason = failure(error);
    if (reason === undefined) throw error;
    return [skip(path, 'not-saved', `The results are not cached: ${reason}`).skipped];
  }
}

function failure(error: unknown): string | undefined {
  // The registry is full.
  if (error instanceof RangeError) return error.message;
  if (error instanceof RegistryError || error instanceof LockTimeoutError) return error.message;
  const code = systemErrorCode(error);
  return code === undefined ? undefined : `${describeSystemError(code)} (${code}).`;
}

async function write(path: string, document: object): Promise<string> {
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, documentText(document).text);
  return path;
}

/** Bytes of a name that leave room for the endings of a file and of its temporary one. */
const MAX_FILE_NAME = 200;

/** `tools/NAME.json`, unless it belongs to another. Without a registry, a file with the same text counts as ours. */
async function placeOf(
  paths: XdgPaths,
  tool: AtipTool,
  executable: Program,
  { gone, holders }: { readonly gone: ReadonlySet<string>; readonly holders: ReadonlyMap<string, string> },
): Promise<{ readonly document: string; readonly isNew: boolean }> {
  const usual = { document: join(paths.tools, `${tool.name}.json`), isNew: false };
  const other = { document: join(paths.cache, 'tools', fileNameFor(executable)), isNew: false };
  if (Buffer.byteLength(tool.name) > MAX_FILE_NAME) return other;
  const holder = holders.get(usual.document);
  if (holder !== undefined) return holder === executable.foundAs || gone.has(holder) ? usual : other;
  const there = await readTextFile(usual.document);
  if ('skipped' in there) return there.skipped.code === 'missing' ? { ...usual, isNew: true } : other;
  return there.text === documentText(tool).text ? usual : other;
}

/** Maps each document's path to its program's path. */
async function documentHolders(registry: string): Promise<Map<string, string>> {
  const { tools } = (await loadRegistry(registry)).registry;
  return new Map(tools.map(({ document, foundAs }) => [document, foundAs]));
}

/** The file name comes from the program's path, because names in documents may be anything. */
function fileNameFor({ foundAs }: Program): string {
  return `${digestOf(foundAs)}.json`;
}

/** A document without its entry would count as a person's own. A foreign registry may name any file. */
async function removeOurs(document: string, { tools, cache }: XdgPaths): Promise<void> {
  const directory = dirname(document);
  if (directory === tools || directory === join(cache, 'tools') || directory === join(cache, 'canonical')) {
    await rm(document, { force: true });
  }
}

function entryOf(name: string, executable: Program, now: Date) {
  const { path, foundAs, hash, stamp } = executable;
  const time = now.toISOString();
  return { name, path, foundAs, hash, stamp, discoveredAt: time, verifiedAt: time };
}

/** Two programs cannot share a document: if another scan took the place meanwhile, its owner is unknown. */
function withoutShared(registry: Registry, entries: readonly RegistryEntry[], gone: ReadonlySet<string>) {
  const written = new Map(entries.map(({ document, foundAs }) => [document, foundAs]));
  const isShared = ({ document, foundAs }: RegistryEntry): boolean => (written.get(document) ?? foundAs) !== foundAs;
  const left = registry.tools.filter(({ foundAs }) => !gone.has(foundAs));
  const shared = new Set(left.filter(isShared).map(({ document }) => document));
  const isOwn = ({ document }: RegistryEntry): boolean => !shared.has(document);
  return { others: { ...registry, tools: left.filter(isOwn) }, ours: entries.filter(isOwn) };
}
