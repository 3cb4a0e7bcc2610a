import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliHost } from '../cli-host.ts';

/**
 * Finds the signature of a document: the file beside it, else the one inside. The address of an attestation does not count.
 * @returns the text of a bundle, a problem with its file, or undefined without a signature
 */
export async function findSignature(
  file: string,
  attestation: string | undefined,
  { cwd }: CliHost,
): Promise<string | { readonly problem: string } | undefined> {
  const carried = attestation?.trimStart().startsWith('{') === true ? attestation : undefined;
  if (file === '-') return carried;
  // Imported here: most commands read no signature.
  const { BUNDLE_ENDING, readSignature } = await import('@atip/node/internal');
  const beside = resolve(cwd, `${file}${BUNDLE_ENDING}`);
  return existsSync(beside) ? readSignature(beside) : carried;
}
