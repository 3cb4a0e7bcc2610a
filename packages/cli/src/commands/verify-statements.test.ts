import { mkdir, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { digestOf } from '../../../node/src/files/read-bounded-file.ts';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { answering, createTestMachine, describing, OPEN_SANDBOX } from '../../../node/src/testing/test-machine.ts';
import { createTestKeys, signWithKey } from '../../../node/src/testing/test-keys.ts';
import { createTestSigstore, ISSUER, RELEASE } from '../../../node/src/testing/test-sigstore.ts';
import { createHash } from 'node:crypto';
import { runTestCli } from '../testing/run-test-cli.ts';

const PROGRAM = '#!/bin/sh\necho hi\n';
const SHA256 = digestOf(PROGRAM);
const SHA512 = createHash('sha512').update(PROGRAM).digest('hex');
const SIGSTORE = createTestSigstore();
const [ACME, EVE] = [createTestKeys(), createTestKeys()];
const BUILDER = 'https://builds.example/one';
const REPOSITORY = 'https://github.com/acme/tools';

const BASE = {
  atip: { version: '0.6' },
  name: 'deploy',
  version: '1.0',
  description: 'Puts a release on the machines of a place',
};
const SHIM = { ...BASE, binary: { hash: `sha256:${SHA256}` } };

interface Case {
  readonly document: object;
  /** Files beside the document. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly args?: string;
  readonly signers?: readonly object[];
  /** Absent: by acme's key; null: no signature. */
  readonly signedBy?: typeof ACME | null;
  readonly program?: string | null;
}

const BY_KEY = { name: 'acme', source: 'vendor', key: ACME.publicKey };

async function verify({
  document,
  beside = {},
  args = '',
  signers = [BY_KEY],
  signedBy = ACME,
  program = PROGRAM,
}: Case) {
  const { path: cwd, at, write, script } = await createTemporaryDirectory();
  const text = JSON.stringify(document);
  if (program !== null) await script('bin/deploy', program);
  await write('place/deploy.json', text);
  if (signedBy !== null) await write('place/deploy.json.sigstore.json', signWithKey(text, signedBy));
  for (const [name, content] of Object.entries(beside)) await write(name, content);
  await write('root.json', (await SIGSTORE).root, 0o600);
  await write(
    'home/.config/agent-tools/config.json',
    JSON.stringify({
      signers: signers.map((one) => ({ ...one, ...('identity' in one && { trustRoot: at('root.json') }) })),
    }),
    0o600,
  );
  await mkdir(at('bin'), { recursive: true });
  await symlink(at('place/real.json'), at('place/link.json'));
  const env = { PATH: at('bin'), HOME: at('home'), XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  const { code, stdout } = await runTestCli(['verify', 'place/deploy.json', ...args.split(' ').filter(Boolean)], {
    cwd,
    env,
  });
  const said = stdout
    .replaceAll(cwd, '')
    .replaceAll(/key SHA256:[\w+/=]{44}/g, 'KEY')
    .replaceAll(/, log entry \d+, [\d:.TZ-]+/g, ', logged')
    .replaceAll(/\b[0-9a-f]{12}…/g, '…')
    .trimEnd();
  return [code, ...said.split('\n').map((line) => line.replace(/^place\/deploy.json: |^ {2}/, ''))];
}

const OK = 'verified, signed by acme (KEY)';
const trust = (more: object) => ({ ...BASE, trust: { source: 'vendor', ...more } });
const native = (more: object) => ({ ...BASE, trust: { source: 'native', ...more } });
const statement = (subject: string, builder = BUILDER) =>
  JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'deploy', digest: { sha256: subject } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: { externalParameters: { workflow: { repository: REPOSITORY } } },
      runDetails: { builder: { id: builder } },
      slsaLevel: 3,
    },
  });
const attest = async (subject: string, builder?: string) =>
  JSON.stringify(await (await SIGSTORE).attest(statement(subject, builder)));
const signProgram = async (program = PROGRAM, signing = {}) =>
  JSON.stringify(await (await SIGSTORE).sign(Buffer.from(program), signing));
const BY_IDENTITY = { name: 'builds', source: 'vendor', identity: RELEASE, issuer: ISSUER };
const EVIL = 'https://github.com/eve/tools/.github/workflows/release.yml@refs/heads/main';
const BUNDLE = { type: 'cosign', identity: RELEASE, issuer: ISSUER, bundle: 'program.sigstore.json' };

test.each<[string, Case | Promise<Case>, readonly unknown[]]>([
  ['a digest of the registry', { document: SHIM }, [0, OK, 'binary.hash: verified, it is the digest of /bin/deploy.']],
  [
    'a digest of SHA-512',
    { document: trust({ integrity: { checksum: `sha512:${SHA512}` } }) },
    [0, OK, 'trust.integrity.checksum: verified, it is the digest of /bin/deploy.'],
  ],
  [
    'a digest that nobody here can compare',
    { document: trust({ integrity: { checksum: 'sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709' } }) },
    [0, OK, 'trust.integrity.checksum: not checked: only SHA-256 and SHA-512 can be compared.'],
  ],
  [
    'a digest of another program',
    { document: SHIM, program: '#!/bin/sh\necho other\n' },
    [
      1,
      'not verified. binary.hash: /bin/deploy has another digest.',
      'binary.hash: wrong: /bin/deploy has another digest.',
    ],
  ],
  [
    'a digest without its program',
    { document: SHIM, program: null },
    [0, OK, 'binary.hash: not checked: its program is not on the PATH.'],
  ],
  [
    'two digests of which one is wrong',
    { document: { ...SHIM, trust: { source: 'vendor', checksum: `sha256:${'0'.repeat(64)}` } } },
    [
      1,
      'not verified. trust.checksum: /bin/deploy has another digest.',
      'binary.hash: verified, it is the digest of /bin/deploy.',
      'trust.checksum: wrong: /bin/deploy has another digest.',
    ],
  ],
  [
    'an empty trust',
    { document: trust({ integrity: {}, shimIntegrity: {} }), signedBy: null },
    [1, 'not verified. There is no signature beside it.'],
  ],
  [
    'a right digest and no signature',
    { document: SHIM, signedBy: null },
    [1, 'not verified. There is no signature beside it.', 'binary.hash: verified, it is the digest of /bin/deploy.'],
  ],
  [
    'a signature of gpg',
    { document: trust({ integrity: { signature: { type: 'gpg' } } }), signedBy: null },
    [
      1,
      'not verified. There is no signature beside it.',
      'trust.integrity.signature: not checked: only signatures of cosign can be checked, not of gpg.',
    ],
  ],
  [
    'a signature of minisign, beside one that counts',
    { document: trust({ shimIntegrity: { signature: { type: 'minisign' } } }) },
    [0, OK, 'trust.shimIntegrity.signature: not checked: only signatures of cosign can be checked, not of minisign.'],
  ],
  [
    'a signature that is the one beside it',
    {
      document: {
        ...SHIM,
        trust: { source: 'org', integrity: { signature: { type: 'cosign', identity: 'a@b.example' } } },
      },
    },
    [
      0,
      OK,
      'binary.hash: verified, it is the digest of /bin/deploy.',
      'trust.integrity.signature: verified, signed by acme (KEY)',
    ],
  ],
  [
    'a signature by a key of somebody else',
    { document: trust({ shimIntegrity: { signature: { type: 'cosign' } } }), signedBy: EVE },
    [
      1,
      'not verified. The signature is not that of KEY.',
      'trust.shimIntegrity.signature: wrong: The signature is not that of KEY.',
    ],
  ],
  [
    'a bundle that is somewhere else',
    {
      document: trust({ integrity: { signature: { ...BUNDLE, bundle: 'https://get.example/b.json' } } }),
      signedBy: null,
    },
    [
      1,
      'not verified. There is no signature beside it.',
      'trust.integrity.signature: not checked: nothing is fetched: download "https://get.example/b.json", and name it with --signature.',
    ],
  ],
  ...['../bundle.json', '/bundle.json', '.', '..', 'file:///bundle.json', '..\\bundle.json', 'sub/bundle.json'].map(
    (bundle): [string, Case, unknown[]] => [
      `a bundle at ${bundle}`,
      {
        document: trust({ integrity: { signature: { type: 'cosign', bundle } } }),
        signedBy: null,
        beside: { 'bundle.json': signWithKey('x', ACME), 'place/sub/bundle.json': signWithKey('x', ACME) },
      },
      [
        1,
        'not verified. There is no signature beside it.',
        `trust.integrity.signature: not checked: ${JSON.stringify(bundle)} is no file beside the document.`,
      ],
    ],
  ),
  [
    'a bundle behind a link',
    {
      document: trust({ integrity: { signature: { type: 'cosign', bundle: 'link.json' } } }),
      signedBy: null,
      beside: { 'place/real.json': '{}' },
    },
    [
      1,
      'not verified. There is no signature beside it.',
      'trust.integrity.signature: not checked: The file of its signature is a symbolic link.',
    ],
  ],
  [
    'a signed program of the tool itself, whose document nobody signed',
    signProgram().then((bundle) => ({
      document: native({ integrity: { signature: BUNDLE } }),
      beside: { 'place/program.sigstore.json': bundle },
      signers: [BY_IDENTITY],
      signedBy: null,
    })),
    [
      1,
      'not verified. There is no signature beside it.',
      `trust.integrity.signature: verified, signed by builds (${RELEASE} (${ISSUER})), logged`,
    ],
  ],
  [
    'a bundle of the program that the person names',
    signProgram().then((bundle) => ({
      document: native({ integrity: { signature: { ...BUNDLE, bundle: 'https://get.example/b.json' } } }),
      beside: { 'down.json': bundle },
      args: '--signature down.json',
      signers: [BY_IDENTITY, BY_KEY],
    })),
    [0, OK, `trust.integrity.signature: verified, signed by builds (${RELEASE} (${ISSUER})), logged`],
  ],
  [
    'a bundle of the program that the person names, and that is not there',
    { document: native({ integrity: { signature: BUNDLE } }), args: '--signature gone.json' },
    [1, 'not verified. There is no such file with a signature.'],
  ],
  [
    'an identity that only the document expects',
    signProgram(PROGRAM, { identity: EVIL }).then((bundle) => ({
      document: native({ integrity: { signature: { ...BUNDLE, identity: EVIL } } }),
      beside: { 'place/program.sigstore.json': bundle },
      signers: [BY_IDENTITY],
      signedBy: null,
    })),
    [
      1,
      `not verified. trust.integrity.signature: It was signed by "${EVIL}", but "${RELEASE}" is expected.`,
      `trust.integrity.signature: wrong: It was signed by "${EVIL}", but "${RELEASE}" is expected.`,
    ],
  ],
  [
    'an identity that only the document expects, where nobody is configured',
    signProgram(PROGRAM, { identity: EVIL }).then((bundle) => ({
      document: native({ integrity: { signature: { ...BUNDLE, identity: EVIL } } }),
      beside: { 'place/program.sigstore.json': bundle },
      signers: [],
      signedBy: null,
    })),
    [
      1,
      'not verified. There is no signature beside it.',
      'trust.integrity.signature: not checked: no signer is configured here (signers), and none was named.',
    ],
  ],
  [
    'the bundle of another program',
    signProgram('#!/bin/sh\necho other\n').then((bundle) => ({
      document: native({ integrity: { signature: BUNDLE } }),
      beside: { 'place/program.sigstore.json': bundle },
      signers: [BY_IDENTITY, BY_KEY],
    })),
    [
      1,
      'not verified. trust.integrity.signature: builds: It is the signature of something else (…); this has …. acme: It is the signature of something else (…); this has ….',
      'trust.integrity.signature: wrong: builds: It is the signature of something else (…); this has …. acme: It is the signature of something else (…); this has ….',
    ],
  ],
  [
    'a provenance',
    attest(SHA256).then((bundle) => ({
      document: trust({ provenance: { url: 'p.jsonl', format: 'slsa-provenance-v1', slsaLevel: 3, builder: BUILDER } }),
      beside: { 'place/p.jsonl': bundle },
      signers: [BY_IDENTITY, BY_KEY],
    })),
    [
      0,
      OK,
      `trust.provenance: verified, it was built by ${BUILDER} from ${REPOSITORY}, as builds says.`,
      'trust.provenance.slsaLevel: not checked: a provenance holds no level, so that 3 stays a claim.',
    ],
  ],
  [
    'a provenance among those of other programs',
    Promise.all([attest('0'.repeat(64)), attest(SHA256)]).then((bundles) => ({
      document: trust({ provenance: { url: 'p.jsonl' } }),
      beside: { 'place/p.jsonl': bundles.join('\n') },
      signers: [BY_IDENTITY, BY_KEY],
    })),
    [0, OK, `trust.provenance: verified, it was built by ${BUILDER} from ${REPOSITORY}, as builds says.`],
  ],
  [
    'a provenance of another builder than the document names',
    attest(SHA256, 'https://eve.example').then((bundle) => ({
      document: trust({ provenance: { url: 'p.jsonl', builder: BUILDER } }),
      beside: { 'place/p.jsonl': bundle },
      signers: [BY_IDENTITY, BY_KEY],
    })),
    [
      1,
      `not verified. trust.provenance: it was built by https://eve.example, and the document names "${BUILDER}".`,
      `trust.provenance: wrong: it was built by https://eve.example, and the document names "${BUILDER}".`,
    ],
  ],
  [
    'a provenance of another builder than the person expects, whatever the document names',
    attest(SHA256, 'https://eve.example').then((bundle) => ({
      document: trust({ provenance: { url: 'p.jsonl', builder: 'https://eve.example' } }),
      beside: { 'place/p.jsonl': bundle },
      signers: [{ ...BY_IDENTITY, provenance: { builder: BUILDER } }],
      signedBy: null,
    })),
    [
      1,
      `not verified. trust.provenance: It was built by "https://eve.example", but "${BUILDER}" is expected.`,
      `trust.provenance: wrong: It was built by "https://eve.example", but "${BUILDER}" is expected.`,
    ],
  ],
  [
    'a provenance whose signature is junk',
    attest(SHA256).then((bundle) => {
      const whole = JSON.parse(bundle);
      whole.dsseEnvelope.signatures[0].sig = Buffer.from('junk').toString('base64');
      return {
        document: trust({ provenance: { url: 'p.jsonl', slsaLevel: 4 } }),
        beside: { 'place/p.jsonl': JSON.stringify(whole) },
        signers: [BY_IDENTITY],
        signedBy: null,
      };
    }),
    [
      1,
      expect.stringMatching(/^not verified\. trust\.provenance: /),
      expect.stringMatching(/^trust\.provenance: wrong: /),
      'trust.provenance.slsaLevel: not checked: a provenance holds no level, so that 4 stays a claim.',
    ],
  ],
  [
    'a provenance of a form that cannot be checked',
    { document: trust({ provenance: { url: 'p.jsonl', format: 'in-toto' } }), beside: { 'place/p.jsonl': '{}' } },
    [0, OK, 'trust.provenance: not checked: only a SLSA provenance, version 1, can be checked, not in-toto.'],
  ],
  [
    'a provenance that is somewhere else',
    { document: trust({ provenance: { url: 'https://get.example/p.jsonl' } }) },
    [
      0,
      OK,
      'trust.provenance: not checked: nothing is fetched: download "https://get.example/p.jsonl", and name it with --provenance.',
    ],
  ],
])('%s', async (_name, made, expected) => {
  expect(await verify(await made)).toStrictEqual(expected);
});

test('the own answer of a program is verified with the bundle of the program that the person names', async () => {
  const { directory, env, scan } = await createTestMachine(OPEN_SANDBOX);
  const { bundle: _place, ...signature } = BUNDLE;
  const text = answering(describing('deploy', { atip: '0.6', trust: { source: 'native', integrity: { signature } } }));
  await directory.script('bin/deploy', text);
  await directory.write('good.json', await signProgram(text));
  await directory.write('other.json', await signProgram());
  await directory.write('root.json', (await SIGSTORE).root, 0o600);
  await scan();
  const signer = ['--identity', RELEASE, '--issuer', ISSUER, '--trust-root', 'root.json'];
  const check = async (...args: string[]) => {
    const { code, stdout } = await runTestCli(['verify', 'deploy', ...args, ...signer], { cwd: directory.path, env });
    return [code, stdout.split('\n')[0]?.replace(/, log entry.*/, '')];
  };
  expect(await check('--signature', 'good.json')).toStrictEqual([
    0,
    `deploy: verified, signed by ${RELEASE} (${RELEASE} (${ISSUER}))`,
  ]);
  expect((await check('--signature', 'other.json'))[0]).toBe(1);
  expect(await check()).toStrictEqual([
    1,
    `deploy: not verified. Its document has no signature (${directory.at('bin/deploy')}).`,
  ]);
});
