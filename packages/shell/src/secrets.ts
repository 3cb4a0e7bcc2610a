import type { CheckLineSettings } from './judging.ts';
import type { LinePart, Word } from './types.ts';
import { resolvePath, standIn } from './word-values.ts';

/** One file with secrets for each place below the home directory. */
const SECRETS =
  '.ssh/id_rsa .aws/credentials .kube/config .docker/config.json .gnupg/secring.gpg .config/gh/hosts.yml .config/gcloud/credentials.db .azure/accessTokens.json .netrc .pgpass .git-credentials .npmrc .pypirc .env'.split(
    ' ',
  );

/**
 * The words of a part that name secret files indirectly: by a glob such as `~/.ss?/id_rsa`, relative to a directory of
 * `cd`, or with an unknown end (`~/.ssh/$f`). Undefined: none.
 */
export function secretWords(
  { words, directories }: LinePart,
  cwd: string,
  settings: CheckLineSettings,
): readonly string[] | undefined {
  const home = settings.home ?? '~';
  const isBelow = directories !== undefined && /\/\.(?:ssh|aws|kube|docker|gnupg|azure|config)(?:\/|$)/.test(cwd);
  let isFound = false;
  const texts = words.map((word, at) => {
    const secret = at === 0 ? undefined : secretOf(word, isBelow, cwd, home);
    isFound ||= secret !== undefined;
    return secret ?? standIn(word, settings);
  });
  return isFound ? texts : undefined;
}

function secretOf(word: Word, isBelow: boolean, cwd: string, home: string): string | undefined {
  if (!word.unknown) return isBelow && !/^[-/]/.test(word.text) ? `${cwd}/${word.text}` : undefined;
  const text = word.text.replace(/["'\\]/g, '').replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, home);
  const paths = [...SECRETS.map((path) => `${home}/${path}`), `${cwd}/.env`];
  if (/[*?[]/.test(text) && !text.includes('$')) {
    const pattern = globPattern(resolvePath(text, cwd));
    return paths.find((path) => pattern?.test(path));
  }
  const begins = word.tilde ? word.prefix.replace(/^~(?=\/|$)/, home) : word.prefix;
  const directory = resolvePath(begins, cwd).replace(/\/$/, '');
  return paths.find(
    (path) => path.slice(0, path.lastIndexOf('/')) === directory && directory !== home && directory !== cwd,
  );
}

/** A name that begins with a dot only matches a pattern with a dot. */
function globPattern(glob: string): RegExp | undefined {
  const signs = /\/[*?]|\[!?[^\]/]*\]|[*?]|[.+^${}()|\\[\]]/g;
  const source = glob.replace(signs, (sign) => {
    if (sign === '*' || sign === '/*') return sign === '*' ? '[^/]*' : '/(?!\\.)[^/]*';
    if (sign === '?' || sign === '/?') return sign === '?' ? '[^/]' : '/[^/.]';
    return sign.length > 1 ? sign.replace('[!', '[^') : `\\${sign}`;
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    // A range such as `[z-a]`, which matches nothing.
    return undefined;
  }
}
