import type { SecretRule } from './secret-rule.ts';
import { NOT_PLAIN, OPENING_QUOTE, SECRET_VALUE, SEPARATOR, VALUE_ON_NEXT_LINE } from './secret-value.ts';

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

/** A space after an option's name, in place of a separator. */
const AFTER_FLAG = `(?<=--[\\w-]{3,52})[ \\t]{1,3}${OPENING_QUOTE}(?!-)`;

const SECRET_WORD = '(?:password|passwd|passphrase|secret|token|api[ _-]?key)';

/** A word of 8 or more with a letter and a digit. Names of algorithms and formats have both as well. */
const TELLING_WORD: string =
  '(?!(?:base|sha|md|utf|oauth|x50|http|rfc|es|ed|p)-?\\d)(?=[A-Za-z_+=!@#$%^&*~-]{0,255}\\d)(?=[^A-Za-z\\s]{0,255}[A-Za-z])[\\w+=!@#$%^&*~-]{8,256}(?<!!)(?![\\w+=@#$%^&*~(<\\[-]|[./:]\\S)';

/** Words that follow "Bearer" where the scheme is written about. */
const BEARER_PROSE = '(?!(?:auth\\w{0,16}|challenges?|credentials?|security|scheme|tokens?|requests?|responses?)\\b)';

/** The user's name may hold no slash; a password may, unless what stands there is a port and its path. */
const URL_PASSWORD =
  '(?:[^\\s/"\'<>]{1,256}(?=@)|(?![/\\\\]|\\d{1,5}[/?#])[^\\s@"\'<>]{1,256}(?:@[^\\s/@"\'<>]{1,256}){0,3}(?=@))';

/** A cell with a key, from after its key to the cell beside it; the key's cell is the first of its row. */
const KEY_CELL =
  '(?:pass(?:word|wd|phrase)|secret|token|api[ _-]?key)(?=[ \\t]{0,64}[|│])(?<=(?<![^\\n])[ \\t]{0,64}[|│][^|│\\n]{0,128})[ \\t]{0,64}[|│][ \\t]{0,64}';

/** `DB_PASSWORD=…`, `"clientSecret": "…"`, `--token …` */
const BY_KEY = `((?:${SECRET_KEY})(?:${SEPARATOR}|${AFTER_FLAG}))(?:${SECRET_VALUE})`;

/** `password is …`, where what comes next looks like a secret. */
const BY_WORD = `(${SECRET_WORD}(?<![\\w-]${SECRET_WORD})(?:[ \\t]{1,4}is)?[ \\t]{1,4}["']?)${TELLING_WORD}`;

/** A value of one word; with more cells to its right it has to look like a secret: rows of column titles have keys too. */
const BY_CELL = `(${KEY_CELL})${NOT_PLAIN}(?=\\W{0,8}\\w)(?:[^\\s|│]{1,512}(?=[ \\t]{0,512}[|│][ \\t]{0,64}(?:\\n|$))|${TELLING_WORD}(?=[ \\t]{0,512}[|│]))`;

/**
 * Secrets told by what stands before them.
 *
 * What may not stand before a key is looked at after the key: a match has to begin with characters that tell, by which the
 * scanner finds it.
 */
export const CONTEXT_RULES: readonly SecretRule[] = [
  {
    name: 'authorization-header',
    pattern:
      /((?:Authorization|X-Api-Key|X-Auth-Token|PRIVATE-TOKEN)\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?:(?:Basic|Bearer|Token|Digest|Negotiate)[ \t]{1,8})?[^\s"'\\]{1,8192}/iy,
  },
  {
    name: 'bearer-token',
    pattern: new RegExp(
      `Bearer[ \\t]{1,8}${BEARER_PROSE}(?=[\\w.~+/-]{0,7}(?:[\\d_~+/=]|[.-]\\w)|[\\w.~+/-]{8})[\\w.~+/-]{1,8192}={0,8}`,
      'y',
    ),
  },
  {
    name: 'basic-credentials',
    pattern:
      /Basic[ \t]{1,8}(?=[A-Za-z0-9+/]{0,200}[\d+=]|[A-Za-z0-9+/]{16}|(?:[A-Za-z0-9+/]{4}){1,8}(?![\w+/=])(?<=[a-z][A-Z][A-Za-z]{0,31}))[A-Za-z0-9+/]{4,8192}={0,2}/y,
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
  // A password, or a token in place of the user's name.
  {
    name: 'url-credentials',
    pattern: new RegExp(
      `([\\w+.-]://(?![^\\s/:@"'<>]{0,256}(?:[\\s/"'<>]|$))(?:[^\\s/:@"'<>]{0,256}:(?=${URL_PASSWORD}))?)(?:(?<=:)${URL_PASSWORD}|(?<=/)[^\\s/:@"'<>]{16,256}(?=@))`,
      'y',
    ),
  },
  {
    name: 'secret-by-key',
    pattern: new RegExp(
      `(?=(?:${SECRET_KEY})[\\s\\\\"':=|│])(?:${[BY_KEY, BY_WORD, VALUE_ON_NEXT_LINE, BY_CELL].join('|')})`,
      'iy',
    ),
  },
  {
    name: 'secret-by-pwd',
    pattern: new RegExp(`([Pp][Ww][Dd](?!${SHELL_FOLDER})${SEPARATOR})(?:${SECRET_VALUE})`, 'y'),
  },
  {
    name: 'secret-by-pass',
    pattern: new RegExp(`(${PASS_KEY}${SEPARATOR})(?!\\d{1,6}(?![\\w-]))(?:${SECRET_VALUE})`, 'y'),
  },
  { name: 'secret-by-tag', pattern: /(<(?:password|passwd|secret|token|api[_-]?key)>)[^<\n]{1,4096}/iy },
  {
    name: 'secret-by-attribute',
    pattern:
      /((?:key|name)=["'][^"'\n]{0,64}(?:password|passwd|pwd|secret|token|api[_-]?key)[^"'\n]{0,32}["'][ \t]{1,4}value=["'])[^"'\n]{1,4096}/iy,
  },
];
