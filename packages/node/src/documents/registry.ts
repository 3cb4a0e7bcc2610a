import { isAbsolute } from 'node:path';
import { CONTROLS, isRecord, stated } from '@atip/core/internal';
import { readText } from '../files/read-bounded-file.ts';

/** The origin of a tool's document: the tool itself, a tool directory, or an author of a shim. */
type RegistrySource = 'native' | 'canonical' | 'shim';

/**
 * A found executable, and the place of its document. `path` and `hash` identify it; two entries may claim one
 * `name`.
 * @see ATIP 0.3 §4, §5.2
 */
export interface RegistryEntry {
  readonly name: string;
  /** Path of the executable, absolute, links resolved. */
  readonly path: string;
  /** Its path on the PATH, absolute: a link, or the same as `path`. */
  readonly foundAs: string;
  /** SHA-256 of the executable's bytes at the last check. */
  readonly hash: `sha256:${string}`;
  /** Changes with every change of the file; see `ExecutableIdentity`. */
  readonly stamp: string;
  readonly source: RegistrySource;
  /** Absolute path of the file with its document. */
  readonly document: string;
  /** When this hash was first seen; ISO 8601, UTC. */
  readonly discoveredAt: string;
  /** Time of the last check; ISO 8601, UTC. */
  readonly verifiedAt: string;
}

/** The content of `registry.json`. Unknown fields are kept. @see ATIP 0.3 §4 */
export interface Registry {
  readonly version: '1';
  /** Time of the last write; ISO 8601, UTC. */
  readonly updatedAt: string;
  readonly tools: readonly RegistryEntry[];
}

/** Most bytes of `registry.json`, for reading and writing. */
export const MAX_REGISTRY_BYTES = 16_777_216;

/** A registry without tools, which was never written. */
export const EMPTY_REGISTRY: Registry = { version: '1', updatedAt: '1970-01-01T00:00:00.000Z', tools: [] };

/**
 * `corrupt`: the next writer sets the file aside and starts a new one; `unreadable`, `newer-version`: writers refuse.
 */
export interface RegistryProblem {
  readonly code: 'corrupt' | 'unreadable' | 'newer-version';
  readonly message: string;
}

/** The result of reading a registry; with a problem, `registry` has no tools. */
export interface RegistryReading {
  readonly registry: Registry;
  /** Number of invalid entries; a scan finds their tools again. */
  readonly dropped: number;
  /** Invalid entries that are objects, unchanged: other implementations may read them. Absent: none. */
  readonly others?: readonly object[];
  readonly problem?: RegistryProblem;
}

/**
 * Reads a registry without a lock; a missing file is one without tools. Limits: a regular file of at most 16 MiB, JSON in
 * UTF-8.
 * @see ATIP 0.3 §4, §10.1
 */
export async function loadRegistry(path: string): Promise<RegistryReading> {
  const { text, problem, reason } = await readText(path, MAX_REGISTRY_BYTES);
  if (text !== undefined) {
    const parsed = parseRegistry(text);
    return 'problem' in parsed ? without(parsed.problem, parsed.message) : parsed;
  }
  if (problem === 'missing') return { registry: EMPTY_REGISTRY, dropped: 0 };
  return without(problem === 'too-large' || problem === 'not-utf8' ? 'corrupt' : 'unreadable', reason);
}

function without(code: RegistryProblem['code'], message: string): RegistryReading {
  return { registry: EMPTY_REGISTRY, dropped: 0, problem: { code, message } };
}

/** `newer-version` is not damage: a later version of this library wrote it. */
type ParsedRegistry =
  | Pick<RegistryReading, 'registry' | 'dropped' | 'others'>
  | { readonly problem: 'corrupt' | 'newer-version'; readonly message: string };

/** Parses a registry; invalid entries are dropped one by one. Any program of this user may have written the file. */
function parseRegistry(text: string): ParsedRegistry {
  const value = parseWritable(text);
  if (!isRecord(value)) return corrupt('It is no JSON object.');
  const { version, updatedAt, tools, ...others } = value;
  if (typeof version === 'string' && /^(?:1\.\d{1,6}|(?:[2-9]|[1-9]\d{1,5})(?:\.\d{1,6})?)$/.test(version)) {
    return { problem: 'newer-version', message: `It has version ${version}; this program reads version 1.` };
  }
  if (version !== '1') return corrupt('Its version is not "1".');
  if (!Array.isArray(tools)) return corrupt('Its tools are no list.');
  const kept = tools.filter((entry): entry is RegistryEntry => kindOf(entry) === 'entry');
  const foreign = tools.filter((entry) => kindOf(entry) === 'other');
  const written = typeof updatedAt === 'string' && isTime(updatedAt) ? updatedAt : EMPTY_REGISTRY.updatedAt;
  return stated({
    registry: { ...others, version: '1' as const, updatedAt: written, tools: kept },
    dropped: tools.length - kept.length,
    others: foreign.length > 0 ? foreign : undefined,
  });
}

function corrupt(message: string): ParsedRegistry {
  return { problem: 'corrupt', message };
}

/** @returns undefined unless it is JSON whose depth can be written again. */
function parseWritable(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    JSON.stringify(value, null, 1);
    return value;
  } catch (error) {
    // Parsing allows deeper nesting than writing.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** UTF-16 units; more than any system allows for a path. */
const MAX_PATH = 8192;
const MAX_NAME = 256;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
/** Names are shown to people and models. */
const UNPRINTABLE = new RegExp(`[${CONTROLS}]`, 'u');

type FieldCheck = (value: string) => boolean;

const isPath: FieldCheck = (value) => isAbsolute(value) && value.length <= MAX_PATH && !value.includes('\0');

const CHECKS: Readonly<Record<keyof RegistryEntry, FieldCheck>> = {
  name: (value) => value !== '' && value.length <= MAX_NAME && !UNPRINTABLE.test(value),
  path: isPath,
  foundAs: isPath,
  hash: (value) => /^sha256:[0-9a-f]{64}$/.test(value),
  stamp: (value) => /^[\d:]{1,256}$/.test(value),
  source: (value) => value === 'native' || value === 'canonical' || value === 'shim',
  document: isPath,
  discoveredAt: isTime,
  verifiedAt: isTime,
};

function isTime(value: string): boolean {
  return TIME.test(value) && !Number.isNaN(Date.parse(value));
}

/** Tells entries that this library could have written from other objects, and these from all else. */
function kindOf(value: unknown): 'entry' | 'other' | 'none' {
  if (!isRecord(value)) return 'none';
  const isEntry = Object.entries(CHECKS).every(([field, check]) => {
    const content: unknown = Object.hasOwn(value, field) ? value[field] : undefined;
    return typeof content === 'string' && check(content);
  });
  return isEntry ? 'entry' : 'other';
}
