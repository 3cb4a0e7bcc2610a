import { dirname } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/** What came of asking a program in one state: why it was left out, or that it answered. */
export interface RememberedOutcome {
  /** Of its file, and of those that it hands over to. */
  readonly stamp: string;
  /** `answered`, or that of the skip. */
  readonly code: string;
  readonly reason: string;
}

/** By where the program was found; so that nobody is asked twice for nothing. */
export type ProbeCache = ReadonlyMap<string, RememberedOutcome>;

/** Counts up when the questions or what counts as an answer change. */
const VERSION = 2;
const MAX_CACHE_FILE = 16 * 1024 * 1024;

/**
 * Reads what came of the questions of earlier scans.
 *
 * A file that is missing, too large, of another version or damaged is an empty cache: the programs are asked again.
 * @throws the system's error when the file is there and cannot be read.
 */
export async function loadProbeCache(path: string): Promise<ProbeCache> {
  try {
    const { bytes } = await readBoundedFile(path, MAX_CACHE_FILE);
    return parseCache(bytes === undefined ? '' : (decodeUtf8(bytes) ?? ''));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return new Map();
    throw error;
  }
}

/** Writes them for the next scan. @throws the system's error. */
export async function saveProbeCache(path: string, cache: ProbeCache): Promise<void> {
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, JSON.stringify({ version: VERSION, outcomes: [...cache] }));
}

function parseCache(text: string): ProbeCache {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== VERSION)
    return new Map();
  if (!('outcomes' in value) || !Array.isArray(value.outcomes)) return new Map();
  return new Map(value.outcomes.flatMap((entry: unknown) => readEntry(entry)));
}

function readEntry(entry: unknown): [string, RememberedOutcome][] {
  if (!Array.isArray(entry)) return [];
  const [path, answer]: unknown[] = entry;
  if (typeof path !== 'string' || typeof answer !== 'object' || answer === null) return [];
  const { stamp, code, reason } = { stamp: undefined, code: undefined, reason: undefined, ...answer };
  const texts: readonly unknown[] = [stamp, code, reason];
  if (!isTexts(texts)) return [];
  const [stampText = '', codeText = '', reasonText = ''] = texts;
  return [[path, { stamp: stampText, code: codeText, reason: reasonText }]];
}

function isTexts(values: readonly unknown[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string');
}
