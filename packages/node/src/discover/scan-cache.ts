import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '@atip/core/internal';
import { type SkippedTool, skip } from '../documents/tool-document.ts';
import { parseJson, readText } from '../files/read-bounded-file.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';

/** The results of earlier scans, so that only changed programs are read and asked again. */
export interface ScanCache {
  /** Verdicts by the program's real path; contains only the programs of one screening. */
  readonly files: Readonly<Record<string, ScreenedFile>>;
  /** By the path under which a program was found. */
  readonly outcomes: ReadonlyMap<string, AskedOutcome>;
}

/** The file with the results of the last search. */
export function scanFile(env: Environment): string {
  return join(xdgPaths(env).cache, 'scan.json');
}

/** True where the tools of this machine were ever searched. */
export function hasDiscovered(env: Environment): boolean {
  return existsSync(scanFile(env));
}

export const NO_SCAN: ScanCache = { files: {}, outcomes: new Map() };

/** Worth asking with `--agent`, with `--schema`, or not at all. */
export type ScreenVerdict = 'marked' | 'canonical' | 'unmarked';

/** A verdict with the states of its files. */
export interface ScreenedFile {
  readonly stamp: string;
  readonly verdict: ScreenVerdict;
  /** Other files that the verdict depends on. */
  readonly targets: readonly ScreenTarget[];
}

interface ScreenTarget {
  readonly path: string;
  readonly stamp: string;
}

export interface AskedOutcome {
  /** State of its file, and of the files that it starts. */
  readonly stamp: string;
  /** `answered`, or a skip code. */
  readonly code: string;
  readonly reason: string;
}

/** Raise it when a rule for verdicts, the questions or the accepted answers change, so that old results are ignored. */
const VERSION = 3;

const MAX_BYTES = 16 * 1024 * 1024;

const VERDICTS: readonly unknown[] = ['marked', 'canonical', 'unmarked'] satisfies ScreenVerdict[];

/**
 * Reads the results of earlier scans. A file that is missing, too large, damaged or of another version counts as empty; one that
 * cannot be read is reported, too.
 */
export async function loadScanCache(
  path: string,
): Promise<{ readonly cache: ScanCache; readonly skipped: readonly SkippedTool[] }> {
  const { text = '', problem, reason } = await readText(path, MAX_BYTES);
  const skipped =
    problem === 'unreadable' ? [skip(path, problem, `What was found before is not known: ${reason}`).skipped] : [];
  const value = parseJson(text);
  if (!isRecord(value) || value['version'] !== VERSION) return { cache: NO_SCAN, skipped };
  const { outcomes } = value;
  const asked = new Map(Array.isArray(outcomes) ? outcomes.flatMap(readOutcome) : []);
  return { cache: { files: readFiles(value['files']), outcomes: asked }, skipped };
}

/**
 * Writes the results for the next scan; concurrent readers get the old or the new ones.
 * Shape: { version: 3, files: { "/usr/bin/gh": ["2049:…", "unmarked"] }, outcomes: [["/usr/bin/gh", { … }]] }
 * @throws the system's error
 */
export async function saveScanCache(path: string, { files, outcomes }: ScanCache): Promise<void> {
  // Short, because there are 1,500.
  const short = Object.entries(files).map(([program, { stamp, verdict, targets }]) => [
    program,
    targets.length === 0 ? [stamp, verdict] : [stamp, verdict, targets.map((target) => [target.path, target.stamp])],
  ]);
  await ensureDirectory(dirname(path));
  const content = { version: VERSION, files: Object.fromEntries(short), outcomes: [...outcomes] };
  await writeFileAtomically(path, JSON.stringify(content));
}

function readFiles(value: unknown): ScanCache['files'] {
  const files: Record<string, ScreenedFile> = {};
  for (const [program, entry] of Object.entries(isRecord(value) ? value : {})) {
    const file = readFile(entry);
    // One invalid entry means that another program wrote the file, so none is trusted.
    if (file === undefined || !program.startsWith('/')) return {};
    files[program] = file;
  }
  return files;
}

function readFile(entry: unknown): ScreenedFile | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [stamp, verdict, targets = []]: unknown[] = entry;
  if (typeof stamp !== 'string' || !isVerdict(verdict) || !Array.isArray(targets)) return undefined;
  const read = targets.map(readTarget);
  return read.every((target) => target !== undefined) ? { stamp, verdict, targets: read } : undefined;
}

function readTarget(target: unknown): ScreenTarget | undefined {
  if (!Array.isArray(target)) return undefined;
  const [path, stamp]: unknown[] = target;
  return typeof path === 'string' && path.startsWith('/') && typeof stamp === 'string' ? { path, stamp } : undefined;
}

function isVerdict(value: unknown): value is ScreenVerdict {
  return VERDICTS.includes(value);
}

function readOutcome(entry: unknown): [string, AskedOutcome][] {
  if (!Array.isArray(entry)) return [];
  const [path, outcome]: unknown[] = entry;
  if (typeof path !== 'string' || !isRecord(outcome)) return [];
  const { stamp, code, reason } = outcome;
  if (typeof stamp !== 'string' || typeof code !== 'string' || typeof reason !== 'string') return [];
  return [[path, { stamp, code, reason }]];
}
