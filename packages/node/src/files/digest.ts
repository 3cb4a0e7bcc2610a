import { createReadStream } from 'node:fs';

/** Loading it costs a tenth of a hook's whole time, and most hooks need no digest. */
export function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}

/** The SHA-256 of bytes or of a text: 64 lower-case hex digits. */
export function digestOf(content: string | Uint8Array): string {
  return crypto().createHash('sha256').update(content).digest('hex');
}

/** The digest of a file's bytes. @throws the system's error */
export async function digestOfFile(algorithm: 'sha256' | 'sha512', path: string): Promise<Buffer> {
  const hash = crypto().createHash(algorithm);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest();
}
