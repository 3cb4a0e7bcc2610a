import type { SecretRule } from './secret-rule.ts';
import { OPENING_QUOTE, SECRET_VALUE, SEPARATOR } from './secret-value.ts';

/** Words that may be part of a longer name, as in `DB_PASSWORD` or `clientSecret`. */
const SECRET_KEY = [
  'pass(?:word|wd|phrase)',
  '_pass',
  'secret(?:[_-]?(?:access[_-]?)?key)?',
  'token',
  '(?:api|access|private|account|signing|encryption)[ _-]?key',
  // Too short or too common to be looked for inside other words.
  '(?:pw|psk|credentials?(?==)|_auth)(?<![a-z0-9](?:pw|psk|credentials?|_auth))',
].join('|');

/** `PWD` and `OLDPWD` of a shell's environment are folders; after a `;`, as in a connection string, they are not. */
const SHELL_FOLDER = '=(?<=(?<![^\\s"\'])(?:OLD)?PWD=)';

/** `pass` as a whole word; a number after it is a count of tests, and `PASS:` a test's result. */
const PASS_KEY = '[Pp]ass(?<![A-Za-z0-9_][Pp]ass)';

const SECRET_FLAG = '--[\\w-]{0,40}(?:password|passwd|passphrase|token|secret|api-?key)';

const SECRET_WORD = '(?:password|passwd|passphrase|secret|token|api[ _-]?key)';

/** A word of 8 or more with a letter and a digit. Names of algorithms and formats have both as well. */
const TELLING_WORD: string =
  '(?!(?:base|sha|md|utf|oauth|x50|http|rfc|es|ed|p)-?\\d)(?=[A-Za-z_+=!@#$%^&*~-]{0,255}\\d)(?=[^A-Za-z\\s]{0,255}[A-Za-z])[\\w+=!@#$%^&*~-]{8,256}(?<!!)(?![\\w+=@#$%^&*~(<\\[-]|[./:]\\S)';

/** Words that follow "Bearer" where the scheme is written about. */
const BEARER_PROSE = '(?!(?:auth\\w{0,16}|challenges?|credentials?|security|scheme|tokens?|requests?|responses?)\\b)';

/**
 * Secrets told by what stands before them.
 *
 * What may not stand before a key is looked at after the key: a pattern that begins with letters is found several times faster.
 */
export const CONTEXT_RULES: readonly SecretRule[] = [
  {
    name: 'authorization-header',
    pattern:
      /((?:Authorization|X-Api-Key|X-Auth-Token|PRIVATE-TOKEN)\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?:(?:Basic|Bearer|Token|Digest|Negotiate)[ \t]{1,8})?[^\s"'\\]{1,8192}/gi,
  },
  {
    name: 'bearer-token',
    hint: 'Bearer',
    pattern: new RegExp(
      `Bearer[ \\t]{1,8}${BEARER_PROSE}(?=[\\w.~+/-]{0,7}(?:[\\d_~+/=]|[.-]\\w)|[\\w.~+/-]{8})[\\w.~+/-]{1,8192}={0,8}`,
      'g',
    ),
  },
  {
    name: 'basic-credentials',
    hint: 'Basic',
    pattern:
      /Basic[ \t]{1,8}(?=[A-Za-z0-9+/]{0,200}[\d+=]|[A-Za-z0-9+/]{16}|(?:[A-Za-z0-9+/]{4}){1,8}(?![\w+/=])(?<=[a-z][A-Z][A-Za-z]{0,31}))[A-Za-z0-9+/]{4,8192}={0,2}/g,
  },
  // A cookie in a quoted header or field runs to the quote, otherwise to the end of the line.
  {
    name: 'quoted-cookie',
    pattern:
      /(Cookie(?<=["'](?:Set-)?Cookie)\\?["']?[ \t]{0,3}:[ \t]{0,3}\\?["']?)(?=[^\s=;"'\\]{1,256}=)[^\n"'\\]{1,8192}/gi,
  },
  {
    name: 'cookie',
    pattern: /(Cookie:(?<=(?<!["'\w-])(?:Set-)?Cookie:)[ \t]{0,3})(?=[^\s=;"'\\]{1,256}=)[^\n]{1,8192}/gi,
  },
  {
    name: 'url-signature',
    pattern:
      /(sig(?:nature)?=(?<=(?<![a-z0-9])(?:x-(?:amz|goog)-)?signature=|[?&;]sig=))(?=[^\s&"'<>]{0,255}\d)[\w%+/=.~-]{16,1024}/gi,
  },
  {
    name: 'docker-auth',
    hint: '"auth',
    pattern: /("auth\\?"[ \t]{0,3}:[ \t]{0,3}\\?")(?=[a-z/]{0,255}[A-Z\d+=])[A-Za-z0-9+/]{8,4096}={0,2}(?=\\?")/g,
  },
  // The user's name may hold no slash; a password may, unless what stands there is a port and its path.
  {
    name: 'url-password',
    hint: '://',
    pattern:
      /(:\/\/[^\s/:@"'<>]{0,256}:)(?:[^\s/"'<>]{1,256}(?=@)|(?![/\\]|\d{1,5}[/?#])[^\s@"'<>]{1,256}(?:@[^\s/@"'<>]{1,256}){0,3}(?=@))/g,
  },
  { name: 'url-token', hint: '://', pattern: /(:\/\/)[^\s/:@"'<>]{16,256}(?=@)/g },
  { name: 'secret-by-key', pattern: new RegExp(`((?:${SECRET_KEY})${SEPARATOR})(?:${SECRET_VALUE})`, 'gi') },
  {
    name: 'secret-by-pwd',
    pattern: new RegExp(`([Pp][Ww][Dd](?!${SHELL_FOLDER})${SEPARATOR})(?:${SECRET_VALUE})`, 'g'),
  },
  {
    name: 'secret-by-pass',
    pattern: new RegExp(`(${PASS_KEY}${SEPARATOR})(?!\\d{1,6}(?![\\w-]))(?:${SECRET_VALUE})`, 'g'),
  },
  {
    name: 'secret-by-flag',
    pattern: new RegExp(`(${SECRET_FLAG}[ \\t]{1,3}${OPENING_QUOTE})(?!-)(?:${SECRET_VALUE})`, 'gi'),
  },
  {
    name: 'secret-by-word',
    pattern: new RegExp(
      `(${SECRET_WORD}(?<![\\w-]${SECRET_WORD})(?:[ \\t]{1,4}is)?[ \\t]{1,4}["']?)${TELLING_WORD}`,
      'gi',
    ),
  },
  { name: 'secret-by-tag', pattern: /(<(?:password|passwd|secret|token|api[_-]?key)>)[^<\n]{1,4096}/gi },
  {
    name: 'secret-by-attribute',
    pattern:
      /((?:key|name)=["'][^"'\n]{0,64}(?:password|passwd|pwd|secret|token|api[_-]?key)[^"'\n]{0,32}["'][ \t]{1,4}value=["'])[^"'\n]{1,4096}/gi,
  },
];
