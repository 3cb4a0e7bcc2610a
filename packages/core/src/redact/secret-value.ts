/** A key of some kinds, as in `api_key`. Starts at `key`, because the words before it begin too many ordinary words. */
export function keyOf(kinds: string, between = '[ _-]?'): string {
  return `key(?<=(?:${kinds})${between}key)`;
}

/** Words that may be part of a longer name, as in `DB_PASSWORD` or `clientSecret`. */
export const SECRET_KEY: string = [
  'pass(?:word|wd|phrase|code)',
  '_pass',
  'secret(?:[_-]?(?:access[_-]?)?key(?:_base)?)?',
  'token',
  keyOf('api|access|private|account|signing|encryption|pre[_-]?shared|app|application|auth|subscription|master|shared'),
  // Too short or too common to search inside other words.
  '(?:pw|psk|credentials?(?==)|_auth)(?<![a-z0-9](?:pw|psk|credentials?|_auth))',
].join('|');

/** The end of a setting's name: `GITHUB_TOKEN=`. */
const OF_SETTING = new RegExp(`(?:${SECRET_KEY})=$`, 'i');

/** Names of variables that no text but an environment has so short, or that also name harmless things in a text. */
const OF_ENVIRONMENT =
  /(?:^|_)(?:SSHPASS|PASS|PAT|JWT|COOKIES?|DSN|AUTH|BEARER|SALT|CREDS?|WEBHOOK(?:_URL)?|MYSQL_PWD|(?<!(?:MAX|MIN|NUM|N)_)(?:TOKENS|SECRETS))$|(?<!(?:^|_)(?:PUBLIC|PUB|GPG|PRIMARY|FOREIGN|CACHE|SORT|PARTITION|ROUTING|HOST))_KEY$/i;

/** True if the name of a variable says that its value is a credential: `GITHUB_TOKEN`, `DB_PASSWORD`, `SSH_KEY`. */
export function namesCredential(name: string): boolean {
  return OF_SETTING.test(`${name}=`) || OF_ENVIRONMENT.test(name);
}

/** Types, placeholders and literals in the place of a value: `token: string` hides nothing. */
const PLAIN_WORDS =
  'string|str|number|int|integer|boolean|bool|any|unknown|object|null|nil|none|undefined|true|false|flag|option|value|required|optional|is|or|and|to|for|from|in|with|include|omit|same-origin';
/** A lookahead: the next word is not one of them. */
export const NOT_PLAIN: string = `(?!&?(?:${PLAIN_WORDS})(?:[\\s,;:.)}|\\]"'<\\\\]|$)|\\[(?:[\\s"'\\][{]|$))`;

/** The quote that may open a value; in JSON inside JSON it is escaped. */
export const OPENING_QUOTE: string = `(?:\\\\"|["'])?`;

/** `=`, `:`, `:=`, `=>`, `==` after a key that may end in a quote, and the quote that may open the value. */
export const SEPARATOR: string = `\\\\?(?:["']\\]?)?[ \\t]{0,3}(?:=>|:=|={1,3}(?!=)|:(?!:))[ \\t]{0,24}(?:b(?=["']))?${OPENING_QUOTE}`;

const LINE_KEY = `(?:pass(?:word|wd|phrase)|secret|token|${keyOf('api|access|private')})`;

/** A key at the end of a line; its value may be on the next one. */
const KEY_AND_BREAK = `${LINE_KEY}\\\\?["']?[ \\t]{0,3}[:=][ \\t]{0,8}(?:[|>][+-]?[ \\t]{0,3})?\\n`;

/** The last words of a secret setting's name. */
const NAMED_SECRET = `(?:pass(?:word|wd|phrase)|pwd|secret|token|${keyOf('api|access|private|secret')})`;

/** Before the end of the name in `name: DB_PASSWORD`, which distinguishes it from prose. */
const IN_SETTING =
  '(?<=(?:name|key)\\\\?["\']?[ \\t]{0,3}[:=][ \\t]{0,3}\\\\?["\']?[\\w.-]{0,64}(?:pass(?:word|wd|phrase)|pwd|secret|token|(?:api|access|private|secret)[ _-]?key))';
const [NAME_END, TO_VALUE] = ['\\\\?["\']?,?[ \\t]{0,8}', '\\n?[ \\t]{0,40}\\\\?["\']?value\\\\?'];

/** A text whose last line ends in such a key, or in the name of a setting whose value follows. */
export const OPEN_LINE: RegExp = new RegExp(`(?:${KEY_AND_BREAK}|${NAMED_SECRET}${IN_SETTING}${NAME_END}\\n)$`, 'i');

/**
 * A key at the end of a line with its value, the only word of the next line: eight characters, or four with a
 * non-letter. A word that ends in a punctuation mark, or is a key itself, is no value.
 */
export const VALUE_ON_NEXT_LINE: string = `(${KEY_AND_BREAK}[ \\t]{0,40}["']?)${NOT_PLAIN}(?![-<{[#|])(?=\\W{0,8}\\w)(?=[^\\s"']{8}|[A-Za-z]{0,7}[^\\sA-Za-z"'])[^\\s"']{4,4096}(?<![:,.;!?([{>]|${LINE_KEY}=)(?=["']?[ \\t]{0,8}(?:\\n|$))`;

/**
 * A value after a quote runs to the next one; without one it runs to white space, or to a delimiter that visibly
 * separates.
 */
export const SECRET_VALUE: string = [
  `(?<=\\\\")[^"\\\\\\n]{1,4096}`,
  `(?<=[^\\\\]")(?:[^"\\\\\\n]|\\\\.){1,4096}`,
  `(?<=')(?:[^'\\\\\\n]|\\\\.){1,4096}`,
  `(?<!["'])${NOT_PLAIN}(?:[^\\s"'\`<>&,;{}()\\\\]|\\\\(?!["'])|[&,;{}()](?![\\s"'&,;{}()\\\\]|[\\w.-]{1,64}=|$)){1,4096}`,
].join('|');

/** From the name of a setting to its value, on the same or the next line. */
export const VALUE_OF_SETTING: string = `(${NAMED_SECRET}(?=${NAME_END}${TO_VALUE})${IN_SETTING}${NAME_END}${TO_VALUE}${SEPARATOR})(?:${SECRET_VALUE})`;

/** The end of a non-secret value: a value that continues is a secret. */
const END = '(?=[\\s"\'`,;:)}\\]<>&|\\\\]|[.?!](?:[\\s"\')]|$)|$)';

/** Function words and question words: `password: who knows it` is a sentence. */
const PROSE =
  'whoever|whatever|whichever|a|an|the|this|that|these|those|it|its|they|their|we|our|you|he|she|i|who|whom|whose|what|when|where|why|how|which|not|no|yes|only|if|else|then|than|so|as|at|by|of|on|off|per|via|be|been|being|are|was|were|am|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|but|because|since|while|until|before|after|about|above|below|between|into|onto|over|under|from|without|within|through|during|against|some|any|all|many|most|few|each|every|both|none|one|two|there|here|see|use|used|using|set|unset|given|also|just|please|enter|try|make|makes|get|invalid|missing|incorrect|wrong|expired|empty|denied|failed|mismatch|required|too';

/** Names of kinds and types: `token: Buffer`, `--password FILE`. */
const KINDS =
  "String|Buffer|Bytes|Uint8Array|SecureString|SecretStr|SecretString|CharSequence|Object|Any|Self|FILE|FILENAME|PATH|STRING|VALUE|NAME|TEXT|URL|URI|NUM|NUMBER|HEX|ARG|STR|INT|BOOL|TYPE|(?:std::)?string|\\*string|\\[\\]byte|&(?:'[a-z]{1,12} )?(?:mut )?str|file|filename|path|text|hex|name|type|options?|arguments?|parameters?|flags?|user-id|key-id|write|read|always|never|auto|inherit|enabled|disabled|on|off";

/** Words at the end of a secret's name. */
const NAMED = 'pass(?:word|wd|phrase|code)?|pwd|secret|token|key|credential';
const CAPITAL_NAMED = 'Pass(?:word|wd|phrase|code)?|Pwd|Secret|Token|Key|Credential';
/**
 * `password`, `basic_password`, `DB_PASSWORD`, `newPassword`, `AccessToken`: letters, with a boundary before the last
 * word.
 */
const NAME = [
  `(?:[A-Za-z]{1,24}_){0,4}(?:${NAMED}|${CAPITAL_NAMED}|${NAMED.toUpperCase()})[sS]?`,
  `[A-Za-z][a-z]{0,24}(?:[A-Z][a-z]{1,24}){0,4}(?:${CAPITAL_NAMED})s?`,
].join('|');

/**
 * `user.password`, `opts?.token`: a path of names whose last one names a secret, or that starts where programs keep
 * their settings.
 */
const STEP = '(?:\\?\\.|\\.|::|->)';
const PATH = `(?:[A-Za-z_$][A-Za-z_$]{0,63}${STEP}){1,8}[A-Za-z_]{0,40}(?:${NAMED}|${CAPITAL_NAMED}|${NAMED.toUpperCase()}|[Vv]alue|env)[A-Za-z_]{0,40}`;
const ROOTED =
  '(?:process\\.env|os\\.environ|import\\.meta\\.env|this|self|var|local|data|module|each|env|secrets|vars|inputs|github|config|cfg|conf|options|opts|args|argv|params|props|state|ctx|context|req|request|res|response|settings|body|event|user|flags|input|values|Values)\\??\\.[A-Za-z_][A-Za-z_.]{0,100}';

/** `getToken(`, `os.environ["X"]`, `Promise<Token>`: values that code computes. */
const CALLED = `[A-Za-z_$][A-Za-z_$]{0,63}(?:${STEP}[A-Za-z_$][\\w$]{0,63}){0,8}[?!]?`;
const EXPRESSION = [
  `${CALLED}\\.?\\((?:[)"'\`]|[\\w$&@*({\\[<!-](?=[^\\n]{0,200}\\))|[ \\t]{0,8}(?:\\n|$))`,
  `${CALLED}\\.?\\[[^\\]\\n]{0,100}\\]`,
  `[A-Z][A-Za-z]{0,63}<[\\w$'&({\\[*]`,
  '[A-Z][A-Za-z]{1,40}(?=[ \\t]{0,2}(?:=[ \\t]|\\|[ \\t]))',
  '[a-z][a-z]{1,20}\\d{1,3}[A-Z][A-Za-z]{1,20}\\(',
  '/[\\^(\\[]',
  '(?:await|new|yield|typeof|async|function|lambda|func|keyof|unique)[ \\t]{1,4}[\\w$({\\["\'&*<]',
  '(?:async[ \\t]{0,4})?\\([\\w$, \\t:<>[\\]|?.]{0,120}\\)(?:[ \\t]{0,2}:[ \\t]{0,2}[\\w<>[\\]| ]{1,60})?[ \\t]{0,4}=>',
];

/**
 * `$TOKEN`, `${TOKEN:-}`, `$(cat x)`, `{{ .Values.x }}`, `%TOKEN%`: a shell, a template or a pipeline inserts the
 * value.
 */
const REFERENCE = [
  `\\$[A-Z_]{2,64}${END}`,
  `\\$(?:env:)?[A-Za-z_]{0,32}(?:${NAMED}|${CAPITAL_NAMED})[A-Za-z_]{0,16}${END}`,
  `\\$env:\\w{1,64}${END}`,
  `\\$[\\d@]${END}`,
  '\\$\\{\\{[^}\\n]{0,200}\\}\\}',
  `\\$\\{[A-Za-z_][\\w.]{0,100}(?:\\(\\))?(?::?[?-])?\\}${END}`,
  '\\$\\{[A-Za-z_][\\w.]{0,100}\\([^}\\n]{0,100}\\)\\}',
  '\\$\\((?=[A-Za-z</({$])',
  `(?:\\.{1,2}|~|path|/path|/run/secrets|/etc|/home|/var|/usr|/tmp|/root|/opt)/[\\w./@-]{0,200}${END}`,
  '\\{\\{[^}\\n]{0,200}\\}\\}',
  `\\{[A-Za-z_]\\w{0,40}\\}${END}`,
  `%[A-Z_]{2,64}%${END}`,
  `%[-\\d.]{0,6}[sdvqxp]${END}`,
  // In a shell's `${TOKEN:-}` and `${TOKEN:?message}`; a default value may be a secret.
  '(?<=\\$\\{\\w{1,64}:)(?:\\?|[+-]\\})',
].join('|');

/** Redacted values, and placeholders that readers replace. */
const PLACEHOLDER = [
  `\\*{3,}[A-Za-z0-9]{0,4}${END}`,
  `(?:[xX]{4,}|\\u2022{2,}|\\.{3,}|_{3,}|-{3,}|\\u2026)${END}`,
  '\\([A-Za-z][A-Za-z -]{0,40}\\)',
  `\\[[A-Za-z][A-Za-z _-]{1,24}\\]${END}`,
  `<[A-Za-z][\\w .:|-]{0,40}>${END}`,
  `(?:[Yy]our|YOUR)[-_][A-Za-z_-]{1,40}${END}`,
].join('|');

const AS_WORD = PROSE.split('|').map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`);

/** Words in any letter case. */
const anyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** Words of templates, which hide nothing: an attacker tries them first. */
const TEMPLATE = `${anyCase('(?:(?:change|replace)[-_ ]?(?:me|this|it)|fix[-_]?me|to[-_]?do|tbd|placeholder|redacted|dummy|example)(?:[-_]?(?:password|secret|token|key|value))?')}[.!]{0,3}${END}`;

/** Counts, sizes and colours, and the documented key of AWS. */
const MEASURE = [
  `-?\\d{1,3}(?:\\.\\d{1,4})?(?:px|r?em|%|m?s|deg|fr|v[hw]|pt|ch|[kKMG]i?B)?${END}`,
  '\\d{1,9}(?= bytes)',
  `#(?:[\\da-fA-F]{3,4}|[\\da-fA-F]{6}|[\\da-fA-F]{8})${END}`,
  `[A-Za-z0-9/+]{9,40}EXAMPLE(?:KEY)?${END}`,
].join('|');

/** Labels of fields for a secret, in some languages. */
const FIELD_WORDS = anyCase(
  '(?:pass(?:word|phrase|code|wort|ord)|kennwort|contraseña|clave|mot de passe|senha|palavra-passe|wachtwoord|hasło|parola|пароль|密码|密碼|パスワード|비밀번호|lösenord|adgangskode|salasana|heslo|şifre|jelszó|geheimnis|secret|segredo|token|jeton|(?:api[- ])?(?:key|schlüssel)|clé)',
);
/**
 * The name of a field, or a token of a lexer: `"password": "Forgot your password?"`, `login.password=Passwort:`,
 * `token: ';' at 3`.
 */
const FIELD = [
  `(?<=["'])(?:[A-ZÀ-Þ\\u0400-\\u9fff][A-Za-zÀ-ÿ\\u0400-\\u9fff' ]{0,40}[ '])?${FIELD_WORDS}s?(?: [A-Za-zÀ-ÿ' ]{0,40})?[?!.:…*]{0,3}["']`,
  `(?=[A-ZÀ-Þ])${FIELD_WORDS}[?!.:…*]{0,3}(?=\\s|$)`,
  `(?<=[Tt]oken[ \\t]{0,3}:[ \\t]{1,24}["'])[^\\s\\d"']{1,12}["'](?=[ \\t]{1,4}(?:at|on|in|line|but|\\())`,
].join('|');

/** Words after a key in a style sheet, a lexer's output and a sentence, and the name of a secret that AWS keeps. */
const OF_ANOTHER_KIND = [
  `(?<=--[\\w-]{1,64}:[ \\t]{0,24})[a-z-]{2,40}${END}`,
  `(?<=(?:[Tt]oken|TOKEN)[ \\t]{0,3}:[ \\t]{1,24})(?:[A-Z][A-Z_]{0,40}${END}|[A-Za-z_]{1,40}(?=[ \\t]{1,4}(?:at|on|in|line|\\()))`,
  '(?<=(?:[Uu]nexpected|[Ii]nvalid|[Ii]llegal|[Nn]ext) token[ \\t]{0,3}:[ \\t]{1,24})[^\\s\\d]{1,24}(?=\\s|$)',
  '(?<=: )[a-z]{2,15}(?= (?:the|an?|to|its?|is|are|in|by|of|your|our|this|that|be|not|must|before|after|when|until|if|with|from|on|as|at)\\b)',
  // `--password= --name=` of a list of options, and the end of `[env: API_KEY=]`.
  '(?<==[ \\t]{1,8})--?[a-z][\\w-]{0,64}(?:=|[ \\t]|\\*|$)',
  `[\\])}/]{1,2}${END}`,
  '(?<=passwd:[ \\t]{1,24})(?:files|compat|systemd|sss|nis)(?=[ \\t\\n]|$)',
  // Tags of YAML, and states in a style sheet.
  '!(?:vault|secret|env_var|include|Ref|Sub|GetAtt|ImportValue)(?=[ \\t\\n]|$)',
  '(?<=[.#][\\w-]{1,64}:)(?:hover|focus|active|visited|before|after|disabled|checked|not|first-child|last-child)(?=[\\s{,:(])',
  '(?<=arn:aws[\\w-]{0,12}:secretsmanager:[\\w-]{0,20}:\\d{0,12}:secret:)',
].join('|');

/** The quote before the value closed the text around the key: `read("Password: ")`. */
const CLOSED =
  '(?:(?<=(?<![\\w"])"[^"\\n]{0,64}[:=][ \\t]{0,3}")|(?<=(?<![\\w\'])\'[^\'\\n]{0,64}[:=][ \\t]{0,3}\'))[ \\t),;\\]}+]';

const SCHEME = '(?:[Bb]asic|[Bb]earer|[Tt]oken|[Dd]igest|[Nn]egotiate)[ \\t]{1,8}';

/** In a header: a reference or a placeholder; after a scheme also a name. */
const IN_HEADER = `(?:${SCHEME})?(?:${REFERENCE}|${PLACEHOLDER})|${SCHEME}(?:${NAME})${END}|(?:string|undefined|null|required|optional|boolean)${END}`;

/** Texts in the place of a header's credentials that are no secret. */
export const NO_CREDENTIALS: RegExp = new RegExp(IN_HEADER, 'y');

/** Texts in the place of a password on a command line that are no secret. */
export const NO_ARGUMENT: RegExp = new RegExp(
  `${IN_HEADER}|(?:${NAMED}|passwd|${CAPITAL_NAMED}|${NAMED.toUpperCase()})${END}`,
  'y',
);

/** Texts in the place of a password in an address that are no secret. */
export const NO_URL_PASSWORD: RegExp = new RegExp(
  `(?:\\$[A-Z_]{2,64}|\\$[a-z_]{0,32}(?:${NAMED})[a-z_]{0,16}|\\$?\\{\\{?[\\w .-]{1,64}\\}?\\}|<[A-Za-z][\\w -]{0,40}>|\\*{3,}|[xX]{3,}|%[sv]|(?:${NAMED}|${CAPITAL_NAMED}|${NAMED.toUpperCase()})\\]?)(?=@)`,
  'y',
);

/**
 * Texts in the place of a secret that are no secret; tried where the value begins, in its own case.
 *
 * A quoted value counts as a secret unless it is entirely a reference or placeholder.
 */
export const NO_SECRET: RegExp = new RegExp(
  [
    IN_HEADER,
    CLOSED,
    TEMPLATE,
    FIELD,
    // A block of YAML.
    '[|>][+-]?[ \\t]{0,3}(?:\\n|$)',
    `(?<!["'])(?:(?:${AS_WORD.join('|')}|${KINDS}|${NAME}|${PATH}|${ROOTED})${END}|${EXPRESSION.join('|')}|${MEASURE}|${OF_ANOTHER_KIND})`,
  ].join('|'),
  'y',
);
