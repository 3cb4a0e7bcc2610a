import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliHost } from '../cli-host.ts';

/**
 * Finds the signature of a document, in the file beside it.
 * @returns the text of a bundle, a problem with its file, or undefined without a signature
 */
export async function findSignature(
  file: string,
  { cwd }: CliHost,
): Promise<string | { readonly problem: string } | undefined> {
  if (file === '-') return undefined;
  // Imported here: most commands read no signature.
  const { BUNDLE_ENDING, readSignature } = await import('@atip/node/internal');
  const beside = resolve(cwd, `${file}${BUNDLE_ENDING}`);
  return existsSync(beside) ? readSignature(beside) : undefined;
}
