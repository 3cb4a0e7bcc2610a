import { compileGlob } from '@atip/core/internal';
import { readText } from '../files/read-bounded-file.ts';
import { whyOthersWrite } from '../executables/find-executable.ts';
import type { Expected } from './verify-bundle.ts';

/** A signer of documents, from the configuration of the system or of a person. */
export interface Signer {
  /** For people; it becomes a document's `signedBy`. */
  readonly name: string;
  /** PEM of a public key, or the absolute path of a file with one. */
  readonly key?: string;
  readonly identity?: string;
  readonly issuer?: string;
  /** Absolute path of a `trusted_root.json`. */
  readonly trustRoot?: string;
  /** The highest trust of this signer's documents. */
  readonly source: 'vendor' | 'org';
  /** Globs of the names that this signer may speak about. Absent: every name. */
  readonly tools?: readonly string[];
  /** The required builder and repository in a provenance of this signer's programs. */
  readonly provenance?: { readonly builder?: string; readonly source?: string };
}

/** True if the signer may speak about a tool of this name. */
export function speaksFor({ tools }: Signer, name: string): boolean {
  return tools === undefined || tools.some((glob) => compileGlob(glob)?.(name) === true);
}

/** Bytes; Sigstore's public one has 7 KB. */
const MAX_TRUST_FILE = 1_048_576;

/**
 * Reads the material for checking a signer's signatures. @returns a problem for a file that is missing, or that other
 * users may write
 */
export async function expectedOf({
  key,
  identity,
  issuer,
  trustRoot,
}: Pick<Signer, 'key' | 'identity' | 'issuer' | 'trustRoot'>): Promise<Expected | { readonly problem: string }> {
  const pem = key === undefined || key.includes('-----') ? key : await readTrustFile(key, 'The key');
  if (typeof pem === 'object') return pem;
  const root = trustRoot === undefined ? undefined : await readTrustFile(trustRoot, 'The trust root');
  if (typeof root === 'object') return root;
  return { key: pem, identity, issuer, trustRoot: root };
}

/** Reads a file that decides about trust: only root and this user may be able to write it. */
async function readTrustFile(path: string, what: string): Promise<string | { readonly problem: string }> {
  let fault: string | undefined;
  const { text, reason } = await readText(path, MAX_TRUST_FILE, 'followed', (stats) => {
    fault = whyOthersWrite(path, stats);
  });
  if (fault === undefined && text !== undefined) return text;
  return { problem: `${what} ${JSON.stringify(path)} cannot be used: ${fault ?? reason}` };
}
