import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The SHA-256 of bytes or of a text: 64 lower-case hex digits. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The digest of a file's bytes. @throws the system's error */
export async function digestOfFile(algorithm: 'sha256' | 'sha512', path: string): Promise<Buffer> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest();
}
