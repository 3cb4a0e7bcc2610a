import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOnlyOurs } from '../files/file-owners.ts';
import { allowedOr } from '../files/system-error.ts';
import { MAX_INDEX, readWhole, UnreadRepository } from './git-objects.ts';
import { workTreeAround } from './repositories.ts';

const MAX_CONFIGURATION = 65_536;

/** Values that git and its hosts' programs write by themselves. An allow-list, because git learns new keys that run programs. */
const HARMLESS: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^core\.repositoryformatversion$/, /^0$/],
  [/^core\.bare$/, /^false$/],
  [/^core\.(?:filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf)$/, /^(?:true|false|input)$/],
  [/^remote\.[^.]+\.(?:url|pushurl)$/, /^(?!-)(?!.*::)[\w.+~@:/-]+$/],
  [/^remote\.[^.]+\.(?:fetch|gh-resolved)$/, /^[\w+*:/.-]+$/],
  [/^branch\..+\.(?:remote|merge|rebase|vscode-merge-base|gh-merge-base)$/, /^(?!-)[\w@#+/.-]+$/],
  [/^user\.(?:name|email)$/, /^[^\\"]*$/],
  [/^(?:pull\.rebase|push\.default|push\.autosetupremote)$/, /^\w+$/],
];

/**
 * True if git, reading in a directory, runs nothing that the surrounding repository names: all its settings have
 * harmless values, it has no hooks and no submodules. Git runs programs of attributes only as configured.
 * @param directory absolute, real
 */
export function isPlainRepository(directory: string): boolean {
  const tree = workTreeAround(directory);
  if (tree === undefined) return false;
  const git = join(tree, '.git');
  return readOr(false, () => {
    // Git takes a directory with such names for a repository before it looks around it.
    for (let at = directory; at !== tree; at = dirname(at)) if (isThere(join(at, 'HEAD'))) return false;
    const stats = lstatSync(git);
    // With `commondir`, the configuration lies elsewhere.
    if (!stats.isDirectory() || !isOnlyOurs(stats) || isThere(join(git, 'commondir'))) return false;
    const hooks = join(git, 'hooks');
    if (isThere(hooks) && !readdirSync(hooks).every((name) => name.endsWith('.sample'))) return false;
    const index = readWhole(join(git, 'index'), MAX_INDEX);
    return index?.includes(GITLINK) !== true && isHarmless(readWhole(join(git, 'config'), MAX_CONFIGURATION));
  });
}

/** The mode of a submodule in an index. Other bytes may be equal by chance; then the line asks. */
const GITLINK = Buffer.from([0, 0, 0xe0, 0]);

function readOr<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return allowedOr(otherwise, read);
  } catch (error) {
    // It is too large, or not a file.
    if (error instanceof UnreadRepository) return otherwise;
    throw error;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** False also for forms that git reads and we do not: continued lines, quotes, sections with a key beside them. */
function isHarmless(bytes: Buffer | undefined): boolean {
  let section = '';
  return (bytes?.toString('utf8') ?? '').split('\n').every((raw) => {
    const line = raw.trim();
    if (line === '' || /^[#;]/.test(line)) return !line.endsWith('\\');
    const head = /^\[([a-z]+)(?: "([^"\\\]]+)")?\]$/i.exec(line);
    if (head) section = [head[1]?.toLowerCase(), ...(head[2] === undefined ? [] : [head[2]])].join('.');
    if (head) return true;
    const [, name = '', value = ''] = /^([a-z][a-z0-9-]*)\s*=\s*([^\\"#;]*)$/i.exec(line) ?? [];
    const key = `${section}.${name.toLowerCase()}`;
    return HARMLESS.some(([keys, values]) => keys.test(key) && values.test(value));
  });
}
