/** One kind of secret that can be told by its look. */
export interface SecretRule {
  readonly name: string;
  /** Global. A first group is what stands before the secret and stays; without one the whole match is the secret. */
  readonly pattern: RegExp;
}

/**
 * Longest match of any rule, in UTF-16 units. Rules never look past a line break, and every repetition in them is bounded:
 * together this is what makes redacting a stream in pieces certain.
 */
export const MAX_SECRET_LENGTH = 12_288;

/** Types, placeholders and literals that stand where a value would: `token: string` hides nothing. */
const PLAIN_WORDS =
  'string|str|number|int|integer|boolean|bool|any|unknown|object|null|nil|none|undefined|true|false|flag|option|value|required|optional|is|or|and|to|for|from|in|with';
const NOT_PLAIN = `(?!(?:${PLAIN_WORDS})(?:[\\s,;:.)}|\\]"'\\\\]|$))`;

const OPENING_QUOTE = `(?:\\\\"|["'])?`;

/** `=`, `:`, `:=`, `=>` after a key that may end in a quote, and the quote that may open the value. */
export const SEPARATOR: string = `\\\\?["']?[ \\t]{0,3}(?:=>|:=|[=:])[ \\t]{0,3}${OPENING_QUOTE}`;

/** A value after a quote runs to the next one; without one it runs to white space, or to a delimiter that visibly separates. */
export const SECRET_VALUE: string = [
  `(?<=\\\\")[^"\\\\\\n]{1,4096}`,
  `(?<=[^\\\\]")(?:[^"\\\\\\n]|\\\\.){1,4096}`,
  `(?<=')(?:[^'\\\\\\n]|\\\\.){1,4096}`,
  `(?<!["'])${NOT_PLAIN}(?:[^\\s"'\`<>&,;{}()\\\\]|\\\\(?!["'])|[&,;{}()](?![\\s"'&,;{}()\\\\]|[\\w.-]{1,64}=|$)){1,4096}`,
].join('|');

const SECRET_KEY = [
  'pass(?:word|wd|phrase)',
  'pwd',
  '_pass',
  'secret(?:[_-]?(?:access[_-]?)?key)?',
  'token',
  '(?:api|access|private|account|signing|encryption)[ _-]?key',
].join('|');

const SECRET_FLAG = '--[\\w-]{0,40}(?:password|passwd|passphrase|token|secret|api-?key)';

/** Secrets with a prefix of their own. */
const PREFIXED: readonly SecretRule[] = [
  { name: 'github-token', pattern: /gh[opusr]_[A-Za-z0-9]{36,255}/g },
  { name: 'github-fine-grained-token', pattern: /github_pat_[A-Za-z0-9_]{22,255}/g },
  { name: 'gitlab-token', pattern: /gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[\w.-]{20,300}/g },
  { name: 'aws-access-key-id', pattern: /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}/g },
  { name: 'slack-token', pattern: /xox[abceoprs]-[A-Za-z0-9-]{10,250}/g },
  { name: 'slack-app-token', pattern: /xapp-\d-[A-Za-z0-9-]{10,250}/g },
  { name: 'slack-webhook', pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/+]{20,200}/g },
  { name: 'stripe-key', pattern: /(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,250}/g },
  { name: 'stripe-webhook-secret', pattern: /whsec_[A-Za-z0-9+/]{20,100}={0,2}/g },
  { name: 'npm-token', pattern: /npm_[A-Za-z0-9]{36}/g },
  { name: 'pypi-token', pattern: /pypi-AgE[\w-]{50,1000}/g },
  { name: 'anthropic-key', pattern: /sk-ant-[\w-]{20,300}/g },
  { name: 'openai-key', pattern: /(?<![\w-])sk-[\w-]{20,300}/g },
  { name: 'google-api-key', pattern: /AIza[\w-]{35}/g },
  { name: 'google-oauth-token', pattern: /ya29\.[\w.-]{20,2000}/g },
  { name: 'google-client-secret', pattern: /GOCSPX-[\w-]{20,40}/g },
  { name: 'huggingface-token', pattern: /hf_[A-Za-z0-9]{30,100}/g },
  { name: 'digitalocean-token', pattern: /do[opr]_v1_[a-f0-9]{64}/g },
  { name: 'sendgrid-key', pattern: /SG\.[\w-]{16,32}\.[\w-]{16,64}/g },
  { name: 'twilio-key', pattern: /(?<![A-Za-z0-9])SK[0-9a-f]{32}/g },
  { name: 'mailgun-key', pattern: /(?<![\w-])key-[0-9a-f]{32}/g },
  { name: 'telegram-token', pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}/g },
  { name: 'discord-token', pattern: /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}/g },
  { name: 'shopify-token', pattern: /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g },
  { name: 'square-token', pattern: /sq0(?:atp|csp)-[\w-]{22,50}/g },
  { name: 'atlassian-token', pattern: /ATATT3[\w=-]{50,300}/g },
  { name: 'linear-key', pattern: /lin_api_[A-Za-z0-9]{32,64}/g },
  { name: 'notion-token', pattern: /ntn_[A-Za-z0-9]{40,60}/g },
  { name: 'vault-token', pattern: /(?<![\w.])hv[bsr]\.[\w-]{20,300}/g },
  { name: 'docker-token', pattern: /dckr_[op]at_[\w-]{20,100}/g },
  { name: 'doppler-token', pattern: /(?<![\w.])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,80}/g },
  { name: 'databricks-token', pattern: /dapi[a-f0-9]{32}/g },
  { name: 'age-secret-key', pattern: /AGE-SECRET-KEY-1[A-Z0-9]{58}/g },
  { name: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{5,4000}\.eyJ[\w-]{5,6000}(?:\.[\w-]{0,2000})?/g },
];

/** Secrets told by what stands before them. */
const CONTEXTUAL: readonly SecretRule[] = [
  {
    name: 'authorization-header',
    pattern:
      /((?:Authorization|X-Api-Key|X-Auth-Token|PRIVATE-TOKEN)\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?:(?:Basic|Bearer|Token|Digest|Negotiate)[ \t]{1,8})?[^\s"'\\]{1,8192}/gi,
  },
  {
    name: 'bearer-token',
    pattern: /Bearer[ \t]{1,8}(?=[\w.~+/-]{0,200}(?:[\d_~+/=]|[.-]\w)|[\w.~+/-]{16})[\w.~+/-]{1,8192}={0,8}/g,
  },
  {
    name: 'basic-credentials',
    pattern:
      /Basic[ \t]{1,8}(?=[A-Za-z0-9+/]{0,200}[\d+=]|[A-Za-z0-9+/]{16}|(?:[A-Za-z0-9+/]{4}){1,8}(?![\w+/=])(?<=[a-z][A-Z][A-Za-z]{0,31}))[A-Za-z0-9+/]{4,8192}={0,2}/g,
  },
  { name: 'url-password', pattern: /(:\/\/[^\s/:@"'<>]{0,256}:)[^\s/@"'<>]{1,256}(?=@)/g },
  { name: 'url-token', pattern: /(:\/\/)[^\s/:@"'<>]{16,256}(?=@)/g },
  { name: 'secret-by-key', pattern: new RegExp(`((?:${SECRET_KEY})${SEPARATOR})(?:${SECRET_VALUE})`, 'gi') },
  {
    name: 'secret-by-flag',
    pattern: new RegExp(`(${SECRET_FLAG}[ \\t]{1,3}${OPENING_QUOTE})(?!-)(?:${SECRET_VALUE})`, 'gi'),
  },
  { name: 'secret-by-tag', pattern: /(<(?:password|passwd|secret|token|api[_-]?key)>)[^<\n]{1,4096}/gi },
  {
    name: 'private-key-on-one-line',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\\ \t:,.()]|-(?!----)){0,12000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
];

/** Every rule that is on by default. */
export const SECRET_RULES: readonly SecretRule[] = [...PREFIXED, ...CONTEXTUAL];
