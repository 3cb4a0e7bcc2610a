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
const NAMED = new RegExp(`(?:${SECRET_KEY})=$`, 'i');

/** Names of variables that no text but an environment has so short, or that also name harmless things in a text. */
const OF_ENVIRONMENT =
  /(?:^|_)(?:SSHPASS|PASS|PAT|JWT|COOKIES?|DSN|AUTH|BEARER|SALT|CREDS?|WEBHOOK(?:_URL)?|MYSQL_PWD|(?<!(?:MAX|MIN|NUM|N)_)(?:TOKENS|SECRETS))$|(?<!(?:^|_)(?:PUBLIC|PUB|GPG|PRIMARY|FOREIGN|CACHE|SORT|PARTITION|ROUTING|HOST))_KEY$/i;

/** True if the name of a variable says that its value is a credential: `GITHUB_TOKEN`, `DB_PASSWORD`, `SSH_KEY`. */
export function namesCredential(name: string): boolean {
  return NAMED.test(`${name}=`) || OF_ENVIRONMENT.test(name);
}
