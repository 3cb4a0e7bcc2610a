import type { SecretRule } from './match-finder.ts';
import {
  NO_ARGUMENT,
  NO_CREDENTIALS,
  NO_SECRET,
  NO_URL_PASSWORD,
  keyOf,
  NOT_PLAIN,
  OPENING_QUOTE,
  SECRET_KEY,
  SECRET_VALUE,
  SEPARATOR,
  VALUE_OF_SETTING,
  VALUE_ON_NEXT_LINE,
} from './secret-value.ts';

/**
 * In a shell's environment `PWD` and `OLDPWD` are folders; after a `;`, as in a connection string, they are secrets.
 */
const SHELL_FOLDER = '=(?<=(?<![^\\s"\'])(?:OLD)?PWD=)';

/** `pass` as a whole word; a number after it is a count of tests, and `PASS:` a test's result. */
const PASS_KEY = '[Pp]ass(?<![A-Za-z0-9_][Pp]ass)';

/** A space after an option's name, used as a separator. */
const AFTER_FLAG = `(?=[ \\t])(?<=--[\\w-]{3,52})[ \\t]{1,3}${OPENING_QUOTE}(?!-)`;

/** The same, for a lookbehind. */
const WORD_BEFORE = '(?:password|passwd|passphrase|secret|token|api[ _-]?key)';
const SECRET_WORD = `(?:password|passwd|passphrase|secret|token|${keyOf('api')})`;

/** Names of algorithms, formats and versions, which also have letters and digits. */
const NOT_NAMED =
  '(?!(?:base|sha|md|utf|oauth|x50|http|rfc|es|rs|hs|ps|ed|p|ipv|json|argon|pbkdf|aes|rsa|blake|secp|k|v|crc|tls|id|key)-?\\d{1,5}[a-z]{0,6}\\d?(?!\\w))';

/** A word of 6 or more with a letter and a digit. */
const TELLING_WORD: string = `${NOT_NAMED}(?=[A-Za-z_+=!@#$%^&*~-]{0,255}\\d)(?=[^A-Za-z\\s]{0,255}[A-Za-z])[\\w+=!@#$%^&*~][\\w+=!@#$%^&*~-]{5,256}(?<!!)(?![\\w+=@#$%^&*~(<\\[-]|[./:]\\S)`;

/** Words after "Bearer" in texts about the scheme, and the parameters of a challenge: `Bearer realm=…`. */
const BEARER_PROSE =
  '(?!(?:auth\\w{0,16}|challenges?|credentials?|security|scheme|tokens?|requests?|responses?)\\b|\\w{1,32}=["\'\\w/])';

/** Base64 that is long, padded, or in whole groups with capitals or digits where no name has them. */
const BASIC = [
  '[A-Za-z0-9+/]{16}',
  '(?:[A-Za-z0-9+/]{4}){0,50}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)',
  '(?:[A-Za-z0-9+/]{4}){1,4}(?![\\w+/=])(?<=(?:[a-z][A-Z]|[A-Z]{2}[a-rt-z]|[A-Za-z]\\d[A-Za-z])[A-Za-z0-9]{0,31})',
  '[A-Za-z0-9+/]{1,12}\\d[A-Za-z]{1,12}\\d',
].join('|');

/** The user's name may not contain a slash; a password may, unless it looks like a port and a path. */
const URL_PASSWORD =
  '(?:[^\\s/"\'<>]{1,256}(?=@)|(?![/\\\\]|\\d{1,5}[/?#])[^\\s@"\'<>]{1,256}(?:@[^\\s/@"\'<>]{1,256}){0,3}(?=@))';

/** A cell with a key, from after its key to the next cell; the key's cell is the first of its row. */
const KEY_CELL = `(?:pass(?:word|wd|phrase)|secret(?:[ _-]?(?:access[ _-]?)?key)?|token|${keyOf('api|private')})(?=[ \\t]{0,64}[|│])(?<=(?<![^\\n])[ \\t]{0,64}[|│]{1,4}[^|│\\n]{0,128})[ \\t]{0,64}[|│][ \\t]{0,64}`;

/** `DB_PASSWORD=…`, `"clientSecret": "…"`, `--token …` */
const BY_KEY = `((?:${SECRET_KEY})(?:${SEPARATOR}|${AFTER_FLAG}))(?:${SECRET_VALUE})`;

/** `password is …`, if the next word looks like a secret. */
const BY_WORD = `(${SECRET_WORD}(?=[ \\t])(?<![\\w-]${WORD_BEFORE})(?:[ \\t]{1,4}is:?)?[ \\t]{1,24}["'\`]?)${TELLING_WORD}`;

/** `A password for root@localhost: …`, at the end of the line. */
const BY_SENTENCE = `(${SECRET_WORD}[ \\t](?!\\S{0,40}[=:])[^\\n:=]{1,64}[:=][ \\t]{1,4}["'\`]?)${NOT_NAMED}(?=[^\\s\\d]{0,64}\\d)(?=[^\\sA-Za-z]{0,64}[A-Za-z])[^\\s"'\`]{6,256}(?<![:,.;)\\]}])(?=["'\`.]{0,2}[ \\t]{0,8}(?:\\n|$))`;

/** Words that follow a key in two-word lines, such as titles and lists of commands. */
const TITLE =
  'about|access|account|add|admin|api|app|auth|backend|bucket|budget|cache|change|check|class|client|code|commands?|config|configuration|count|create|creation|data|delete|describe|detection|document|edit|endpoint|engine|error|exchange|expiry|export|family|field|file|files|flag|flow|format|generate|generation|generator|get|handling|hash|hashing|help|history|id|import|index|info|input|inspect|issue|issuer|key|keys|leak|length|level|life|lifetime|limit|limits|list|lock|login|management|manager|mode|name|names|new|object|objects|option|options|owner|path|paths|policies|policy|print|prompt|properties|protection|provider|read|recovery|reference|refresh|remove|renew|request|reset|response|retrieve|revoke|ring|role|rotate|rotation|rules|safety|sauce|scan|scanner|scanning|scope|scopes|security|server|service|services|set|settings|share|sharing|show|size|source|sources|storage|store|strength|string|support|sync|system|table|test|tests|tool|tree|type|types|unlock|unset|update|usage|use|user|username|validation|values?|vault|verification|verify|version|versions|view|write';

/** A line of a key and one word, as in a configuration. */
const BY_LINE = `(${SECRET_WORD}(?=[ \\t])(?<=(?<![^\\n])[ \\t]{0,8}${WORD_BEFORE})[ \\t]{1,4})${NOT_NAMED}(?!(?:${TITLE})(?:s|es|ed|ing)?[ \\t]{0,8}(?:\\n|$))[A-Za-z][\\w!@#$%^&*+=~-]{2,255}(?=[ \\t]{0,8}(?:\\n|$))`;

/** `ENV DB_PASSWORD …` of a Dockerfile. */
const BY_ENV = `((?:${SECRET_KEY})(?=[ \\t])(?<=(?<![^\\n])[ \\t]{0,8}(?:ENV|ARG|setx)[ \\t]{1,4}\\w{1,64})[ \\t]{1,4}${OPENING_QUOTE})(?:${SECRET_VALUE})`;

/**
 * A value of one word. If more cells follow, it must look like a secret, because rows of column titles have keys too.
 */
const BY_CELL = `(${KEY_CELL})${NOT_PLAIN}(?=\\W{0,8}\\w)(?:[^\\s|│]{1,512}(?=[ \\t]{0,512}[|│]{1,4}[ \\t]{0,64}(?:\\n|$))|${TELLING_WORD}(?=[ \\t]{0,512}[|│]))`;

/** An escaped quote: in JSON in JSON in JSON, in HTML, or as its number. */
const QUOTE_CODE = `(?:\\\\\\\\\\\\["']|&(?:quot|apos|#0?3[49]|#x2[27]);|\\\\u002[27])`;
const BY_QUOTE_CODE = `((?:${SECRET_KEY})${QUOTE_CODE}[ \\t]{0,3}(?:=>|[:=])[ \\t]{0,3}${QUOTE_CODE})(?:(?!${QUOTE_CODE})[^\\n]){1,2048}`;
const BY_EQUALS_CODE = `((?:${SECRET_KEY})[ \\t]{0,3}&(?:#(?:61|58|x3[ad])|equals|colon);[ \\t]{0,3})(?:(?!&(?:quot|apos|[lg]t|#))[^\\s<>"'\`]){1,2048}`;
const BY_URL_CODE = `((?:${SECRET_KEY})(?:%2[27])?(?:%20|\\+)?%(?:25){0,2}3[ad](?:%20|%2[27]|\\+){0,4})(?:(?!%(?:25){0,2}(?:2[267c]|0[ad]|7d))[\\w.~%+!*()$/=@-]){1,4096}`;

/**
 * Secrets that are recognised by the text before them.
 *
 * Lookbehinds for a key come after the key: a match must begin with telling characters, by which the scanner finds it.
 */
export const CONTEXT_RULES: readonly SecretRule[] = [
  {
    name: 'authorization-header',
    unless: NO_CREDENTIALS,
    pattern:
      /((?:Authorization|X-Api-Key|X-Auth-Token|PRIVATE-TOKEN)\\?["']?[ \t]{0,3}(?::|={1,3}(?!=))[ \t]{0,3}\\?["'`]?)(?:(?:Basic|Bearer|Token|Digest|Negotiate)[ \t]{1,8})?[^\s"'\\]{1,8192}/iy,
  },
  {
    name: 'bearer-token',
    unless: NO_CREDENTIALS,
    pattern: new RegExp(
      `Bearer[ \\t]{1,8}${BEARER_PROSE}(?=[\\w.~+/-]{0,7}(?:[\\d_~+/=]|[.-]\\w)|[\\w.~+/-]{8})[\\w.~+/-]{1,8192}={0,8}`,
      'y',
    ),
  },
  {
    name: 'basic-credentials',
    pattern: new RegExp(`Basic[ \\t]{1,8}(?!IPv[46]|OAuth2)(?=${BASIC})[A-Za-z0-9+/]{4,8192}={0,2}`, 'y'),
  },
  // A cookie in a quoted header or field runs to the quote, otherwise to the end of the line.
  {
    name: 'quoted-cookie',
    pattern:
      /(Cookie(?<=["'](?:Set-)?Cookie)\\?["']?[ \t]{0,3}:[ \t]{0,3}\\?["']?)(?=[^\s=;"'\\]{1,256}=)[^\n"'\\]{1,8192}/iy,
  },
  {
    name: 'cookie',
    pattern: /(Cookie:(?<=(?<!["'\w-])(?:Set-)?Cookie:)[ \t]{0,3})(?=[^\s=;"'\\]{1,256}=)[^\n]{1,8192}/iy,
  },
  {
    name: 'url-signature',
    pattern:
      /(sig(?:nature)?=(?<=(?<![a-z0-9])(?:x-(?:amz|goog)-)?signature=|[?&;]sig=))(?=[^\s&"'<>]{0,255}\d)[\w%+/=.~-]{16,1024}/iy,
  },
  {
    name: 'docker-auth',
    pattern: /("auth\\?"[ \t]{0,3}:[ \t]{0,3}\\?")(?=[a-z/]{0,255}[A-Z\d+=])[A-Za-z0-9+/]{8,4096}={0,2}(?=\\?")/y,
  },
  // A password, or a token used as the user's name.
  {
    name: 'url-credentials',
    unless: NO_URL_PASSWORD,
    pattern: new RegExp(
      `([\\w+.-]://(?![^\\s/:@"'<>]{0,256}(?:[\\s/"'<>]|$))(?:[^\\s/:@"'<>]{0,256}:(?=${URL_PASSWORD}))?)(?:(?<=:)${URL_PASSWORD}|(?<=/)[^\\s/:@"'<>]{16,256}(?=@))`,
      'y',
    ),
  },
  // A token as the user, before a password that says so, or none.
  {
    name: 'url-user-token',
    pattern:
      /([\w+.-]:\/\/)(?=[\w.~%+-]{12,256}:[^\s/@]{0,256}@)(?=[^:]{0,255}\d)(?=[^:]{0,255}[A-Za-z])(?:[\w.~%+-]{12,256}(?=:(?:x-oauth-basic|x-token-auth|oauth2?|api[_-]?token|token|x)@)|\w{20,256}(?=:@)|\w{32,256}(?=:))/y,
  },
  {
    name: 'secret-by-key',
    unless: NO_SECRET,
    pattern: new RegExp(
      `(?=(?:${SECRET_KEY})[ \\t\\n\\\\"':=|│])(?:${[VALUE_ON_NEXT_LINE, VALUE_OF_SETTING, BY_KEY, BY_ENV, BY_WORD, BY_LINE, BY_SENTENCE, BY_CELL].join('|')})`,
      'iy',
    ),
  },
  {
    name: 'secret-by-pwd',
    unless: NO_SECRET,
    pattern: new RegExp(`([Pp][Ww][Dd](?!${SHELL_FOLDER})${SEPARATOR})(?:${SECRET_VALUE})`, 'y'),
  },
  {
    name: 'secret-by-pass',
    unless: NO_SECRET,
    pattern: new RegExp(`(${PASS_KEY}${SEPARATOR})(?!\\d{1,6}(?![\\w-])|[a-z]{2,20} [a-z])(?:${SECRET_VALUE})`, 'y'),
  },
  {
    name: 'secret-by-encoded-key',
    unless: NO_CREDENTIALS,
    pattern: new RegExp(`(?=(?:${SECRET_KEY})[ %&\\\\])(?:${BY_QUOTE_CODE}|${BY_EQUALS_CODE}|${BY_URL_CODE})`, 'iy'),
  },
  {
    name: 'encoded-authorization',
    pattern:
      /(Authorization(?:%22)?(?:%20|\+){0,3}%3[Aa](?:%20|%22|\+){0,4})(?:(?!%2[26CcD]|%0[AaDd])[\w.~%+!*()$/=-]){4,4096}/iy,
  },
  // An element in XML; with a letter before it `<Token>` is a type. Without its end, as in a usage line, a word must follow at once.
  {
    name: 'secret-by-tag',
    unless: NO_CREDENTIALS,
    pattern: new RegExp(
      `((?:password|passwd|passphrase|secret|token|${keyOf('api|private|access', '[_-]?')})(?<=(?<!\\w)<[\\w.:-]{1,64})(?:[ \\t][^<>\\n]{0,256})?>)(?=[^<\\n]{0,4096}\\S)(?:[^<\\n]{1,4096}(?=</)|[\\w+!#$%*~-][^<\\n]{0,4095}(?=\\n|$))`,
      'iy',
    ),
  },
  {
    name: 'sql-password',
    unless: NO_CREDENTIALS,
    pattern:
      /((?:IDENTIFIED(?:[ \t]{1,4}WITH[ \t]{1,4}[\w"'`-]{1,64})?[ \t]{1,4}(?:BY|AS)(?:[ \t]{1,4}PASSWORD)?|PASSWORD(?<=(?:WITH|LOGIN|ENCRYPTED|USER|SET|ROLE[ \t]{1,4}[\w"]{1,64})[ \t]{1,4}PASSWORD)(?:[ \t]{0,3}=)?)[ \t]{1,4}\\?['"])[^\n'"]{1,1024}/iy,
  },
  // Programs show a key once: its id, then the key.
  {
    name: 'aws-secret-access-key',
    pattern: /(A(?:KI|SI)A[A-Z0-9]{16}["']?[ \t]{0,8}[\s:,;|/][ \t]{0,8}["']?)[A-Za-z0-9+/]{40}(?![\w+/=])/y,
  },
  {
    name: 'secret-in-pair',
    unless: NO_SECRET,
    pattern: new RegExp(
      `(${SECRET_WORD}(?<=\\([ \\t]{0,4}["'][\\w.-]{0,64}${WORD_BEFORE})["'],[ \\t]{0,4}["'])${TELLING_WORD}(?=["'][ \\t]{0,4}\\))`,
      'iy',
    ),
  },
  // `auth=('me', '…')`, `HTTPBasicAuth("me", "…")`
  {
    name: 'secret-of-user',
    unless: NO_SECRET,
    pattern:
      /((?:auth(?:entication)?=|(?:Basic|Digest|Proxy)Auth|basic_auth|basicAuth)[ \t]{0,3}\([ \t]{0,3}["'][^"'\s]{1,128}["'],[ \t]{0,3}["'])[^"'\n]{1,512}(?=["'])/y,
  },
  {
    name: 'secret-in-other-words',
    unless: NO_SECRET,
    pattern: new RegExp(
      `((?:passwor[td](?:s|et)?|kennwort|passwort|contrase(?:ñ|n|\\\\u00f1)a|mot[ _-]de[ _-]passe|senha|wachtwoord|parola|haslo|heslo|geheimnis|clave)${SEPARATOR})${TELLING_WORD}`,
      'iy',
    ),
  },
  {
    name: 'secret-by-attribute',
    unless: NO_CREDENTIALS,
    pattern:
      /((?:key|name)=["'][^"'\n]{0,64}(?:password|passwd|pwd|secret|token|api[_-]?key)[^"'\n]{0,32}["'][ \t]{1,4}value=["'])[^"'\n]{1,4096}/iy,
  },
];

/** From a program to its option: up to 256 UTF-16 units on the same line and in the same pipeline. */
const ARGUMENTS = '(?:[ \\t][^\\n|]{0,256}?)??[ \\t]';
/** Between an option and its value, and where a value may also follow at once. */
const [APART, CLOSE] = ['[ \\t=]{1,3}["\']?(?!-)', '[ \\t=]{0,3}["\']?(?!-)'];
/** The name before a password. */
const USER = '[^\\s:%,"\']{1,128}';

/** By the rule's name: programs, and their option up to the secret. */
const OPTIONS: readonly (readonly [name: string, programs: string, option: string])[] = [
  ['curl-user', 'curl', `(?:-u|--user)${CLOSE}${USER}:`],
  ['curl-proxy-user', 'curl', `(?:-U|--proxy-user)${CLOSE}${USER}:`],
  [
    'mysql-password',
    'mysql(?:dump|admin|import|show|check|pump|sh)?|mariadb(?:-dump|-admin|-check)?|mycli',
    '-p["\']?(?!-[ \\t])',
  ],
  ['mongo-password', 'mongo(?:sh|dump|restore|export|import)?', `-p${APART}`],
  ['database-password', 'cqlsh|cypher-shell|arangosh|rabbitmqadmin', `-p${APART}`],
  ['upload-password', 'twine|evil-winrm|nxc|netexec|crackmapexec', `-p${APART}`],
  ['server-password', 'sqlcmd|bcp|tsql|ipmitool|mosquitto_(?:pub|sub|rr)', `-P${CLOSE}`],
  ['sshpass-password', 'sshpass', `-p${CLOSE}`],
  ['putty-password', '(?:plink|pscp|psftp|putty)(?:\\.exe)?', `-pw${APART}`],
  ['samba-password', 'smb(?:client|get|cacls|tree|map)|rpcclient|winexe|net|wmic', `(?:-U|--user)${CLOSE}${USER}%`],
  ['lftp-password', 'lftp', `-u${APART}${USER},`],
  ['archive-password', '(?:7z[arz]?|rar|unrar)(?:\\.exe)?', '-h?p["\']?(?!-[ \\t])'],
  ['zip-password', '(?:un)?zip|zipcloak|bsdtar', `(?:-P|--passphrase)${CLOSE}`],
  ['pdf-password', 'pdfto(?:text|ppm|cairo)|pdfimages|pdfinfo|pdftk', `(?:-[uo]pw|(?:user|owner|input)_pw)${APART}`],
  ['htpasswd-password', 'htpasswd', '-\\w{0,4}b\\w{0,4}(?:[ \\t]{1,3}[^\\s-]\\S{0,255}){1,2}[ \\t]{1,3}["\']?'],
  ['vault-login', 'vault[ \\t]{1,3}login', '["\']?(?=[\\w.-]{12})(?![^\\s=]{1,64}=|-)'],
  ['openssl-password', 'openssl', `-[kK]${APART}`],
  ['redis-password', 'redis-cli', `(?:-a|--pass)${APART}`],
  ['login-password', '(?:docker|podman|nerdctl|buildah|skopeo|registry|auth|az|oc)[ \\t]{1,4}login', `-p${APART}`],
  ['ldap-password', 'ldap[a-z]{3,10}', `-w${APART}`],
  ['snmp-password', 'snmp[a-z]{3,12}', `-[AX]${APART}`],
  ['remote-desktop-password', '[xw]?freerdp3?', '/p:["\']?'],
];

/** Secrets after an option that only they have, and in files. */
const IN_FILES: readonly SecretRule[] = [
  // Of Java's programs, which take two of them.
  {
    name: 'java-password',
    pattern: /(-(?:store|key|(?:src|dest)(?:store|key)|new)pass[ \t]{1,3}["']?(?!-))[^\s"']{1,1024}/y,
  },
  // Of `kubectl create secret`, which takes several.
  {
    name: 'kubernetes-literal',
    pattern:
      /(--from-literal(?<=[ \t]secret[ \t][^\n|]{0,512}--from-literal)[ \t=]{1,3}["']?[\w.-]{1,253}=["']?)(?:(?<=["'])[^"'\n]{1,1024}|[^\s"']{1,1024})/y,
  },
  // In a line of Redis' settings, or where one is set.
  {
    name: 'redis-setting',
    pattern: new RegExp(
      `((?:requirepass|masterauth)(?<=(?:(?<![^\\n])[ \\t]{0,8}|set[ \\t]{1,4}["']?|--)(?:requirepass|masterauth))["']?[ \\t]{1,8}["']?(?!(?:${TITLE})(?:s|es|ed|ing)?["']?[ \\t]{0,8}(?:\\n|$)))[^\\s"']{1,512}(?=["']?[ \\t]{0,8}(?:\\n|$|--))`,
      'iy',
    ),
  },
  {
    name: 'netrc-password',
    pattern:
      /(login(?<=(?:(?<![^\n])[ \t]{0,8}|(?<![\w-])(?:machine[ \t]{1,8}\S{1,256}|default)[ \t]{1,8})login)[ \t]{1,8}\S{1,256}[ \t]{1,8}password[ \t]{1,8})\S{1,1024}/y,
  },
  // host:port:database:user:password; without a check of the port, a line of `grep -n` would match.
  {
    name: 'pgpass-password',
    pattern:
      /(:(?:[15]?543[2-9]|6432|6543|25060|26257|\*):(?<=(?<![^\n])[^\s:#/]{1,255}:(?:\d{4,5}|\*):)[A-Za-z_*][^\s:]{0,62}:[A-Za-z_*][^\s:]{0,62}:)[^\s:]{1,1024}(?=\n|$)/y,
  },
];

/** Secrets on the command line of a known program, and in the files of such programs. */
export const COMMAND_RULES: readonly SecretRule[] = [
  ...OPTIONS.map(([name, programs, option]) => ({
    name,
    pattern: new RegExp(`((?<![\\w-])(?:${programs})${ARGUMENTS}${option})[^\\s"']{1,1024}`, 'y'),
  })),
  ...IN_FILES,
].map((rule) => ({ ...rule, unless: NO_ARGUMENT }));
