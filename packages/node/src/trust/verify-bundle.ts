import { type KeyObject, X509Certificate, createPublicKey, verify } from 'node:crypto';
import { readJson } from '@atip/core/internal';
import type { Bundle } from '@sigstore/bundle';
import type { SignedEntity } from '@sigstore/verify';
import { digestOf } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';

/** The expected signer: a key, or an identity in a certificate. */
export interface Expected {
  /** PEM of a public key: ECDSA P-256 or Ed25519. Certificates are then refused. */
  readonly key?: string | undefined;
  /** The certificate's subject, such as an e-mail or workflow address: compared as a whole. */
  readonly identity?: string | undefined;
  /** The certificate's issuer of identities, such as `https://token.actions.githubusercontent.com`. */
  readonly issuer?: string | undefined;
  /** JSON of a `trusted_root.json`. Certificates require one; with a key it makes a log entry necessary. */
  readonly trustRoot?: string | undefined;
}

/** A verified signature. */
export interface Verified {
  /** `key SHA256:…` or `IDENTITY (ISSUER)`. */
  readonly by: string;
  /** Time of signing, witnessed by a log or a timestamp authority; ISO 8601. Absent: no witness. */
  readonly at?: string | undefined;
  /** The entry that was checked. */
  readonly log?: { readonly id: string; readonly index: string } | undefined;
}

/** `problem` is a sentence, or several. */
type Verification = { readonly verified: Verified } | { readonly problem: string };

/** The digest's number in Sigstore's enumeration. */
const SHA2_256 = 1;

/**
 * Verifies the signature of a bundle over given bytes, or over its own statement when it has one. Nothing is fetched.
 * Never throws for the content of bundle, key or trust root: an impossible check is a problem. @param payload the bytes
 * that were read once and are used afterwards. Absent: the bundle must contain a statement (DSSE)
 */
export async function verifyBundle(
  bundle: Bundle,
  payload: Uint8Array | undefined,
  expected: Expected,
): Promise<Verification> {
  const data = signedData(bundle, payload);
  if ('problem' in data) return data;
  const { content } = bundle.verificationMaterial;
  const isKey = content.$case === 'publicKey';
  if (expected.key === undefined) {
    if (isKey) return { problem: 'It was signed with a key, but a certificate is expected.' };
    return verifyCertificate(bundle, payload, expected);
  }
  if (!isKey) return { problem: 'It was signed with a certificate, but a key is expected.' };
  const key = readPublicKey(expected.key);
  if ('problem' in key) return key;
  if (!isSignedBy(key.key, data)) return { problem: `The signature is not that of ${keyName(key.key)}.` };
  if (expected.trustRoot !== undefined) return verifyLogged(bundle, data, key.key, expected.trustRoot);
  return { verified: { by: keyName(key.key) } };
}

interface SignedData {
  readonly bytes: Uint8Array;
  readonly signature: Buffer;
}

/**
 * The content that must match the signature: the given bytes, or the statement in its envelope. A mix-up is refused
 * here.
 */
function signedData({ content }: Bundle, payload: Uint8Array | undefined): SignedData | { readonly problem: string } {
  if (content.$case === 'dsseEnvelope') {
    if (payload !== undefined) return { problem: 'It signs a statement (DSSE), not this document.' };
    const { payloadType, payload: statement, signatures } = content.dsseEnvelope;
    const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${statement.length} `;
    return { bytes: Buffer.concat([Buffer.from(head), statement]), signature: signatures[0]?.sig ?? Buffer.alloc(0) };
  }
  if (payload === undefined) return { problem: 'It signs a file, and is no statement (DSSE).' };
  const { messageDigest, signature } = content.messageSignature;
  if (messageDigest.algorithm !== SHA2_256) return { problem: 'It names another digest than SHA-256.' };
  const digest = digestOf(payload);
  if (messageDigest.digest.toString('hex') !== digest) {
    const named = messageDigest.digest.toString('hex').slice(0, 12);
    return { problem: `It is the signature of something else (${named}…); this has ${digest.slice(0, 12)}….` };
  }
  return { bytes: payload, signature };
}

type KeyReading = { readonly key: KeyObject } | { readonly problem: string };

/** Reads a public key. Only ECDSA P-256 and Ed25519 are accepted, so that a bundle cannot choose an algorithm. */
function readPublicKey(pem: string): KeyReading {
  const problem = 'The key is not a public key in PEM of ECDSA P-256 or Ed25519.';
  if (/PRIVATE KEY/.test(pem)) return { problem: 'The key is a private one; name the public one.' };
  try {
    const key = createPublicKey(pem);
    return isUsable(key) ? { key } : { problem };
  } catch (error) {
    if (!(error instanceof Error) || systemErrorCode(error) === undefined) throw error;
    return { problem };
  }
}

function isUsable({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return (
    asymmetricKeyType === 'ed25519' || (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1')
  );
}

/** `key SHA256:` and the digest of the key's bytes, in ssh's form. */
export function keyName(key: KeyObject): string {
  return `key SHA256:${keyHint(key)}`;
}

/** Base64 of the SHA-256 of the key's bytes (SubjectPublicKeyInfo). */
export function keyHint(key: KeyObject): string {
  return Buffer.from(digestOf(key.export({ format: 'der', type: 'spki' })), 'hex').toString('base64');
}

function isSignedBy(key: KeyObject, { bytes, signature }: SignedData): boolean {
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key, signature);
  } catch (error) {
    // OpenSSL throws for some bytes that are not a signature.
    if (!(error instanceof Error) || systemErrorCode(error) === undefined) throw error;
    return false;
  }
}

/** The key's signature is valid; it must also be in a log. */
async function verifyLogged(bundle: Bundle, data: SignedData, key: KeyObject, root: string): Promise<Verification> {
  return withSigstore(bundle, root, key, (entity, verifier) => {
    verifier.verify({ ...entity, signature: contentOf(entity, key, data) });
    return { verified: { by: keyName(key), ...witnessOf(entity) } };
  });
}

/** Sigstore's own class does not support Ed25519. */
function contentOf({ signature }: SignedEntity, key: KeyObject, data: SignedData): SignedEntity['signature'] {
  return {
    signature: data.signature,
    compareSignature: (other) => signature.compareSignature(other),
    compareDigest: (other) => signature.compareDigest(other),
    verifySignature: () => isSignedBy(key, data),
  };
}

async function verifyCertificate(
  bundle: Bundle,
  payload: Uint8Array | undefined,
  { identity, issuer, trustRoot }: Expected,
): Promise<Verification> {
  if (identity === undefined || issuer === undefined)
    return { problem: 'It was signed with a certificate; name its identity and issuer.' };
  if (trustRoot === undefined)
    return { problem: 'There is no trust root: a certificate cannot be checked without the accepted authorities.' };
  return withSigstore(
    bundle,
    trustRoot,
    undefined,
    (entity, verifier) => {
      const { identity: named } = verifier.verify(entity);
      // Not by Sigstore's policy, which reads the expected identity as a regular expression.
      const [subject, by] = [named?.subjectAlternativeName, named?.extensions?.issuer];
      if (subject !== identity)
        return { problem: `It was signed by ${quote(subject)}, but ${quote(identity)} is expected.` };
      if (by !== issuer) return { problem: `${quote(by)} vouches for the identity, but ${quote(issuer)} is expected.` };
      return { verified: { by: `${identity} (${issuer})`, ...witnessOf(entity) } };
    },
    payload,
  );
}

function quote(text: string | undefined): string {
  return JSON.stringify(plain(text ?? ''));
}

type Verifier = import('@sigstore/verify').Verifier;

/** Loads Sigstore's verifier and its data; any error about them is a problem. */
async function withSigstore(
  bundle: Bundle,
  root: string,
  key: KeyObject | undefined,
  act: (entity: SignedEntity, verifier: Verifier) => Verification,
  payload?: Uint8Array,
): Promise<Verification> {
  const [{ toSignedEntity, toTrustMaterial, Verifier }, { TrustedRoot }] = await Promise.all([
    import('@sigstore/verify'),
    import('@sigstore/protobuf-specs'),
  ]);
  let verifier: Verifier;
  try {
    const always = key && { publicKey: key, validFor: () => true };
    const finder = always === undefined ? undefined : () => always;
    verifier = new Verifier(toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(root)), finder));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: 'The trust root cannot be read: it is not a trusted_root.json of Sigstore.' };
  }
  const entity = ((): SignedEntity | undefined => {
    try {
      return toSignedEntity(bundle, payload === undefined ? undefined : Buffer.from(payload));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return undefined;
    }
  })();
  if (entity === undefined) return { problem: 'Its certificate or timestamp cannot be read.' };
  try {
    return act(entity, verifier);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: explain(error, bundle, entity) };
  }
}

/** The witness of the signature; only for a verified entity. */
function witnessOf(entity: SignedEntity): Pick<Verified, 'at' | 'log'> {
  const times = timesOf(entity);
  const [entry] = entity.tlogEntries;
  return {
    at: times.length > 0 ? new Date(Math.min(...times)).toISOString() : undefined,
    log: entry && { id: entry.logId.keyId.toString('hex'), index: entry.logIndex },
  };
}

/** Ms since 1970. An entry's time counts if the log has signed it. */
function timesOf({ timestamps }: SignedEntity): number[] {
  return timestamps.flatMap((one) => {
    if (one.$case === 'timestamp-authority') return [one.timestamp.signingTime.getTime()];
    const { inclusionPromise, integratedTime } = one.tlogEntry;
    return inclusionPromise === undefined ? [] : [Number(integratedTime) * 1000];
  });
}

const REASONS: Readonly<Record<string, string>> = {
  TLOG_ERROR: 'It has no entry in a log.',
  TLOG_MISSING_INCLUSION_ERROR: 'Its log entry does not show that the log has it.',
  TLOG_INCLUSION_PROMISE_ERROR: 'The timestamp of its log entry is not signed by a log of the trust root.',
  TLOG_INCLUSION_PROOF_ERROR: 'The proof that the log has its entry is wrong.',
  TLOG_BODY_ERROR: 'Its log entry is that of another signature.',
  TIMESTAMP_ERROR: 'No log and no authority of the trust root witnesses when it was signed.',
  SIGNATURE_ERROR: 'The signature is not that of its certificate.',
  PUBLIC_KEY_ERROR: 'The key cannot be used.',
};

function explain(error: Error, bundle: Bundle, entity: SignedEntity): string {
  const code: unknown = 'code' in error ? error.code : undefined;
  if (code === 'CERTIFICATE_ERROR') return explainCertificate(error, bundle, entity);
  const reason = typeof code === 'string' && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return reason ?? `It cannot be checked (${plain(error.message)}).`;
}

function explainCertificate(error: Error, bundle: Bundle, entity: SignedEntity): string {
  const { cause, message } = error;
  if (/SCT/.test(message)) return 'Its certificate does not show that a log of the trust root has it (SCT).';
  const inner = cause instanceof Error ? cause.message : '';
  if (/expired/.test(inner)) {
    const { content } = bundle.verificationMaterial;
    const raw = content.$case === 'certificate' ? content.certificate.rawBytes : undefined;
    const from = raw && new Date(new X509Certificate(raw).validFrom);
    const isEarly = from !== undefined && timesOf(entity).some((time) => time < from.getTime());
    return isEarly
      ? 'Its certificate was not yet valid when it was signed.'
      : 'Its certificate had expired when it was signed.';
  }
  if (inner === '') return 'No authority of the trust root was valid when it was signed.';
  return 'Its certificate is not from an authority of the trust root.';
}

/** Bytes of a bundle. One with a certificate, a log entry and a proof has 10 KB, one with a provenance seldom 100 KB. */
export const MAX_BUNDLE = 1_048_576;

type BundleReading = { readonly bundle: Bundle } | { readonly problem: string };

/**
 * Reads the text of a Sigstore bundle, loading Sigstore's own reader on use. Limits: `MAX_BUNDLE`; JSON without any
 * issue, because two readers must not see two signatures.
 */
export async function readBundle(text: string): Promise<BundleReading> {
  if (text.length > MAX_BUNDLE) return { problem: `The bundle is larger than ${MAX_BUNDLE} bytes.` };
  const { root, issues } = readJson(text);
  const [issue] = issues;
  if (root === undefined || issue !== undefined)
    return { problem: `The bundle is not unambiguous JSON. ${issue?.message ?? ''}`.trimEnd() };
  const { bundleFromJSON } = await import('@sigstore/bundle');
  try {
    return { bundle: bundleFromJSON(root.value) };
  } catch (error) {
    // Any error that a foreign bundle causes means that it is no bundle.
    if (!(error instanceof Error)) throw error;
    return { problem: `It is not a Sigstore bundle (${plain(error.message)}).` };
  }
}

/** A library's message about foreign bytes, for use in our sentence. */
export function plain(message: string): string {
  return message
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
}
