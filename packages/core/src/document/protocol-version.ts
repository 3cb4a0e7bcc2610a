import { getOwn, isRecord } from '../json/is-record.ts';

/** The newest minor version of the protocol that we read: 0.6. The major one is 0. */
export const KNOWN_MINOR = 6;

/**
 * The version of the protocol that a document names, `"0.3"` or, since 0.4, `{ "version": "0.4" }`; else `undefined`.
 */
export function declaredVersion(document: unknown): unknown {
  const declared = isRecord(document) ? getOwn(document, 'atip') : undefined;
  return isRecord(declared) ? getOwn(declared, 'version') : declared;
}

/**
 * The version of the protocol that a document requires of an agent (`minAgentVersion`); `undefined` if it states none.
 */
export function neededVersion(document: unknown): unknown {
  const declared = isRecord(document) ? getOwn(document, 'atip') : undefined;
  return isRecord(declared) ? getOwn(declared, 'minAgentVersion') : undefined;
}

/** `"0.6.1"` → `[0, 6]`; `undefined` for anything that is no version. */
export function versionParts(version: unknown): readonly [major: number, minor: number] | undefined {
  const parts = typeof version === 'string' ? /^(\d+)\.(\d+)(?:\.\d+)?$/.exec(version) : null;
  return parts === null ? undefined : [Number(parts[1]), Number(parts[2])];
}

/** True for a document of a later 0.x, which is read as one of 0.6: part of what it says may be missed. */
export function isNewerVersion(document: unknown): boolean {
  const [major = 0, minor = 0] = versionParts(declaredVersion(document)) ?? [];
  return major === 0 && minor > KNOWN_MINOR;
}

/** True for a version that no reader of 0.x can read: another major one, or 0.0. */
export function isOtherProtocol([major, minor]: readonly [number, number]): boolean {
  return major !== 0 || minor === 0;
}

/** True if we meet a required agent version: 0.6 or an earlier one. */
export function isKnownAgent([major, minor]: readonly [number, number]): boolean {
  return major === 0 && minor <= KNOWN_MINOR;
}
