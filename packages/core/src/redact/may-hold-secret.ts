/** A word, with the characters that forms of secrets have. */
const CHARACTER = '[\\w.+$~/-]';
/**
 * A path of short names. No form is so short, and only those that `TELLING` names may be cut by slashes or `=` and have
 * no capital.
 */
const NAMES = `(?:[a-z0-9_.-]{0,14}/)*[a-z0-9_.-]{0,14}(?!${CHARACTER})`;
/** A character that can hide or join something, or a word that may have the form of a secret. */
const UNUSUAL = new RegExp(`[^ -~]|\\\\[u/]|(?<!${CHARACTER})(?=${CHARACTER}{13})(?!${NAMES})`);

/** Words, options and signs, of which each rule for shorter secrets needs one. */
const TELLING = new RegExp(
  [
    // Keys, and the words of other languages for them.
    'pass|pw(?!d *(?:[&;|)]|$))|psk|secret|token|key|auth|cred|identified|kennwort|contrase|senha|wachtwoord|parola|haslo|heslo|geheimnis|clave',
    '-----begin|bearer|basic|cookie|login|sig(?:nature)?=|://\\S*@|:(?:\\d{4,5}|\\*):',
    // Options with a password, or with a name and a password.
    ' -h?[pawxu]|-user|/p:|openssl',
    'whsec|glc_|fm[12]|sntrys|at[ac]tt3|pscale|atlasv1|aqe|\\{s?(?:sha|md5)|\\{crypt',
  ].join('|'),
  'i',
);

/**
 * False for a text in which {@link findSecrets} certainly finds nothing, such as most lines of a shell: they have short
 * words and paths, and no word that tells of a secret. Loading the rules takes ten times as long as this test.
 */
export function mayHoldSecret(text: string): boolean {
  return UNUSUAL.test(text) || TELLING.test(text);
}
