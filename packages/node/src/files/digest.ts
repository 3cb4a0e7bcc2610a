import { createHash } from 'node:crypto';

/** The SHA-256 of some bytes, or of a text: 64 lower-case hex digits. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
