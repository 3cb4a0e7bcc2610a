import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { documentText } from '../documents/document-text.ts';
import { readTextFile } from '../documents/read-text-file.ts';
import { type FoundTool, type SkippedTool, skip } from '../documents/tool-document.ts';
import type { XdgPaths } from '../environment/xdg-paths.ts';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { LockTimeoutError } from '../files/lock-timeout-error.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import type { Registry, RegistryEntry } from '../registry/registry.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { updateRegistry } from '../registry/update-registry.ts';
import { upsertEntries } from '../registry/upsert-entries.ts';
import type { FoundCanonicalTool } from './probe-canonical.ts';

/** What a scan learned that is worth keeping. */
export interface Discovery {
  /** Programs that answered in this scan. */
  readonly answered: readonly FoundTool[];
  readonly canonical: readonly FoundCanonicalTool[];
  /** Where programs were found that are gone, changed, or answer no more. */
  readonly gone: ReadonlySet<string>;
  /** Documents in `tools` that are not ours to write over. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Writes answers where documents of tools are kept, and the registry that says which programs gave them.
 *
 * @returns what could not be written: a full disk or a home that cannot be written to loses the memory of a scan, not the scan.
 * @see ATIP 0.3 §4, §5.2
 */
export async function saveDiscovery(paths: XdgPaths, discovery: Discovery, now: Date): Promise<SkippedTool[]> {
  const { answered, canonical, gone } = discovery;
  if (answered.length === 0 && canonical.length === 0 && gone.size === 0) return [];
  return attempt(paths.registry, async () => {
    const entries: RegistryEntry[] = [];
    for (const { tool, executable } of answered) {
      if (!executable) continue;
      const document = await write(await documentPath(paths, tool, discovery.taken), tool);
      entries.push({ ...entryOf(tool.name, executable, now), source: 'native', document });
    }
    for (const { tool, executable } of canonical) {
      const document = await write(join(paths.cache, 'canonical', `${tool.name}.json`), tool);
      entries.push({ ...entryOf(tool.name, executable, now), source: 'canonical', document });
    }
    let dropped: readonly string[] = [];
    const change = (registry: Registry): Registry => {
      const kept = upsertEntries(without(registry, entries, gone), entries);
      const documents = new Set(kept.tools.map(({ document }) => document));
      dropped = registry.tools.map(({ document }) => document).filter((document) => !documents.has(document));
      return kept;
    };
    await updateRegistry(paths.registry, change, { clock: () => now });
    for (const document of dropped) await removeOurs(document, paths);
  });
}

/** Runs something that writes; says what the system had against it. */
export async function attempt(path: string, write: () => Promise<void>): Promise<SkippedTool[]> {
  try {
    await write();
    return [];
  } catch (error) {
    const reason = failure(error);
    if (reason === undefined) throw error;
    return [skip(path, 'not-saved', `What was found is not remembered: ${reason}`).skipped];
  }
}

function failure(error: unknown): string | undefined {
  if (error instanceof RegistryError || error instanceof LockTimeoutError) return error.message;
  const code = systemErrorCode(error);
  return code === undefined ? undefined : `${describeSystemError(code)} (${code}).`;
}

async function write(path: string, document: object): Promise<string> {
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, documentText(document).text);
  return path;
}

/** A registry may have been lost, so that a file of ours looks like somebody else's; the same words are the same document. */
async function documentPath(paths: XdgPaths, tool: AtipTool, taken: ReadonlySet<string>): Promise<string> {
  const usual = join(paths.tools, `${tool.name}.json`);
  if (!taken.has(usual)) return usual;
  const there = await readTextFile(usual);
  const isOurs = 'text' in there && there.text === documentText(tool).text;
  return isOurs ? usual : join(paths.cache, 'tools', `${tool.name}.json`);
}

/** Without its entry a document would pass for one that a person put there. A registry of others may name any file. */
async function removeOurs(document: string, { tools, cache }: XdgPaths): Promise<void> {
  const directory = dirname(document);
  if (directory === tools || directory === join(cache, 'tools') || directory === join(cache, 'canonical')) {
    await rm(document, { force: true });
  }
}

function entryOf(name: string, executable: NonNullable<FoundTool['executable']>, now: Date) {
  const { path, foundAs, hash, stamp } = executable;
  const time = now.toISOString();
  return { name, path, foundAs, hash, stamp, discoveredAt: time, verifiedAt: time };
}

/** Two entries cannot share a file of metadata: the older one's is written over. */
function without(registry: Registry, entries: readonly RegistryEntry[], gone: ReadonlySet<string>): Registry {
  const written = new Map(entries.map(({ document, foundAs }) => [document, foundAs]));
  const stays = ({ document, foundAs }: RegistryEntry): boolean =>
    !gone.has(foundAs) && (written.get(document) ?? foundAs) === foundAs;
  return { ...registry, tools: registry.tools.filter(stays) };
}
