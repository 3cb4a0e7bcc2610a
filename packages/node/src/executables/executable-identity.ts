import { statSync } from 'node:fs';
import { type StatedDigest, readChecksum } from '@atip/core/internal';
import { digestOfFile } from '../files/read-bounded-file.ts';
import { unlessRefusedLater } from '../files/system-error.ts';

/** Equal identities mean the same bytes at the same place. */
export interface ExecutableIdentity {
  readonly path: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: `sha256:${string}`;
  /** Device, inode, size, mtime and ctime; a program cannot reset its ctime. */
  readonly stamp: string;
}

export type IdentifyExecutable = (path: string) => Promise<ExecutableIdentity>;

/**
 * Makes a function that identifies executables; it only hashes when the stamp changed, and throws the system's error.
 */
export function createExecutableIdentifier(): IdentifyExecutable {
  const known = new Map<string, ExecutableIdentity>();
  return async (path) => {
    const before = await readStamp(path);
    const cached = known.get(path);
    if (cached?.stamp === before) return cached;
    const digest = await digestOfFile('sha256', path);
    const identity: ExecutableIdentity = { path, hash: `sha256:${digest.toString('hex')}`, stamp: before };
    // The hash belongs to the stamp only if nothing was written meanwhile.
    if ((await readStamp(path)) === before) known.set(path, identity);
    return identity;
  };
}

export interface StampFields {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** The state of a file as one text, for `ExecutableIdentity`. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: StampFields): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** Synchronous inside: through the thread pool it takes five times as long. */
export async function readStamp(path: string): Promise<string> {
  return stampOf(statSync(path, { bigint: true }));
}

/** Like `readStamp`. @returns undefined for a missing or inaccessible program. */
export function stampNow(path: string): Promise<string | undefined> {
  return unlessRefusedLater(readStamp(path), () => undefined);
}

/** Digests by the algorithm that the identity does not have. A changed file gets a new identity object. */
const OTHER_DIGESTS = new WeakMap<ExecutableIdentity, Buffer>();

/** `changed`: during reading. */
export type ChecksumProblem = 'checksum' | 'checksum-form' | 'changed';

/**
 * Compares a program with all digests of a document. @returns undefined when they match
 * @throws the system's error when it cannot be read
 */
export async function checksumProblem(
  digests: readonly StatedDigest[],
  identity: ExecutableIdentity,
): Promise<ChecksumProblem | undefined> {
  for (const { text } of digests) {
    const problem = await digestProblem(text, identity);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function digestProblem(text: string, identity: ExecutableIdentity): Promise<ChecksumProblem | undefined> {
  const checksum = readChecksum(text);
  if (checksum === undefined) return 'checksum-form';
  const { algorithm, encoding, digest } = checksum;
  if (algorithm === 'sha256')
    return Buffer.from(identity.hash.slice('sha256:'.length), 'hex').toString(encoding) === digest
      ? undefined
      : 'checksum';
  const known = OTHER_DIGESTS.get(identity) ?? (await digestOfFile(algorithm, identity.path));
  if ((await readStamp(identity.path)) !== identity.stamp) return 'changed';
  OTHER_DIGESTS.set(identity, known);
  return known.toString(encoding) === digest ? undefined : 'checksum';
}
