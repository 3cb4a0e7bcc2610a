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

/** The file with the results of earlier scans. */
export function scanFile(env: Environment): string {
  return join(xdgPaths(env).cache, 'scan.json');
}

/** True if a scan of this machine has ever saved its results. */
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
  readonly targets: readonly { readonly path: string; readonly stamp: string }[];
}

export interface AskedOutcome {
  /** State of its file, and of the files that it starts. */
  readonly stamp: string;
  /** `answered`, or a skip code. */
  readonly code: string;
  readonly reason: string;
}

/** Raise it when a rule for verdicts, the questions or the accepted answers change, so that old results are ignored. */
const VERSION = 4;

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
    problem === 'unreadable' ? [skip(path, problem, `Earlier results are unknown: ${reason}`).skipped] : [];
  const value = parseJson(text);
  if (!isRecord(value) || value['version'] !== VERSION) return { cache: NO_SCAN, skipped };
  const { outcomes } = value;
  const asked = new Map(Array.isArray(outcomes) ? outcomes.flatMap(readOutcome) : []);
  return { cache: { files: readFiles(value['files']), outcomes: asked }, skipped };
}

/**
 * Writes the results for the next scan; concurrent readers get the old or the new ones.
 * Shape: { version: 4, files: { "/usr/bin/gh": { stamp: "2049:…", … } }, outcomes: [["/usr/bin/gh", { … }]] }
 * @throws the system's error
 */
export async function saveScanCache(path: string, { files, outcomes }: ScanCache): Promise<void> {
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, JSON.stringify({ version: VERSION, files, outcomes: [...outcomes] }));
}

/** One invalid entry means that another program wrote the file, so none is trusted. */
function readFiles(value: unknown): ScanCache['files'] {
  const entries = Object.entries(isRecord(value) ? value : {});
  const areFiles = entries.every(([program, file]) => program.startsWith('/') && isScreenedFile(file));
  // Each was checked.
  return areFiles ? (Object.fromEntries(entries) as ScanCache['files']) : {};
}

function isScreenedFile(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['targets'])) return false;
  const { stamp, verdict, targets } = value;
  const isTarget = (one: unknown): boolean =>
    isRecord(one) && String(one['path']).startsWith('/') && typeof one['stamp'] === 'string';
  return typeof stamp === 'string' && VERDICTS.includes(verdict) && targets.every(isTarget);
}

function readOutcome(entry: unknown): [string, AskedOutcome][] {
  const [path, outcome]: unknown[] = Array.isArray(entry) ? entry : [];
  if (typeof path !== 'string' || !isRecord(outcome)) return [];
  const { stamp, code, reason } = outcome;
  if (typeof stamp !== 'string' || typeof code !== 'string' || typeof reason !== 'string') return [];
  return [[path, { stamp, code, reason }]];
}
