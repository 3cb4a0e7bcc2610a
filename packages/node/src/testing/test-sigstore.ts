import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { initializeCA, initializeCTLog, initializeTLog } from '@sigstore/mock';

/** Time of certificates: later than the authority, whose own certificate begins now. */
const HOUR = 3_600_000;

export const RELEASE = 'https://github.com/acme/tools/.github/workflows/release.yml@refs/heads/main';
export const ISSUER = 'https://token.actions.githubusercontent.com';

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

interface Signing {
  readonly identity?: string;
  readonly issuer?: string;
  /** Ms between the certificate and the log entry. A certificate is valid for ten minutes. Absent: a minute. */
  readonly after?: number;
  /** Signs with another key than the certificate's. */
  readonly key?: KeyPair;
}

export interface TestSigstore {
  /** The text of its `trusted_root.json`. */
  readonly root: string;
  /** A bundle over a file, like `cosign sign-blob`. */
  sign(payload: Uint8Array, signing?: Signing): Promise<TestBundle>;
  /** A bundle with a statement, like `cosign attest-blob` and build services. */
  attest(statement: string, signing?: Signing & { readonly payloadType?: string }): Promise<TestBundle>;
}

export interface TestBundle {
  readonly mediaType: string;
  verificationMaterial: { certificate: { rawBytes: string }; tlogEntries: object[] };
  readonly messageSignature?: {
    readonly messageDigest: { readonly algorithm: string; readonly digest: string };
    signature: string;
  };
  readonly dsseEnvelope?: { payload: string; payloadType: string; signatures: { sig: string }[] };
}

/** A certificate authority with its logs, in memory, without a network. */
export async function createTestSigstore(): Promise<TestSigstore> {
  const made = new Date(Date.now() + HOUR);
  const [caKeys, ctKeys, logKeys] = [keyPair(), keyPair(), keyPair()];
  const ctlog = await initializeCTLog(ctKeys, made);
  const ca = await initializeCA(caKeys, ctlog, made);
  const certify = async (key: KeyPair, { identity = RELEASE, issuer = ISSUER }: Signing) =>
    base64(
      await ca.issueCertificate({
        publicKey: key.publicKey.export({ format: 'der', type: 'spki' }),
        subjectAltName: identity,
        extensions: [{ oid: '1.3.6.1.4.1.57264.1.8', value: issuer }],
      }),
    );
  const log = async (kind: string, spec: object, { after = 60_000 }: Signing): Promise<object> => {
    const tlog = await initializeTLog('https://rekor.test', logKeys, new Date(made.getTime() + after));
    const [entry] = Object.values(await tlog.log({ apiVersion: '0.0.1', kind, spec }));
    return logEntry(kind, entry);
  };
  return {
    root: trustedRoot({ certificate: ca.rootCertificate, ctlog: ctKeys, log: logKeys }),
    async sign(payload, signing = {}) {
      const key = keyPair();
      const rawBytes = await certify(key, signing);
      const signature = sign('sha256', payload, (signing.key ?? key).privateKey).toString('base64');
      const digest = createHash('sha256').update(payload).digest();
      const spec = {
        data: { hash: { algorithm: 'sha256', value: digest.toString('hex') } },
        signature: { content: signature, publicKey: { content: rawBytes } },
      };
      return {
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: { certificate: { rawBytes }, tlogEntries: [await log('hashedrekord', spec, signing)] },
        messageSignature: { messageDigest: { algorithm: 'SHA2_256', digest: digest.toString('base64') }, signature },
      };
    },
    async attest(statement, signing = {}) {
      const key = keyPair();
      const rawBytes = await certify(key, signing);
      const { payloadType = 'application/vnd.in-toto+json' } = signing;
      const payload = Buffer.from(statement);
      const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
      const sig = sign('sha256', Buffer.concat([Buffer.from(head), payload]), key.privateKey).toString('base64');
      const spec = {
        payloadHash: { algorithm: 'sha256', value: createHash('sha256').update(payload).digest('hex') },
        signatures: [{ signature: sig, verifier: rawBytes }],
      };
      return {
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: { certificate: { rawBytes }, tlogEntries: [await log('dsse', spec, signing)] },
        dsseEnvelope: { payload: payload.toString('base64'), payloadType, signatures: [{ sig }] },
      };
    },
  };
}

type Entry = Awaited<ReturnType<Awaited<ReturnType<typeof initializeTLog>>['log']>>[string];

function logEntry(kind: string, entry: Entry | undefined): object {
  const { inclusionProof: proof, signedEntryTimestamp } = entry?.verification ?? {};
  if (entry === undefined || proof === undefined) throw new Error('The log has no entry.');
  return {
    logIndex: String(entry.logIndex),
    logId: { keyId: base64(Buffer.from(entry.logID, 'hex')) },
    kindVersion: { kind, version: '0.0.1' },
    integratedTime: String(entry.integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(proof.logIndex),
      treeSize: String(proof.treeSize),
      rootHash: base64(Buffer.from(proof.rootHash, 'hex')),
      hashes: [],
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: entry.body,
  };
}

function trustedRoot(of: {
  readonly certificate: ArrayBufferView<ArrayBuffer>;
  readonly ctlog: KeyPair;
  readonly log: KeyPair;
}): string {
  const start = '2020-01-01T00:00:00Z';
  const logOf = (baseUrl: string, { publicKey }: KeyPair): object => {
    const bytes = publicKey.export({ format: 'der', type: 'spki' });
    return {
      baseUrl,
      hashAlgorithm: 'SHA2_256',
      publicKey: { rawBytes: base64(bytes), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor: { start } },
      logId: { keyId: base64(createHash('sha256').update(bytes).digest()) },
    };
  };
  return JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logOf('https://rekor.test', of.log)],
    certificateAuthorities: [
      {
        subject: { organization: 'test', commonName: 'test' },
        uri: 'https://fulcio.test',
        certChain: { certificates: [{ rawBytes: base64(of.certificate) }] },
        validFor: { start },
      },
    ],
    ctlogs: [logOf('https://ctlog.test', of.ctlog)],
    timestampAuthorities: [],
  });
}

function keyPair(): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
}

function base64(bytes: ArrayBufferView): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
