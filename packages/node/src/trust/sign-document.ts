import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isRecord, setOwn } from '@atip/core/internal';
import { digestOf } from '../files/digest.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { canonicalDocument } from './canonical-json.ts';
import { isUsable, keyHint, keyName } from './verify-bundle.ts';

export const KEY_TYPES = ['p256', 'ed25519'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** Makes a pair of keys as PEM. @param passphrase encrypts the private one; absent: it is not encrypted */
export function newKeys(
  type: KeyType,
  passphrase: string | undefined,
): { readonly privateKey: string; readonly publicKey: string; readonly name: string } {
  const { privateKey, publicKey } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = { format: 'pem', type: 'pkcs8' } as const;
  const written = privateKey.export(passphrase === undefined ? pem : { ...pem, cipher: 'aes-256-cbc', passphrase });
  return {
    privateKey: String(written),
    publicKey: String(publicKey.export({ format: 'pem', type: 'spki' })),
    name: keyName(publicKey),
  };
}

/** A private key, or why not; `isEncrypted`: the passphrase is missing or wrong. */
export type PrivateKeyReading =
  | { readonly key: KeyObject }
  | { readonly problem: string; readonly isEncrypted: boolean };

/** Reads a private key: PEM, ECDSA P-256 or Ed25519. Messages never repeat parts of it. */
export function readPrivateKey(pem: string, passphrase: string | undefined): PrivateKeyReading {
  const isEncrypted = /ENCRYPTED/.test(pem);
  if (isEncrypted && passphrase === undefined)
    return { problem: 'The key is encrypted, and there is no passphrase.', isEncrypted };
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
    if (isUsable(key)) return { key };
  } catch (error) {
    if (!(error instanceof Error) || systemErrorCode(error) === undefined) throw error;
    if (isEncrypted) return { problem: 'The key cannot be read with this passphrase.', isEncrypted };
  }
  return { problem: 'The key is no private key in PEM of ECDSA P-256 or Ed25519.', isEncrypted: false };
}

/** The text of a Sigstore bundle with a key's signature over the canonical form of a document. */
export interface SignedDocument {
  readonly bundle: string;
  /** `key SHA256:…` */
  readonly by: string;
  /** The bundle's name for the key. */
  readonly hint: string;
}

/** Signs the canonical form of a document's text with a key. @see canonicalDocument */
export function signDocument(text: string, key: KeyObject): SignedDocument | { readonly problem: string } {
  const canonical = canonicalDocument(text);
  if ('problem' in canonical) return canonical;
  const { bytes } = canonical;
  const publicKey = createPublicKey(key);
  const signature = sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key);
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: keyHint(publicKey) }, tlogEntries: [] },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: Buffer.from(digestOf(bytes), 'hex').toString('base64') },
      signature: signature.toString('base64'),
    },
  };
  return { bundle: JSON.stringify(bundle), by: keyName(publicKey), hint: keyHint(publicKey) };
}

/**
 * Embeds a signature in its document, as `trust.attestation`, so that a program's answer can contain it.
 * Shape: `{ "name": "x" }` → `{ "name": "x", "trust": { "attestation": "{…}" } }`, indented
 */
export function embedSignature(text: string, bundle: string): string {
  const document: unknown = JSON.parse(text);
  if (!isRecord(document)) throw new TypeError('Only a JSON object can carry a signature.');
  const { trust } = document;
  const changed = { ...document };
  setOwn(changed, 'trust', { ...(isRecord(trust) && trust), attestation: bundle });
  return `${JSON.stringify(changed, null, 2)}\n`;
}
