import { readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Environment } from '../environment/child-environment.ts';
import { readStart } from '../files/read-bounded-file.ts';
import { allowedOr, systemErrorCode } from '../files/system-error.ts';
import { isSystemDirectory, resolveExisting } from './known-places.ts';

export interface HiddenPath {
  /** Every link resolved. */
  readonly path: string;
  readonly directory: boolean;
  /** True: opening it fails. Absent: it exists and is empty. */
  readonly sealed?: boolean;
}

function namesOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Keys and tokens of common programs, by their place in the home directory. */
const IN_HOME: readonly string[] = namesOf(`
  .ssh .gnupg .password-store .netrc _netrc .authinfo .authinfo.gpg .git-credentials .pki .cert .certs .age
  .aws .azure .oci .kube .docker .terraform.d .terraformrc .tfrc .pulumi .fly .vercel .netlify .wrangler .supabase
  .railway .heroku .render .linode-cli .hcloud .vultr-cli.yaml .s3cfg .s3curl .boto .gsutil .databrickscfg .snowflake
  .snowsql .bluemix .aliyun .tccli .ngrok2 .cloudflared .vault-token .chef .minikube .rancher .argocd .influxdbv2
  .openstack .kaggle .jira.d .circleci .travis .sentryclirc .twilio-cli .gitlab-runner
  .npmrc .yarnrc .yarnrc.yml .pypirc .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml
  .m2/settings-security.xml .gradle/gradle.properties .ivy2/.credentials .sbt/.credentials .sbt/1.0/credentials.sbt
  .composer/auth.json .nuget/NuGet/NuGet.Config .conan/.conan.db .conan2/credentials.json .hex .bundle/config
  .expo/state.json .android/adbkey
  .cache/huggingface/token .cache/huggingface/stored_tokens .huggingface .replicate .openai .anthropic
  .claude.json .claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json .gemini/google_accounts.json
  .gemini/.env .qwen/oauth_creds.json .aider.conf.yml .cody .continue/config.json .continue/.env .copilot .cursor/mcp.json
  .codeium .sourcegraph .ollama/id_ed25519 .wakatime.cfg
  .pgpass .my.cnf .mylogin.cnf .mongorc.js .mongodb .redisclirc .dbeaver4 .cassandra/cqlshrc .msmtprc .mbsyncrc .offlineimaprc
  .fetchmailrc .muttrc .mutt .davfs2 .smbcredentials .cifs-credentials .vpn .openvpn .wireguard .cisco .anyconnect
  .mozilla .thunderbird .opera .vivaldi .librewolf .waterfox .zen .var/app snap .bitcoin .litecoin .dogecoin .monero .electrum
  .ethereum .web3 .brownie .foundry/keystores .near-credentials .sui .aptos .gaia .tor .purple
  .bash_history .zsh_history .zhistory .sh_history .ash_history .histfile .history .fish_history .python_history
  .node_repl_history .psql_history .mysql_history .mariadb_history .sqlite_history .rediscli_history .mongo_history
  .dbshell .irb_history .php_history .Rhistory .lesshst .viminfo .wget-hsts .zsh_sessions .local/share/nano
  .env .env.local .envrc .secrets .vault_pass .vault-pass .ICEauthority .Xauthority
`);

/** The same for `$XDG_CONFIG_HOME`. */
const IN_CONFIG: readonly string[] = namesOf(`
  gh github-copilot gh-copilot glab-cli hub tea git/credentials gcloud op 1Password rclone sops age containers/auth.json
  helm doctl stripe fly railway heroku hcloud scw linode-cli vultr exoscale openstack cloudflared ngrok .wrangler wrangler
  netlify vercel com.vercel.cli supabase pulumi turso planetscale configstore atlascli mongocli snowflake databricks
  argocd kaggle.json kaggle sentry twilio-cli jira wakatime travis circleci composer/auth.json
  pypoetry/auth.toml npm uv/credentials NuGet snyk infracost vault teleport tsh
  openai anthropic goose aichat io.datasette.llm mods shell_gpt huggingface opencode/auth.json amp zed/conversations
  Code/User/globalStorage Cursor/User/globalStorage Windsurf/User/globalStorage VSCodium/User/globalStorage Claude
  Bitwarden Bitwarden%20CLI keepassxc KeePass Authy%20Desktop Enpass
  chromium google-chrome google-chrome-beta BraveSoftware microsoft-edge vivaldi opera yandex-browser librewolf zen Arc
  Slack Signal discord Element Microsoft teams TelegramDesktop skypeforlinux zoom.conf zoomus.conf weechat irssi
  evolution goa-1.0 neomutt mutt aerc himalaya msmtp isyncrc kwalletrc filezilla FileZilla remmina NetworkManager openvpn
  wireguard solana sui Exodus Ledger%20Live electrum Electron%20Cash nushell/history.txt nushell/history.sqlite3
  Postman Insomnia hoppscotch DBeaverData pgcli mycli usql beekeeper-studio
`).map((name) => name.replaceAll('%20', ' '));

/** The same for `$XDG_DATA_HOME`. */
const IN_DATA: readonly string[] = namesOf(`
  keyrings kwalletd password-store gnome-online-accounts evolution geary TelegramDesktop supabase com.vercel.cli
  fish/fish_history atuin mcfly nvim/shada opencode/auth.json opencode/mcp-auth.json amp/secrets.json goose crush
  DBeaverData gopass chatblade uv/credentials pypoetry/auth.toml fly 1password Signal
  remmina io.datasette.llm
`);

/** Relevant only for root, because no other user can read them. */
const OF_SYSTEM: readonly string[] = namesOf(`
  /etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/ssl/private /etc/wireguard
  /etc/openvpn /etc/ppp/chap-secrets /etc/ppp/pap-secrets /etc/NetworkManager/system-connections /etc/letsencrypt
  /etc/kubernetes /etc/rancher /etc/krb5.keytab /etc/ssh/ssh_host_rsa_key /etc/ssh/ssh_host_ecdsa_key
  /etc/ssh/ssh_host_ed25519_key
`);

/** Variables that name another place for one of these. */
const BY_VARIABLE: readonly string[] = namesOf(`
  GNUPGHOME DOCKER_CONFIG KUBECONFIG AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE NETRC PGPASSFILE
  GOOGLE_APPLICATION_CREDENTIALS AZURE_CONFIG_DIR GH_CONFIG_DIR PASSWORD_STORE_DIR NPM_CONFIG_USERCONFIG CLOUDSDK_CONFIG
  GLAB_CONFIG_DIR HF_TOKEN_PATH SOPS_AGE_KEY_FILE VAULT_CONFIG_PATH TF_CLI_CONFIG_FILE BOTO_CONFIG HISTFILE CODEX_HOME
  CLAUDE_CONFIG_DIR PULUMI_HOME OCI_CLI_CONFIG_FILE DATABRICKS_CONFIG_FILE
`);

/**
 * Lists the existing paths that no tool may read: keys, tokens, browser profiles, shell histories, our own state. Links
 * are followed, also those directly inside a directory. @param env ours; it may name other places for these files
 * @param more absolute paths of the caller
 */
export function secretPaths(home: string, env: Environment, more: readonly string[]): HiddenPath[] {
  const config = absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config');
  const data = absolute(env.XDG_DATA_HOME) ?? join(home, '.local/share');
  const state = absolute(env.XDG_STATE_HOME) ?? join(home, '.local/state');
  const places = [
    ...IN_HOME.map((name) => join(home, name)),
    ...IN_CONFIG.map((name) => join(config, name)),
    ...IN_DATA.map((name) => join(data, name)),
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
  // A variable with `/` would hide everything.
  if (path === null || path === '/') return [];
  const stats = statSync(path);
  if (!stats.isDirectory()) return [{ path, directory: false }];
  return [{ path, directory: true }, ...linkedFiles(path)];
}

/** Targets of links in a hidden directory, which programs make that keep settings in a repository. */
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
    // Unreadable for us, and so for the tool.
    if (systemErrorCode(error) !== 'EACCES') throw error;
    return [];
  }
}

interface EnvironmentFiles {
  readonly files: readonly HiddenPath[];
  readonly notes: readonly string[];
}

export const NO_FILES: EnvironmentFiles = { files: [], notes: [] };

/** Most directory entries checked in one search: about 50 ms. */
const MAX_ENTRIES = 20_000;
const ENVIRONMENT_FILE = /^\.env(?:\..+)?$/;
const WITHOUT_SECRETS = /\.(?:example|sample|template|dist|defaults?|schema|d\.ts)$/;

/**
 * Finds the `.env` files of directories, which contain passwords of the projects there. Opening one fails: a program
 * that sees an empty file could save it like that. Limits: 20,000 entries, the nearest first, and none of installed
 * packages or in a directory of the system.
 * @param roots real paths
 * @param forGit true: a file that Git tracks stays, because it is in the repository anyway, and a missing file would
 * look like a change
 */
export function environmentFiles(roots: readonly string[], forGit: boolean): EnvironmentFiles {
  const open = new Set(roots.filter((root) => !isSystemDirectory(root)));
  const files: HiddenPath[] = [];
  let left = MAX_ENTRIES;
  // The set grows during the loop.
  for (const directory of open) {
    for (const entry of allowedOr([], () => entriesOf(directory))) {
      left -= 1;
      if (left < 0)
        return { files, notes: [`${roots.join(', ')}: too many files to find and hide each .env in them.`] };
      const path = join(directory, entry.name);
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) open.add(path);
      const isOne = ENVIRONMENT_FILE.test(entry.name) && !WITHOUT_SECRETS.test(entry.name) && !entry.isDirectory();
      const real = isOne ? resolveExisting(path) : null;
      if (real === null || !statSync(real).isFile() || (forGit && isTracked(path))) continue;
      files.push({ path: real, directory: false, sealed: true });
    }
  }
  return { files, notes: [] };
}

const NOT_ENTERED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'site-packages']);

/** Bytes read of an index, 16 MiB: about 150,000 files. */
const MAX_INDEX = 16_777_216;

/** True if the index of the surrounding repository contains a file. */
function isTracked(path: string): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const index = readStart(join(at, '.git/index'), MAX_INDEX);
    if (index !== '') return index.includes(`${relative(at, path)}\0`);
  }
  return false;
}
