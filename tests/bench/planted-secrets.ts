import { below, hex, oneByte, pseudoRandom, type Random } from './redact-logs.ts';

/** Whose rules name a kind of secret: the specification's eleven patterns, the preset of secretlint, or both. */
export type NamedBy = 'patterns' | 'secretlint' | 'both';

/** One secret that was put into a log. */
export interface PlantedSecret {
  readonly kind: string;
  readonly namedBy: NamedBy;
  /** What must not be left; unlike every other one. */
  readonly secret: string;
}

/** A log, and what was put into it. */
export interface PlantedLog {
  readonly text: string;
  readonly secrets: readonly PlantedSecret[];
}

/** Makes a secret of one kind, and the line that it stands on. */
type Kind = readonly [
  kind: string,
  namedBy: NamedBy,
  secret: (random: Random) => string,
  line: (secret: string) => string,
];

const PRIVATE_KEY = 'private key';
const itself = (secret: string): string => secret;

/**
 * Twelve kinds that the specification's patterns were written for and twelve that secretlint names, as their vendors describe
 * them. Prefixes are put together only here, so that no scanner takes this file for a leak.
 */
const KINDS: readonly Kind[] = [
  ['bearer token', 'patterns', word(40), (secret) => `Authorization: Bearer ${secret}`],
  [
    'basic credentials',
    'patterns',
    (random) => base64(`user:${word(9)(random)}`),
    (secret) => `Authorization: Basic ${secret}`,
  ],
  ['password in JSON', 'patterns', word(14), (secret) => `{"password":"${secret}","user":"me"}`],
  ['password by key', 'patterns', word(12), (secret) => `db_password=${secret}`],
  ['secret by key', 'patterns', word(20), (secret) => `client secret=${secret}`],
  ['token by key', 'patterns', word(20), (secret) => `login with token=${secret}`],
  ['API key by key', 'patterns', word(24), (secret) => `api_key: ${secret}`],
  ['GitHub token', 'both', word(36, `ghp${'_'}`), (secret) => `using ${secret} for the clone`],
  ['GitHub OAuth token', 'both', word(36, `gho${'_'}`), itself],
  ['GitHub server token', 'both', word(36, `ghs${'_'}`), itself],
  ['GitHub user token', 'both', word(36, `ghu${'_'}`), itself],
  // Secretlint looks for it only when it is told to.
  [
    'AWS access key id',
    'patterns',
    (random) => `AKI${'A'}${upper(16)(random)}`,
    (secret) => `AWS_ACCESS_KEY_ID=${secret}`,
  ],
  ['AWS secret access key', 'secretlint', word(40), (secret) => `AWS_SECRET_ACCESS_KEY=${secret}`],
  ['npm token', 'secretlint', word(36, `npm${'_'}`), (secret) => `//registry.npmjs.org/:_authToken=${secret}`],
  ['Slack bot token', 'secretlint', slackToken, (secret) => `slack: posting with ${secret}`],
  ['SendGrid key', 'secretlint', (random) => `SG${'.'}${word(22)(random)}.${word(43)(random)}`, itself],
  ['Shopify token', 'secretlint', (random) => `shpat${'_'}${hex(random, 32)}`, itself],
  ['OpenAI key', 'secretlint', (random) => `sk${'-proj-'}${word(74)(random)}T3BlbkFJ${word(74)(random)}`, itself],
  ['Anthropic key', 'secretlint', (random) => `sk${'-ant-api03-'}${word(93)(random)}AA`, itself],
  ['Linear key', 'secretlint', word(40, `lin${'_api_'}`), itself],
  ['1Password service account', 'secretlint', serviceAccount, itself],
  ['PostgreSQL address', 'secretlint', word(12), (secret) => `postgres://deploy:${secret}@db.internal:5432/shop`],
  [
    'address with a password',
    'secretlint',
    word(12),
    (secret) => `fetching https://deploy:${secret}@files.shop.io/list`,
  ],
  [PRIVATE_KEY, 'secretlint', word(64), privateKey],
];

/**
 * Puts secrets of every kind in turn into a log, each on a line of its own; the same ones for the same arguments.
 *
 * @param keys whether private keys are among them, which are several lines each.
 */
export function plantSecrets(log: string, count: number, keys = true): PlantedLog {
  const random = pseudoRandom(3);
  const lines = log.split('\n');
  const kinds = KINDS.filter(([kind]) => keys || kind !== PRIVATE_KEY);
  const secrets: PlantedSecret[] = [];
  for (let index = 0; index < count; index += 1) {
    const [kind, namedBy, make, line] = kinds[index % kinds.length] ?? fail();
    const secret = make(random);
    lines.splice(below(random, lines.length), 0, line(secret));
    secrets.push({ kind, namedBy, secret });
  }
  return { text: oneByte(lines.join('\n')), secrets };
}

/** The kinds in their order, with whose rules name them. */
export function kindsOfSecrets(): readonly (readonly [kind: string, namedBy: NamedBy])[] {
  return KINDS.map(([kind, namedBy]) => [kind, namedBy]);
}

function fail(): never {
  throw new Error('There is no kind of secret.');
}

function word(length: number, prefix = ''): (random: Random) => string {
  return (random) =>
    prefix + fromAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', length, random);
}

function upper(length: number): (random: Random) => string {
  return (random) => fromAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', length, random);
}

function fromAlphabet(alphabet: string, length: number, random: Random): string {
  return Array.from({ length }, () => alphabet.charAt(below(random, alphabet.length))).join('');
}

function slackToken(random: Random): string {
  const number = (): string => String(100_000_000_000 + below(random, 900_000_000_000));
  return `xoxb${'-'}${number()}-${number()}-${word(24)(random)}`;
}

/** JSON in base64, of a length at which its last brace stands alone: `fQ==`. */
function serviceAccount(random: Random): string {
  const account = { email: 'robot@1passwordserviceaccounts.com', secretKey: word(240)(random), pad: '' };
  while (JSON.stringify(account).length % 3 !== 1) account.pad += 'x';
  return `ops${'_'}${base64(JSON.stringify(account))}`;
}

function privateKey(secret: string): string {
  const line = (label: string): string => `-----${label} RSA PRIVATE ${'KEY'}-----`;
  return [line('BEGIN'), 'MIIEpAIBAAKCAQEA'.repeat(4), secret, `${secret.slice(0, 40)}=`, line('END')].join('\n');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
