/** Where a tool's metadata came from: the tool itself, a tool directory, or somebody who wrote it for the tool. */
export type RegistrySource = 'native' | 'canonical' | 'shim';

/**
 * One executable that was found, and where its metadata is kept.
 *
 * It is identified by `path` and `hash`: `name` is what a document claims, and two entries may claim the same.
 * @see ATIP 0.3 §4, §5.2
 */
export interface RegistryEntry {
  readonly name: string;
  /** Of the executable, absolute, links resolved. */
  readonly path: string;
  /** Where it was found, absolute: a link, or the same as `path`. */
  readonly foundAs: string;
  /** Over the executable's bytes when it was looked at. */
  readonly hash: `sha256:${string}`;
  /** Changes with every change of the file; see `ExecutableIdentity`. */
  readonly stamp: string;
  readonly source: RegistrySource;
  /** Absolute path of the file with its metadata. */
  readonly document: string;
  /** When it was first seen with this hash; ISO 8601, UTC. */
  readonly discoveredAt: string;
  /** When it was last looked at; ISO 8601, UTC. */
  readonly verifiedAt: string;
}

/** The content of `registry.json`. Fields that this version does not know are kept. @see ATIP 0.3 §4 */
export interface Registry {
  readonly version: '1';
  /** When it was last written; ISO 8601, UTC. */
  readonly updatedAt: string;
  readonly tools: readonly RegistryEntry[];
}

/** Bytes of `registry.json`, when read and when written. */
export const MAX_REGISTRY_BYTES = 16_777_216;

/** A registry of no tools, which was never written. */
export const EMPTY_REGISTRY: Registry = { version: '1', updatedAt: '1970-01-01T00:00:00.000Z', tools: [] };
