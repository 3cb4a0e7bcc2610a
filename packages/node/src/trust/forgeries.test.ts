import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createTestKeys, signWithKey } from '../testing/test-keys.ts';
import { createTestSigstore, ISSUER, RELEASE, type TestBundle } from '../testing/test-sigstore.ts';
import { checkProvenance } from './provenance.ts';
import { checkSigners } from './raise-trust.ts';
import type { Signer } from './signers.ts';

const DOCUMENT =
  '{"atip":{"version":"0.4"},"name":"deploy","version":"1","description":"Déploie","x-n":1.50,"trust":{"source":"vendor"}}';
const OTHER = DOCUMENT.replace('Déploie', 'Removes');

const SIGSTORE = createTestSigstore();
const OTHER_SIGSTORE = createTestSigstore();
const [ACME, EVE, ED] = [createTestKeys(), createTestKeys(), createTestKeys('ed25519')];

function keySigned(text: string = DOCUMENT, keys = ACME): string {
  return signWithKey(text, keys);
}

async function keyless(change: (bundle: TestBundle) => void = () => undefined, signing = {}): Promise<string> {
  const bundle = await (await SIGSTORE).sign(Buffer.from(DOCUMENT), signing);
  change(bundle);
  return JSON.stringify(bundle);
}

/** Our document's digest, with the signature of another bundle. */
function withSignatureOf(other: string): string {
  const { messageSignature, ...rest } = JSON.parse(keySigned());
  const { signature } = JSON.parse(other).messageSignature;
  return JSON.stringify({ ...rest, messageSignature: { ...messageSignature, signature } });
}

const BY_KEY: Signer = { name: 'acme', source: 'vendor', key: ACME.publicKey };
const BY_IDENTITY = { name: 'acme', source: 'vendor', identity: RELEASE, issuer: ISSUER } as const;

interface Case {
  readonly text?: string;
  readonly bundle: string | Promise<string>;
  readonly signer?: Partial<Signer>;
}

async function judge({ text = DOCUMENT, bundle, signer = BY_KEY }: Case): Promise<string> {
  const directory = await createTemporaryDirectory();
  const trustRoot = await directory.write('root.json', (await SIGSTORE).root);
  const whole: Signer = signer.key === undefined ? { ...BY_IDENTITY, trustRoot, ...signer } : { ...BY_KEY, ...signer };
  const checked = await checkSigners('deploy', { text, bundle: await bundle }, [whole]);
  // Keys are new in each run, and a digest says no more than that there is one.
  const result = 'problem' in checked ? checked.problem : `verified, ${checked.verified.by}`;
  return result.replace(/key SHA256:[\w+/=]{44}/, 'key SHA256:…').replaceAll(/\b[0-9a-f]{12}…/g, '…');
}

test.each<[string, Case, string]>([
  ['a key of ECDSA P-256', { bundle: keySigned() }, 'verified, key SHA256:…'],
  [
    'a key of Ed25519',
    {
      bundle: keySigned(DOCUMENT, ED),
      signer: { key: ED.publicKey },
    },
    'verified, key SHA256:…',
  ],
  ['a certificate with its log entry', { bundle: keyless(), signer: {} }, `verified, ${RELEASE} (${ISSUER})`],
])('good: %s', async (_what, good, result) => {
  expect(await judge(good)).toBe(result);
});

test.each<[string, Case, string]>([
  [
    'a changed description',
    { text: OTHER, bundle: keySigned() },
    'It is the signature of something else (…); this has ….',
  ],
  ['the key of somebody else', { bundle: keySigned(DOCUMENT, EVE) }, 'The signature is not that of key SHA256:….'],
  [
    'the digest of this document with the signature of another',
    {
      bundle: withSignatureOf(keySigned(OTHER)),
    },
    'The signature is not that of key SHA256:….',
  ],
  [
    'another digest algorithm',
    { bundle: keySigned().replace('SHA2_256', 'SHA2_512') },
    'It names another digest than SHA-256.',
  ],
  [
    'a signer with a key of RSA',
    {
      bundle: keySigned(),
      signer: {
        key: String(
          generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' }),
        ),
      },
    },
    'The key is not a public key in PEM of ECDSA P-256 or Ed25519.',
  ],
  [
    'a signer with a private key',
    { bundle: keySigned(), signer: { key: ACME.privateKey } },
    'The key is a private one; name the public one.',
  ],
  [
    'a certificate in place of a key',
    { bundle: keyless() },
    'It was signed with a certificate, but a key is expected.',
  ],
  [
    'a key in place of a certificate',
    { bundle: keySigned(), signer: {} },
    'It was signed with a key, but a certificate is expected.',
  ],
  [
    'an envelope whose statement is the document',
    { bundle: SIGSTORE.then(async (it) => JSON.stringify(await it.attest(DOCUMENT))), signer: {} },
    'It signs a statement (DSSE), not this document.',
  ],
  [
    'an expired certificate',
    { bundle: keyless(undefined, { after: 3_600_000 }), signer: {} },
    'Its certificate had expired when it was signed.',
  ],
  [
    'a certificate of later',
    { bundle: keyless(undefined, { after: -60_000 }), signer: {} },
    'Its certificate was not yet valid when it was signed.',
  ],
  [
    'another identity',
    { bundle: keyless(undefined, { identity: `${RELEASE}-eve` }), signer: {} },
    'It was signed by "https://github.com/acme/tools/.github/workflows/release.yml@refs/heads/main-eve", but "https://github.com/acme/tools/.github/workflows/release.yml@refs/heads/main" is expected.',
  ],
  [
    'an identity that fits the expected one as a regular expression',
    { bundle: keyless(undefined, { identity: RELEASE.replace('release.yml', 'releaseXyml') }), signer: {} },
    'It was signed by "https://github.com/acme/tools/.github/workflows/releaseXyml@refs/heads/main", but "https://github.com/acme/tools/.github/workflows/release.yml@refs/heads/main" is expected.',
  ],
  [
    'another issuer',
    { bundle: keyless(undefined, { issuer: 'https://eve.example' }), signer: {} },
    '"https://eve.example" vouches for the identity, but "https://token.actions.githubusercontent.com" is expected.',
  ],
  [
    'a certificate of another authority',
    {
      bundle: OTHER_SIGSTORE.then(async (it) => JSON.stringify(await it.sign(Buffer.from(DOCUMENT)))),
      signer: {},
    },
    'Its certificate is not from an authority of the trust root.',
  ],

  [
    'a trust root that is missing',
    { bundle: keyless(), signer: { trustRoot: '/nowhere/root.json' } },
    'The trust root "/nowhere/root.json" cannot be used: There is no such file.',
  ],
  [
    'the log entry of another signature',
    {
      bundle: Promise.all([keyless(), keyless()]).then(([one, other]) => {
        const [bundle, taken]: TestBundle[] = [JSON.parse(one), JSON.parse(other)];
        if (bundle && taken) bundle.verificationMaterial.tlogEntries = taken.verificationMaterial.tlogEntries;
        return JSON.stringify(bundle);
      }),
      signer: {},
    },
    'Its log entry is that of another signature.',
  ],
  [
    'a log entry whose time was changed',
    {
      bundle: keyless((it) =>
        editEntry(it, (entry) => ({ ...entry, integratedTime: String(Number(entry['integratedTime']) + 1) })),
      ),
      signer: {},
    },
    'The timestamp of its log entry is not signed by a log of the trust root.',
  ],
  [
    'a log entry with the proof of another',
    {
      bundle: keyless((it) =>
        editEntry(it, (entry) => ({
          ...entry,
          inclusionProof: { ...Object(entry['inclusionProof']), hashes: [Buffer.alloc(32).toString('base64')] },
        })),
      ),
      signer: {},
    },
    'The proof that the log has its entry is wrong.',
  ],
  [
    'no log entry',
    { bundle: keyless((it) => it.verificationMaterial.tlogEntries.splice(0)), signer: {} },
    'No log and no authority of the trust root witnesses when it was signed.',
  ],
  [
    'a certificate with the signature of another key',
    { bundle: keyless(undefined, { key: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) }), signer: {} },
    'The signature is not that of its certificate.',
  ],
  [
    'a certificate that is none',
    { bundle: keyless((it) => Object.assign(it.verificationMaterial.certificate, { rawBytes: 'AAAA' })), signer: {} },
    'Its certificate or timestamp cannot be read.',
  ],
  [
    'a bundle of 10 MB',
    { bundle: `${keySigned()}${' '.repeat(10_000_000)}` },
    'The bundle is larger than 1048576 bytes.',
  ],
  [
    'a bundle with two signatures',
    { bundle: keySigned().replace('"signature":', '"signature":"AAAA","signature":') },
    'The bundle is not unambiguous JSON. The key "signature" appears more than once in this object; only the last one counts, remove the others.',
  ],
  [
    'a bundle of no kind',
    { bundle: '{"mediaType":"application/json"}' },
    'It is not a Sigstore bundle (invalid bundle).',
  ],
  [
    'a tool that the signer may not speak about',
    { bundle: keySigned(), signer: { ...BY_KEY, tools: ['acme-*'] } },
    'acme signed it, but may not describe "deploy" (signers, tools).',
  ],
])('refused: %s', async (_what, forgery, reason) => {
  expect(await judge(forgery)).toBe(reason);
});

function editEntry({ verificationMaterial }: TestBundle, change: (entry: Record<string, unknown>) => object): void {
  verificationMaterial.tlogEntries = verificationMaterial.tlogEntries.map((entry) => change({ ...entry }));
}

const BUILDER = 'https://github.com/actions/runner';
const SOURCE = 'https://github.com/acme/tools';
const PROGRAM = '#!/bin/sh\necho deployed\n';
const SHA256 = '5c3c219c7eef66e49eae5dfe29f487cd0207fc94141dcd24549597eda396fb11';

const statement = (change: object = {}) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'deploy', digest: { sha256: SHA256 } }],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: { externalParameters: { workflow: { repository: SOURCE, ref: 'refs/heads/main' } } },
    runDetails: { builder: { id: BUILDER } },
  },
  ...change,
});

async function judgeProvenance(
  stated: object,
  expected: Signer['provenance'] = { builder: BUILDER, source: `git+${SOURCE}.git@refs/tags/v1` },
  payloadType?: string,
): Promise<string> {
  const directory = await createTemporaryDirectory();
  const trustRoot = await directory.write('root.json', (await SIGSTORE).root);
  const program = await directory.write('deploy', PROGRAM);
  const bundle = await (await SIGSTORE).attest(
    JSON.stringify(stated),
    payloadType === undefined ? {} : { payloadType },
  );
  const signer: Signer = { ...BY_IDENTITY, trustRoot, provenance: expected };
  const report = await checkProvenance(program, JSON.stringify(bundle), [signer]);
  return 'problem' in report ? report.problem : `${report.provenance.builder} ${report.provenance.source}`;
}

test('good: the provenance of a program, by the builder and from the repository that are expected', async () => {
  expect(await judgeProvenance(statement())).toBe(`${BUILDER} ${SOURCE}`);
});

test.each<[what: string, reason: string, change: object, expected?: Signer['provenance'], payloadType?: string]>([
  [
    'another digest',
    'It is the provenance of other files; this one has the digest 5c3c219c7eef….',
    { subject: [{ name: 'deploy', digest: { sha256: '0'.repeat(64) } }] },
  ],
  [
    'another builder',
    'It was built by "https://github.com/actions/runner", but "https://github.com/actions/runner2" is expected.',
    {},
    { builder: `${BUILDER}2` },
  ],
  [
    'another source',
    'It was built from "https://github.com/acme/tools", but "https://github.com/acme/tools-eve" is expected.',
    {},
    { source: `${SOURCE}-eve` },
  ],
  ['another payload type', 'Its statement is "application/json", not of in-toto.', {}, undefined, 'application/json'],
  ['another statement', 'Its statement is not of in-toto, version 1.', { _type: 'https://in-toto.io/Statement/v0.1' }],
  [
    'another predicate',
    'It states "https://slsa.dev/verification_summary/v1", not a SLSA provenance, version 1.',
    { predicateType: 'https://slsa.dev/verification_summary/v1' },
  ],
  ['no builder', 'It names no builder, or no source.', { predicate: {} }],
])('refused: a provenance with %s', async (_what, reason, change, expected, payloadType) => {
  expect(await judgeProvenance(statement(change), expected, payloadType)).toBe(reason);
});

test('refused: a certificate where there is no trust root', async () => {
  const signature = { text: DOCUMENT, bundle: await keyless() };
  expect(await checkSigners('deploy', signature, [BY_IDENTITY])).toStrictEqual({
    problem: 'There is no trust root: a certificate cannot be checked without the accepted authorities.',
  });
});

test('refused: a bundle of a file in place of a provenance', async () => {
  const directory = await createTemporaryDirectory();
  const trustRoot = await directory.write('root.json', (await SIGSTORE).root);
  const program = await directory.write('deploy', PROGRAM);
  const bundle = JSON.stringify(await (await SIGSTORE).sign(Buffer.from(PROGRAM)));
  expect(await checkProvenance(program, bundle, [{ ...BY_IDENTITY, trustRoot }])).toStrictEqual({
    problem: 'It signs a file, and is no statement (DSSE).',
  });
});
