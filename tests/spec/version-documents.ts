/** Twenty documents of ATIP 0.3 to 0.6, good and broken; each with its text as it would be served. */

const HEX = '9c0f'.repeat(16);
const OPTION = { name: 'label', flags: ['--label'], type: 'string', description: 'A label' };
const EFFECTS = { network: true, destructive: false, reversible: true, filesystem: { read: true } };
const SEND = {
  description: 'Send a parcel to a depot',
  arguments: [{ name: 'parcel', type: 'file', description: 'The parcel', variadic: true }],
  options: [OPTION],
  effects: EFFECTS,
};
const BODY = { name: 'kestrel', version: '2.7.0', description: 'Moves parcels', commands: { send: SEND } };
const COSIGN = {
  type: 'cosign',
  identity: 'https://github.com/kestrel/kestrel/.github/workflows/release.yml@refs/tags/v2.7.0',
  issuer: 'https://token.actions.githubusercontent.com',
  bundle: 'https://get.kestrel.example/2.7.0/kestrel.sigstore.json',
};
const PROVENANCE = {
  url: 'https://get.kestrel.example/2.7.0/kestrel.intoto.jsonl',
  format: 'slsa-provenance-v1',
  slsaLevel: 3,
  builder: 'https://github.com/slsa-framework/slsa-github-generator',
};
const BINARY = { hash: `sha256:${HEX}`, name: 'kestrel', version: '2.7.0', platform: 'linux-amd64' };

const at = (version: string, ...features: string[]) => ({
  atip: features.length === 0 ? { version } : { version, features },
  ...BODY,
});

/** Name and document. Good ones are read whole and without a word. */
export const GOOD: readonly (readonly [string, object])[] = [
  ['0.3, the version as a text', { ...at('0.3'), atip: '0.3' }],
  [
    '0.4 with its trust',
    {
      ...at('0.4', 'trust-v1'),
      trust: {
        source: 'vendor',
        verified: true,
        checksum: `sha256:${HEX}`,
        signedBy: 'Kestrel',
        attestation: 'https://get.kestrel.example/2.7.0/attestation',
      },
    },
  ],
  ['0.5, the version as a text', { ...at('0.5'), atip: '0.5' }],
  [
    '0.5 of the tool itself',
    {
      ...at('0.5', 'trust-v1', 'trust-integrity', 'trust-provenance'),
      trust: {
        source: 'native',
        integrity: { checksum: `sha512:${HEX}${HEX}`, signature: COSIGN },
        provenance: PROVENANCE,
      },
    },
  ],
  [
    '0.6 from a registry, whose hash is in upper case',
    {
      ...at('0.6', 'trust-v1', 'trust-integrity', 'content-addressable'),
      binary: { ...BINARY, hash: `sha256:${HEX.toUpperCase()}` },
      trust: {
        source: 'org',
        verified: true,
        integrity: { signature: { ...COSIGN, bundle: undefined } },
        shimIntegrity: { signature: { type: 'gpg' }, lastVerified: '2026-03-02T06:00:00Z' },
      },
    },
  ],
  [
    '0.6 with an option of several values',
    { ...at('0.6'), commands: { send: { ...SEND, options: [{ ...OPTION, variadic: true }] } } },
  ],
  [
    '0.6 with a workflow that is found by its tags',
    {
      ...at('0.6', 'patterns-v1'),
      patterns: [
        {
          name: 'send-all',
          description: 'Sends what is here',
          steps: [{ command: 'kestrel send a' }],
          tags: ['daily'],
          executable: true,
        },
      ],
    },
  ],
  [
    '0.6 that needs an agent of 0.6',
    { ...at('0.6'), atip: { version: '0.6', features: ['trust-v1'], minAgentVersion: '0.6' } },
  ],
  ['0.4 with blocks of 0.6', { ...at('0.4'), binary: BINARY, trust: { source: 'user', provenance: PROVENANCE } }],
];

/** Name, document and the codes of what is said about it, the worst first; `!` before those that refuse it. */
export const DOUBTFUL: readonly (readonly [string, object, readonly string[]])[] = [
  ['0.6 with a feature that nobody knows', at('0.6', 'trust-v1', 'holograms'), ['unknown-feature']],
  ['0.9', { ...at('0.9'), _source: 'x', novelty: { of: '0.9' } }, ['newer-version', 'unknown-field']],
  ['0.6 without the source of its trust', { ...at('0.6'), trust: { provenance: PROVENANCE } }, ['missing-field']],
  [
    '0.6 that needs an agent of 0.8',
    { ...at('0.6'), atip: { version: '0.6', minAgentVersion: '0.8' } },
    ['!unsupported-version'],
  ],
  ['1.0', at('1.0'), ['!unsupported-version']],
  ['0.6 with a hash that is none', { ...at('0.6'), binary: { ...BINARY, hash: 'sha256:abc' } }, ['!invalid-value']],
  [
    '0.6 with its prefix twice',
    { ...at('0.6'), binary: { ...BINARY, hash: `sha256:sha256:${HEX}` } },
    ['!invalid-value'],
  ],
  [
    '0.6 for a platform that is none',
    { ...at('0.6'), binary: { ...BINARY, platform: 'amiga-68k' } },
    ['!invalid-value'],
  ],
  [
    '0.6 that claims the level 5',
    { ...at('0.6'), trust: { source: 'native', provenance: { ...PROVENANCE, slsaLevel: 5 } } },
    ['!invalid-value'],
  ],
  [
    '0.6 signed with a kind that is none',
    { ...at('0.6'), trust: { source: 'native', integrity: { signature: { ...COSIGN, type: 'wax' } } } },
    ['!invalid-value'],
  ],
  ['0.6 with a binary without a hash', { ...at('0.6'), binary: { name: 'kestrel' } }, ['!missing-field']],
];
