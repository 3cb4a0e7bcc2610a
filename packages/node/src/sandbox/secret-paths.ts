import { readdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../environment/child-environment.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { resolveExisting } from './resolve-existing.ts';

/** Something that is not to be seen. */
export interface HiddenPath {
  /** Every link resolved. */
  readonly path: string;
  readonly directory: boolean;
}

/** Keys and tokens of common programs, by their place in the home directory. */
const IN_HOME: readonly string[] = [
  ...[
    '.ssh',
    '.aws',
    '.gnupg',
    '.kube',
    '.docker',
    '.azure',
    '.password-store',
    '.local/share/keyrings',
    '.oci',
    '.terraform.d',
  ],
  ...[
    '.netrc',
    '.npmrc',
    '.pypirc',
    '.git-credentials',
    '.cargo/credentials',
    '.cargo/credentials.toml',
    '.gem/credentials',
  ],
  ...[
    '.vault-token',
    '.pgpass',
    '.my.cnf',
    '.mozilla',
    '.thunderbird',
    '.claude/.credentials.json',
    '.codex/auth.json',
  ],
  ...['.bash_history', '.zsh_history', '.python_history', '.node_repl_history', '.psql_history'],
];

/** The same for `$XDG_CONFIG_HOME`. */
const IN_CONFIG: readonly string[] = [
  ...['gh', 'gcloud', 'op', 'rclone', 'glab-cli', 'hub', 'git/credentials', 'containers/auth.json'],
  ...['chromium', 'google-chrome', 'BraveSoftware', 'microsoft-edge'],
];

/** Of interest where we are root: anybody else cannot read them anyway. */
const OF_SYSTEM: readonly string[] = [
  ...[
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/gshadow',
    '/etc/gshadow-',
    '/etc/sudoers',
    '/etc/sudoers.d',
    '/etc/ssl/private',
  ],
  ...['/etc/ssh/ssh_host_rsa_key', '/etc/ssh/ssh_host_ecdsa_key', '/etc/ssh/ssh_host_ed25519_key'],
];

/** Variables that name another place for one of these. */
const BY_VARIABLE: readonly string[] = [
  ...[
    'GNUPGHOME',
    'DOCKER_CONFIG',
    'KUBECONFIG',
    'AWS_SHARED_CREDENTIALS_FILE',
    'AWS_CONFIG_FILE',
    'NETRC',
    'PGPASSFILE',
  ],
  ...[
    'GOOGLE_APPLICATION_CREDENTIALS',
    'AZURE_CONFIG_DIR',
    'GH_CONFIG_DIR',
    'PASSWORD_STORE_DIR',
    'NPM_CONFIG_USERCONFIG',
  ],
];

/**
 * Lists what no tool is to read, as far as it exists: keys, tokens, browser profiles, shell histories, our own state.
 *
 * A link is followed, and so are the links directly inside a directory that lead to files elsewhere.
 * @param env ours: where it names other places for these files
 * @param more absolute paths of the caller
 */
export function secretPaths(home: string, env: Environment, more: readonly string[]): HiddenPath[] {
  const config = absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config');
  const state = absolute(env.XDG_STATE_HOME) ?? join(home, '.local/state');
  const places = [
    ...IN_HOME.map((name) => join(home, name)),
    ...IN_CONFIG.map((name) => join(config, name)),
    join(state, 'agent-tools'),
    ...OF_SYSTEM,
    ...BY_VARIABLE.flatMap((name) => absolute(env[name]) ?? []),
    ...more,
  ];
  const found = new Map<string, HiddenPath>();
  for (const place of places) {
    for (const hidden of hide(place)) found.set(hidden.path, hidden);
  }
  return [...found.values()];
}

function absolute(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

function hide(place: string): HiddenPath[] {
  const path = resolveExisting(place);
  // A variable that says `/` would hide everything.
  if (path === null || path === '/') return [];
  const stats = statSync(path);
  if (!stats.isDirectory()) return [{ path, directory: false }];
  return [{ path, directory: true }, ...linkedFiles(path)];
}

/** Files elsewhere to which a hidden directory links, as programs that keep settings in a repository do. */
function linkedFiles(directory: string): HiddenPath[] {
  return entriesOf(directory)
    .filter((entry) => entry.isSymbolicLink())
    .flatMap((entry) => resolveExisting(join(directory, entry.name)) ?? [])
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, directory: false }));
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    // Not ours to read, and so not the tool's.
    if (systemErrorCode(error) !== 'EACCES') throw error;
    return [];
  }
}
