import { existsSync, realpathSync } from 'node:fs';

/** What a page's machine has on its PATH besides `atip`, `node` and stand-ins: the same everywhere, so that every page shows the same. */
const NAMES: readonly string[] = [
  ...[
    'awk',
    'base64',
    'basename',
    'bash',
    'cat',
    'chmod',
    'comm',
    'cp',
    'cut',
    'date',
    'dd',
    'diff',
    'dirname',
    'du',
    'echo',
    'env',
    'expr',
  ],
  ...[
    'false',
    'find',
    'grep',
    'gunzip',
    'gzip',
    'head',
    'id',
    'kill',
    'ln',
    'ls',
    'mkdir',
    'mktemp',
    'mv',
    'od',
    'paste',
    'printenv',
    'printf',
  ],
  ...[
    'pwd',
    'readlink',
    'realpath',
    'rm',
    'rmdir',
    'sed',
    'seq',
    'sh',
    'sha256sum',
    'sleep',
    'sort',
    'stat',
    'tail',
    'tar',
    'tee',
    'test',
  ],
  ...['timeout', 'touch', 'tr', 'true', 'truncate', 'uname', 'uniq', 'wc', 'which', 'whoami', 'xargs', 'yes'],
  ...['bwrap', 'curl', 'git', 'jq', 'rsync'],
];

const PLACES: readonly string[] = ['/usr/bin', '/bin', '/usr/local/bin'];

/**
 * Where each program of a page's machine is here.
 *
 * @throws Error when one is not installed: a page that needs it would fail for a reason that is not its own.
 */
export function locatePrograms(): ReadonlyMap<string, string> {
  const missing: string[] = [];
  const found = new Map<string, string>();
  for (const name of NAMES) {
    const path = PLACES.map((place) => `${place}/${name}`).find((candidate) => existsSync(candidate));
    // The name that a program is called by counts for some, so links that only say where it is are followed for the rest.
    if (path === undefined) missing.push(name);
    else found.set(name, realpathSync(path).endsWith(`/${name}`) ? realpathSync(path) : path);
  }
  if (missing.length > 0) throw new Error(`The documentation's machine needs ${missing.join(', ')}: install them.`);
  return found;
}
