import { readChecksum, type StatedDigest } from '@atip/core/internal';
import { digestOfFile } from '../files/digest.ts';
import { type ExecutableIdentity, readStamp } from './executable-identity.ts';

/** The digest of a program's file by the other algorithm; a changed file gets a new identity object. */
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
