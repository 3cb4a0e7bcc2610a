import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { MAX_TOOL_DOCUMENT } from '../documents/tool-document.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { type RegistryDocument, type RegistryTool, registryDocuments } from './registry-documents.ts';
import { digestOf } from './remote-files.ts';
import { INDEX_VERSION, MAX_INDEX, parseRemoteIndex, type RemoteIndex } from './remote-index.ts';

export type { RegistryTool } from './registry-documents.ts';

/** What was done. */
export interface RegistryWriting {
  readonly tools: number;
  /** Files that are new or have other bytes now; the others were left alone. */
  readonly written: number;
  /** Files of earlier documents that no tool needs any more. */
  readonly removed: number;
  /** Sentences about what may be a secret; everybody who reads the registry has it. */
  readonly doubts: readonly string[];
}

/** Nothing was written, and why; each of `problems` is a sentence. */
export class RegistryWriteError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/** Whoever serves the files may be another user. */
const FILE_MODE = 0o644;

/**
 * Writes tools as a registry that any host of static files can serve: `index.json`, `tools/NAME.json` and
 * `sha256/HEX.json`.
 *
 * The index comes last, so that a reader never sees it name what is not there yet. Files that an earlier writing left and
 * nobody needs are removed; a file that was not written here is neither changed nor removed.
 * Limits: one writer at a time. Who reads an older index for a moment longer may not find a removed document.
 * @throws RegistryWriteError before anything is written; the system's error.
 */
export async function writeRegistry(tools: readonly AtipTool[], directory: string): Promise<RegistryWriting> {
  const documents = registryDocuments(tools);
  if ('problems' in documents) throw new RegistryWriteError(documents.problems);
  const index = indexText(documents);
  if (Buffer.byteLength(index) > MAX_INDEX)
    throw new RegistryWriteError([`Its index would have more than ${MAX_INDEX} bytes.`]);
  const before = await readEarlierIndex(join(directory, 'index.json'));
  const files = documents.flatMap(({ name, text, entry }) => [
    [join(directory, 'sha256', `${entry.sha256}.json`), text] as const,
    [join(directory, 'tools', `${name}.json`), text] as const,
  ]);
  const wanted = new Map(files);
  await assertOurs([...wanted.keys()], wanted, directory);
  let written = 0;
  for (const [path, text] of [...wanted, [join(directory, 'index.json'), index] as const]) {
    if ((await readFile(path)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomically(path, text, FILE_MODE);
    written += 1;
  }
  const doubts = documents.flatMap((document) =>
    document.doubts.map((doubt) => `${JSON.stringify(document.name)}: ${doubt}`),
  );
  return { tools: documents.length, written, removed: await removeEarlier(before, wanted, directory), doubts };
}

function indexText(documents: readonly RegistryDocument[]): string {
  // Entries keep a tool that is called `__proto__`; no time is in it, so that the same tools are the same bytes.
  const tools: Record<string, RegistryTool> = Object.fromEntries(documents.map(({ name, entry }) => [name, entry]));
  return `${JSON.stringify({ 'atip-registry': INDEX_VERSION, tools }, null, 1)}\n`;
}

/** @throws RegistryWriteError when there is an `index.json` of something else. */
async function readEarlierIndex(path: string): Promise<RemoteIndex | undefined> {
  const text = await readFile(path);
  if (text === undefined) return undefined;
  const index = parseRemoteIndex(text);
  if (typeof index === 'string')
    throw new RegistryWriteError([`${path} is there and is not that of a registry. Nothing was written.`]);
  return index;
}

/** A file of ours has its bytes under their digest too. @throws RegistryWriteError */
async function assertOurs(
  paths: readonly string[],
  wanted: ReadonlyMap<string, string>,
  directory: string,
): Promise<void> {
  const problems: string[] = [];
  for (const path of paths) {
    const text = await readFile(path);
    if (text === undefined || text === wanted.get(path) || (await isOurs(text, directory))) continue;
    problems.push(`${path} was not written here, or was changed since. Move it away. Nothing was written.`);
  }
  if (problems.length > 0) throw new RegistryWriteError(problems);
}

async function isOurs(text: string, directory: string): Promise<boolean> {
  return (await readFile(join(directory, 'sha256', `${digestOf(text)}.json`))) === text;
}

async function removeEarlier(before: RemoteIndex | undefined, wanted: ReadonlyMap<string, string>, directory: string) {
  let removed = 0;
  for (const [name, { sha256 }] of before?.tools ?? []) {
    // The name first: its file is known by the bytes of the other.
    for (const path of [join(directory, 'tools', `${name}.json`), join(directory, 'sha256', `${sha256}.json`)]) {
      const text = wanted.has(path) ? undefined : await readFile(path);
      if (text === undefined || digestOf(text) !== sha256) continue;
      await rm(path);
      removed += 1;
    }
  }
  return removed;
}

/** @returns undefined when there is none; text that no file of ours has for one that is too large or not UTF-8. */
async function readFile(path: string): Promise<string | undefined> {
  try {
    const { bytes } = await readBoundedFile(path, Math.max(MAX_TOOL_DOCUMENT, MAX_INDEX), 'refused');
    return bytes === undefined ? '' : (decodeUtf8(bytes) ?? '');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
