import { decodeUtf8 } from '../files/decode-utf8.ts';
import { isTime, wrongField } from './check-entry.ts';
import { EMPTY_REGISTRY, type Registry, type RegistryEntry } from './registry.ts';

/** An entry that was left out. */
export interface DroppedEntry {
  /** Its place in `tools`, from 0. */
  readonly index: number;
  /** The first field that is missing or wrong; `entry` when it is no object. */
  readonly field: keyof RegistryEntry | 'entry';
}

/** `newer-version` is not damage: a later version of this library wrote it. */
export type ParsedRegistry =
  | { readonly registry: Registry; readonly dropped: readonly DroppedEntry[] }
  | { readonly problem: 'corrupt' | 'newer-version'; readonly message: string };

/**
 * Reads the text of a registry; entries that are wrong are left out, one by one.
 *
 * Every field is checked, since any program of this user may have written the file.
 */
export function parseRegistry(bytes: Uint8Array): ParsedRegistry {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return corrupt('It is no JSON object.');
  const { version, updatedAt, tools, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof version === 'string' && /^(?:1\.\d{1,6}|(?:[2-9]|[1-9]\d{1,5})(?:\.\d{1,6})?)$/.test(version)) {
    return { problem: 'newer-version', message: `It has version ${version}; this program reads version 1.` };
  }
  if (version !== '1') return corrupt('Its version is not "1".');
  if (!Array.isArray(tools)) return corrupt('Its tools are no list.');
  const dropped: DroppedEntry[] = [];
  const kept = tools.filter((entry, index): entry is RegistryEntry => {
    const field = wrongField(entry);
    if (field !== undefined) dropped.push({ index, field });
    return field === undefined;
  });
  const written = typeof updatedAt === 'string' && isTime(updatedAt) ? updatedAt : EMPTY_REGISTRY.updatedAt;
  return { registry: { ...others, version, updatedAt: written, tools: kept }, dropped };
}

function corrupt(message: string): ParsedRegistry {
  return { problem: 'corrupt', message };
}

/** @returns undefined for what is no JSON in UTF-8, or nested too deep to be written again. */
function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    JSON.stringify(value, null, 1);
    return value;
  } catch (error) {
    // Reading goes deeper than writing does.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
