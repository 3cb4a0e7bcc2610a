import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { digestOf } from '../files/read-bounded-file.ts';
import { keyHint, keyName } from '../trust/verify-bundle.ts';

export interface TestKeys {
  readonly privateKey: string;
  readonly publicKey: string;
  /** `key SHA256:…` */
  readonly name: string;
}

/** A pair of keys as PEM. */
export function createTestKeys(type: 'p256' | 'ed25519' = 'p256'): TestKeys {
  const { privateKey, publicKey } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    privateKey: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    publicKey: String(publicKey.export({ format: 'pem', type: 'spki' })),
    name: keyName(publicKey),
  };
}

/** A bundle over a file, like `cosign sign-blob --key`, without a log entry. */
export function signWithKey(text: string, { privateKey }: TestKeys): string {
  const publicKey = createPublicKey(privateKey);
  const signature = sign(publicKey.asymmetricKeyType === 'ed25519' ? null : 'sha256', Buffer.from(text), privateKey);
  return JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: keyHint(publicKey) }, tlogEntries: [] },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: Buffer.from(digestOf(text), 'hex').toString('base64') },
      signature: signature.toString('base64'),
    },
  });
}
