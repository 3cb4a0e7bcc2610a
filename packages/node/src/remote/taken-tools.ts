import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SAFE_NAME } from '../documents/safe-name.ts';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { readCachedJson } from './remote-files.ts';
import { SHA256 } from './remote-index.ts';

/** A program that only a registry describes, as it was when a scan found that out. */
export interface TakenTool {
  /** Of its document. */
  readonly sha256: string;
  readonly path: string;
  /** Another one: it may describe itself by now. */
  readonly stamp: string;
}

/** What the last scan took from a registry, by name. */
export interface TakenTools {
  readonly registry: string;
  readonly tools: ReadonlyMap<string, TakenTool>;
}

const VERSION = 1;
const MAX_FILE = 16 * 1024 * 1024;

/** Reads what was taken. @returns undefined when nothing was, or the file is not as it was written. */
export async function loadTakenTools(file: string): Promise<TakenTools | undefined> {
  const value = await readCachedJson(file, MAX_FILE);
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== VERSION)
    return undefined;
  if (!('registry' in value && 'tools' in value)) return undefined;
  const { registry, tools } = value;
  if (typeof registry !== 'string' || !Array.isArray(tools)) return undefined;
  return { registry, tools: new Map(tools.flatMap((tool: unknown) => readTaken(tool))) };
}

function readTaken(tool: unknown): [string, TakenTool][] {
  if (typeof tool !== 'object' || tool === null) return [];
  const { name, sha256, path, stamp } = { name: '', sha256: '', path: '', stamp: '', ...tool };
  if (![name, sha256, path, stamp].every((field: unknown) => typeof field === 'string')) return [];
  return SAFE_NAME.test(name) && SHA256.test(sha256) ? [[name, { sha256, path, stamp }]] : [];
}

/** Writes what was taken in place of what was before. @throws the system's error. */
export async function saveTakenTools(file: string, { registry, tools }: TakenTools): Promise<void> {
  const list = [...tools].map(([name, tool]) => ({ name, ...tool }));
  await ensureDirectory(dirname(file));
  await writeFileAtomically(file, JSON.stringify({ version: VERSION, registry, tools: list }));
}

/** Forgets what was taken. @throws the system's error. */
export async function forgetTakenTools(file: string): Promise<void> {
  await rm(file, { force: true });
}
