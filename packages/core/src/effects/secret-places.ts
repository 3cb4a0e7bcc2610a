import { joinSegments, type Segments, segmentsMeet, UNKNOWN } from './path-pattern.ts';

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
  .env .env.local .envrc .secrets .vault_pass .vault-pass .ansible-vault-key .ICEauthority .Xauthority
  Library/Keychains Library/Cookies
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

/** The same for `$XDG_STATE_HOME`: our own keys and records. */
const IN_STATE: readonly string[] = ['agent-tools'];

/** Outside of a home; `*` is any name. */
const OF_SYSTEM: readonly string[] = namesOf(`
  /etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/master.passwd /etc/sudoers /etc/sudoers.d /etc/ssl/private
  /etc/wireguard /etc/openvpn /etc/ppp/chap-secrets /etc/ppp/pap-secrets /etc/NetworkManager/system-connections
  /etc/letsencrypt /etc/kubernetes /etc/rancher /etc/krb5.keytab /etc/ssh/ssh_host_rsa_key /etc/ssh/ssh_host_ecdsa_key
  /etc/ssh/ssh_host_ed25519_key /run/secrets /var/run/secrets /run/credentials /etc/credstore /etc/machine-key
  /etc/docker/key.json /etc/containers/auth.json /var/lib/kubelet /var/lib/rancher /etc/ceph /etc/mysql/debian.cnf /etc/pgbouncer
  /etc/cloudflared /etc/tailscale /var/lib/tailscale /etc/wpa_supplicant /var/lib/cloud /etc/vault.d /etc/consul.d /etc/nomad.d
  /etc/gitlab-runner /etc/gitlab /var/lib/jenkins/secrets /var/lib/jenkins/credentials.xml /etc/grafana /etc/ansible/.vault_pass
  /etc/msmtprc /etc/exim4/passwd.client /etc/postfix/sasl_passwd /etc/opendkim/keys /etc/dovecot/private /var/lib/samba/private
  /etc/ipsec.secrets /etc/ipsec.d/private /etc/pki/tls/private /etc/swanctl/private /etc/cups/passwd.md5 /etc/cifs-credentials
`);

/** Those that only patterns name: no sandbox can hide them beforehand. */
const OF_PROCESSES: readonly string[] = namesOf(`
  /proc/*/environ /proc/*/mem /proc/*/task/*/environ /proc/kcore /dev/mem /dev/kmem
`);

/** Variables that name another place for one of these. */
const BY_VARIABLE: readonly string[] = namesOf(`
  GNUPGHOME DOCKER_CONFIG KUBECONFIG AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE NETRC PGPASSFILE
  GOOGLE_APPLICATION_CREDENTIALS AZURE_CONFIG_DIR GH_CONFIG_DIR PASSWORD_STORE_DIR NPM_CONFIG_USERCONFIG CLOUDSDK_CONFIG
  GLAB_CONFIG_DIR HF_TOKEN_PATH SOPS_AGE_KEY_FILE VAULT_CONFIG_PATH TF_CLI_CONFIG_FILE BOTO_CONFIG HISTFILE CODEX_HOME
  CLAUDE_CONFIG_DIR PULUMI_HOME OCI_CLI_CONFIG_FILE DATABRICKS_CONFIG_FILE
`);

/** Directories of keys and tokens, wherever they are: a copy of a home, or another person's. */
const DIRECTORIES_ANYWHERE: readonly string[] = namesOf(
  '.ssh .gnupg .aws .kube .azure .oci .password-store .secrets .credentials',
);

/** Files with secrets, wherever they are. `*` is any text. */
const FILES_ANYWHERE: readonly string[] = namesOf(`
  .env .env.* .dev.vars .envrc prod.env production.env staging.env dev.env local.env secret.env secrets.env .netrc _netrc .pgpass .git-credentials .npmrc .pypirc .vault-token .my.cnf .mylogin.cnf .s3cfg .boto
  .databrickscfg .htpasswd .dockercfg .dockerconfigjson .authinfo .authinfo.gpg .credentials .secrets .vault_pass .vault-pass
  id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk ssh_host_*_key *.pem *.key *.p12 *.pfx *.keystore *.jks *.kdbx
  *.ppk *.ovpn *.keytab *.tfstate *.tfstate.* credentials credentials.json credentials.tfrc.json service-account*.json client_secret*.json
  secrets.yml secrets.yaml secrets.json secrets.toml shadow gshadow master.passwd kubeconfig wallet.dat key4.db logins.json
  .bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history
`);

/**
 * Hidden places of a home that hold no secret: what programs install and cache, and settings that people show each
 * other. Every other hidden place of a home may: nobody knows all programs that keep a token.
 */
const SHOWN_IN_HOME: ReadonlySet<string> = new Set(
  namesOf(`
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .inputrc .kshrc
  .gitconfig .gitignore .gitignore_global .gitattributes .config/git .vimrc .vim .gvimrc .exrc .nanorc .emacs .emacs.d .ideavimrc
  .tmux.conf .screenrc .editorconfig .prettierrc .tool-versions .nvmrc .node-version .python-version .ruby-version .hushlogin
  .npm/_logs .npm/_cacache .nvm .volta .fnm .rustup .cargo .pyenv .rbenv .rvm .asdf .sdkman .jenv .goenv .deno .bun .pnpm-store .yarn
  .local/bin .local/lib .local/share/man .local/share/applications .local/share/mise .local/share/uv .local/share/pnpm
  .local/share/virtualenvs .local/share/nvim .local/share/pipx .local/pipx .local/state/nvim .cache .m2/repository .m2/wrapper
  .gradle/caches .gradle/wrapper .gradle/init.gradle .ivy2/cache .sbt/boot .gem/ruby .gem/specs .composer/cache .nuget/packages
  .dotnet .config/nvim .config/fish .config/htop .config/alacritty .config/kitty .config/tmux .config/starship.toml .config/mise
  .config/Code/User/settings.json .config/Code/User/keybindings.json .config/Code/logs .config/agent-tools .config/direnv
  .config/pip .config/uv .config/yarn .config/user-dirs.dirs .vscode .vscode-server .cursor .claude .codex .gemini .agents
  .oh-my-zsh .zsh .fzf .fonts .icons .themes .terminfo .ansible/collections .ansible/roles .pub-cache .cabal .ghcup .stack .opam
  .julia .elan .mix .vagrant.d/boxes .minikube/logs .local/share/Trash .Trash .gnome .dbus .sonarlint .eclipse .java
`),
);

/** Endings of names in those places that hold nothing secret: templates and public keys. */
const WITHOUT_SECRETS = /\.(?:example|sample|template|tmpl|dist|defaults?|schema|d\.ts|pub)$/i;

/** Absolute directories of a person, as far as they are known. */
export interface Homes {
  readonly home: string;
  /** Absent: `.config` in the home; likewise below. */
  readonly config?: string | undefined;
  readonly data?: string | undefined;
  readonly state?: string | undefined;
  /** Further secret places, such as those that variables name. */
  readonly more?: readonly string[] | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The directories and further places that a person's variables name.
 * @example
 * homesOf('/home/u', { KUBECONFIG: '/srv/k' }); // { home: '/home/u', more: ['/srv/k'], … }
 */
export function homesOf(home: string, env: Variables): Homes {
  return {
    home,
    config: absolute(env['XDG_CONFIG_HOME']),
    data: absolute(env['XDG_DATA_HOME']),
    state: absolute(env['XDG_STATE_HOME']),
    more: BY_VARIABLE.flatMap((name) => absolute(env[name]) ?? []),
  };
}

function absolute(value: string | undefined): string | undefined {
  return value?.startsWith('/') ? value : undefined;
}

/**
 * Every secret place of a person and of the system that has a fixed path: what a sandbox hides.
 * @returns absolute paths; those of directories stand for all that is in them
 */
export function secretPlaces({ home, config, data, state, more = [] }: Homes): string[] {
  const below = (directory: string, names: readonly string[]): string[] => names.map((name) => `${directory}/${name}`);
  const root = home.replace(/\/+$/, '');
  return [
    ...below(root, IN_HOME),
    ...below(config ?? `${root}/.config`, IN_CONFIG),
    ...below(data ?? `${root}/.local/share`, IN_DATA),
    ...below(state ?? `${root}/.local/state`, IN_STATE),
    ...OF_SYSTEM,
    ...more.filter((place) => place !== '/'),
  ];
}

/** True for the name of a file of variables that is no template: `.env`, `.env.prod`, not `.env.example`. */
export function isEnvironmentFile(name: string): boolean {
  return /^\.env(?:\..+)?$/.test(name) && !WITHOUT_SECRETS.test(name);
}

/** Names of files and directories directly in a project that hold settings with passwords, and its history. */
export const PRIVATE_IN_PROJECT: readonly string[] = namesOf(
  '.env .env.local .env.development .env.production .env.test .envrc .secrets .npmrc .yarnrc.yml .pypirc .netrc .git .hg .svn',
);

/** Files beside ssh's keys that contain no key, shown to a program that logs in through ssh's agent. */
export const SHOWN_WITH_SSH_AGENT: readonly string[] = ['~/.ssh/config', '~/.ssh/known_hosts'];

/** Stands for the home of anybody in a pattern. */
const HOME = '~';

interface Place {
  readonly segments: Segments;
  readonly shown: string;
}

/** Places by their first segment, so that a known path is compared with few of them. */
type Index = ReadonlyMap<string, readonly Place[]>;

function indexOf(places: readonly Place[]): Index {
  const index = new Map<string, Place[]>();
  for (const place of places) {
    const [first = ''] = place.segments;
    const others = index.get(first);
    if (others) others.push(place);
    else index.set(first, [place]);
  }
  return index;
}

function placesIn(prefix: string, names: readonly string[]): Place[] {
  return names.map((name) => ({ segments: `${prefix}${name}`.split('/'), shown: `~/${prefix}${name}` }));
}

function outsideHome(path: string): Place {
  return { segments: path.split('/').slice(1), shown: path };
}

const BELOW_HOME = indexOf([
  ...placesIn('', IN_HOME),
  ...placesIn('.config/', IN_CONFIG),
  ...placesIn('.local/share/', IN_DATA),
  ...placesIn('.local/state/', IN_STATE),
]);
const BELOW_ROOT = indexOf([...OF_SYSTEM, ...OF_PROCESSES].map(outsideHome));
const ANYWHERE: ReadonlySet<string> = new Set([...DIRECTORIES_ANYWHERE, ...FILES_ANYWHERE].filter(isPlain));
const ENDINGS: ReadonlySet<string> = new Set(
  FILES_ANYWHERE.filter((name) => /^\*\.\w+$/.test(name)).map((name) => name.slice(1)),
);
/**
 * Made of our own names alone: of `*.tfstate.*` `^[^.].*\.tfstate\..*$`, since a leading dot is never left to a `*`.
 */
const PATTERN_ANYWHERE = new RegExp(
  `^(?:${FILES_ANYWHERE.filter((name) => !isPlain(name) && !ENDINGS.has(name.slice(1)))
    .map((name) => name.replaceAll('.', '\\.').replace(/^\*/, '(?!\\.)*').replaceAll('*', '.*'))
    .join('|')})$`,
);

/** @param name in small letters, with nothing unknown in it */
function isSecretFile(name: string): boolean {
  if (ANYWHERE.has(name) || PATTERN_ANYWHERE.test(name)) return true;
  const at = name.lastIndexOf('.');
  return at > 0 && name[0] !== '.' && ENDINGS.has(name.slice(at));
}

/**
 * True if a path names a secret below any directory, by the rules of `secretMatch`. Fast enough for all paths of a
 * tree: each costs a fraction of a microsecond.
 *
 * @param path without a leading slash, such as `packages/api/.env`
 */
export function isSecretBelow(path: string): boolean {
  const names = path.toLowerCase().split('/');
  const last = names.pop() ?? '';
  return (isSecretFile(last) || names.some((name) => DIRECTORIES.has(name))) && !WITHOUT_SECRETS.test(last);
}

const DIRECTORIES: ReadonlySet<string> = new Set(DIRECTORIES_ANYWHERE);
/** Last names of places in a home. */
const ENDS: ReadonlySet<string> = new Set([...BELOW_HOME.values()].flat().map(({ segments }) => segments.at(-1) ?? ''));

function isPlain(name: string): boolean {
  return !name.includes('*');
}

/** A secret that a path or a pattern may name. */
export type SecretPlaceMatch =
  /** A secret place, or something in it. */
  | { readonly is: 'inside'; readonly place: string }
  /** A directory that contains secret places, such as a home. */
  | { readonly is: 'around'; readonly place: string };

/**
 * Finds the secret place that a path names, or may name.
 *
 * The path is absolute or begins with `~`, with its steps folded (`foldPath`); its parts that are not known before a
 * program runs are written as in `path-pattern.ts`. Homes of other people count, and so do copies of key directories
 * anywhere.
 *
 * @param homes the person's own directories. Absent: only the usual ones
 * @returns undefined for a path that names no secret
 * @example
 * secretMatch('/home/u/.ssh/id_rsa'); // { is: 'inside', place: '~/.ssh' }
 * secretMatch('/home/u/.ssh/id_rsa.pub'); // undefined
 */
export function secretMatch(path: string, homes?: Homes): SecretPlaceMatch | undefined {
  const segments = path.split('/').filter((segment, at) => segment !== '' || at === 0);
  const [first = '', ...below] = segments;
  const last = segments.at(-1) ?? '';
  if (!last.includes(UNKNOWN) && WITHOUT_SECRETS.test(last)) return undefined;
  const name = segments.findIndex((segment, at) => isSecretName(segment, at < segments.length - 1));
  if (name >= 0) return { is: 'inside', place: shown(segments.slice(0, name + 1), homes) };
  const own = homes && movedPlaces(homes).find((place) => path === place || path.startsWith(`${place}/`));
  if (own !== undefined) return { is: 'inside', place: own };
  if (first.includes(UNKNOWN)) return unknownStart(below);
  const rest = belowHome(segments, homes);
  if (rest?.length === 0) return { is: 'around', place: HOME };
  const inHome = rest && findIn(BELOW_HOME, rest, '~/');
  if (inHome || first !== '') return inHome;
  if (below.length === 0) return { is: 'around', place: '/' };
  if (below.length === 1 && HOMES.some((one) => segmentsMeet(last, one))) return { is: 'around', place: `/${last}` };
  return findIn(BELOW_ROOT, below, '/');
}

function shown(segments: Segments, homes: Homes | undefined): string {
  const rest = belowHome(segments, homes);
  return joinSegments(rest ? [HOME, ...rest] : segments);
}

/**
 * True for a path in a home that nobody knows to be harmless: below a hidden name, or named like a secret.
 * @param path as for `secretMatch`
 */
export function isPrivateInHome(path: string, homes?: Homes): boolean {
  const segments = path.split('/').filter((segment, at) => segment !== '' || at === 0);
  const rest = belowHome(segments, homes) ?? [];
  if (WITHOUT_SECRETS.test(rest.at(-1) ?? '')) return false;
  const isHidden = rest[0]?.startsWith('.') === true;
  const isShown = rest.some((_, at) => SHOWN_IN_HOME.has(rest.slice(0, at + 1).join('/')));
  const isNamed = /(?:^|[-_.])(?:passwords?|passwd|secrets?|tokens?|api-?keys?|private-?keys?)(?:[-_.]|$)/i.test(
    rest.at(-1) ?? '',
  );
  return isNamed || (isHidden && !isShown && !DIRECTORIES_OF_SETTINGS.has(rest.join('/')));
}

/** Their entries are judged one by one. */
const DIRECTORIES_OF_SETTINGS: ReadonlySet<string> = new Set(['.config', '.local', '.local/share', '.local/state']);

/** Places that variables moved out of the home, for each person once. */
const MOVED = new WeakMap<Homes, readonly string[]>();

function movedPlaces(homes: Homes): readonly string[] {
  const { home: _home, more = [], ...directories } = homes;
  if (more.length === 0 && Object.values(directories).every((one) => one === undefined)) return [];
  const known = MOVED.get(homes);
  if (known) return known;
  const usual = new Set(secretPlaces({ home: homes.home }));
  const moved = secretPlaces(homes).filter((place) => !usual.has(place));
  MOVED.set(homes, moved);
  return moved;
}

function isSecretName(segment: string, isDirectory: boolean): boolean {
  const isKnown = !segment.includes(UNKNOWN) && !/[*?[]/.test(segment);
  if (isKnown) {
    const lower = segment.toLowerCase();
    if (isDirectory) return DIRECTORIES.has(lower);
    return isSecretFile(lower);
  }
  // An unknown name is a secret one only where its beginning says so.
  const known = segment.split(UNKNOWN)[0] ?? '';
  if (segment.includes(UNKNOWN) && known.replace(/[*?]/g, '').length < 2) return false;
  const pattern = segment.replaceAll(UNKNOWN, '*');
  if (/^[*?]*$/.test(pattern)) return false;
  if (isDirectory) return DIRECTORIES_ANYWHERE.some((name) => segmentsMeet(pattern, name));
  // `lib*` may fit `lib.pem` and `*.yml` fits `secrets.yml`: only a glob that says something of the ending, or of the name, counts.
  const ending = pattern.replace(/^[^*?[]*/, '');
  const stem = pattern.replace(/\.\w+$/, '');
  return FILES_ANYWHERE.some((name) => {
    if (name.startsWith('*')) return /[a-z]/i.test(ending) && segmentsMeet(ending, name.replaceAll('*', 'x'));
    return (name.startsWith('.') || /[a-z]/i.test(stem)) && segmentsMeet(pattern, name);
  });
}

/** Directories that hold homes. */
const HOMES: readonly string[] = ['home', 'Users'];

/** The steps below a home directory: the person's own, or one in a usual place. */
function belowHome(segments: Segments, homes: Homes | undefined): Segments | undefined {
  const [first = '', second, third] = segments;
  if (first.startsWith('~')) return segments.slice(1);
  const own = homes?.home.split('/').filter((segment, at) => segment !== '' || at === 0);
  if (own?.every((segment, at) => segment === segments[at])) return segments.slice(own.length);
  if (first !== '' || second === undefined) return undefined;
  if (segmentsMeet(second, 'root')) return segments.slice(2);
  return third !== undefined && HOMES.some((one) => segmentsMeet(second, one)) ? segments.slice(3) : undefined;
}

/** `$X/.config/gh/hosts.yml`: known steps that are a place in a home, whatever comes before them. */
function unknownStart(below: Segments): SecretPlaceMatch | undefined {
  const known = below.findIndex((segment) => segment.includes(UNKNOWN));
  const steps = known < 0 ? below : below.slice(0, known);
  const places = BELOW_HOME.get(steps[0] ?? '') ?? [];
  const place = places.find(
    ({ segments }) => segments.length > 1 && segments.every((segment, at) => segment === steps[at]),
  );
  return place && { is: 'inside', place: place.shown };
}

function findIn(index: Index, steps: Segments, start: string): SecretPlaceMatch | undefined {
  const [first = ''] = steps;
  const isOpen = /[*?[]/.test(first) || first.includes(UNKNOWN);
  const places = isOpen ? [...index.values()].flat() : (index.get(first) ?? []);
  let isAround = false;
  for (const { segments, shown } of places) {
    const match = compare(steps, segments);
    if (match === 'inside') return { is: 'inside', place: shown };
    isAround ||= match === 'around';
  }
  return isAround ? { is: 'around', place: `${start}${joinSegments(steps)}` } : undefined;
}

function compare(steps: Segments, place: Segments): SecretPlaceMatch['is'] | undefined {
  for (const [at, wanted] of place.entries()) {
    const step = steps[at];
    if (step === undefined) return 'around';
    // Only processes have a directory in `/proc`.
    if (wanted === '*' && /^\w+$/.test(step) && !/^(?:\d+|self)$/.test(step)) return undefined;
    const unknown = step.indexOf(UNKNOWN);
    if (unknown >= 0) {
      const fits = segmentsMeet(`${step.slice(0, unknown)}*`, wanted) || (unknown === 0 && at > 0);
      const last = steps.at(-1) ?? '';
      // `~/$X/README.md` names no key; `~/$X/credentials` may.
      const isBound = at === 0 && unknown === 0 && steps.length > at + 1 && !last.includes(UNKNOWN);
      return (fits || unknown === 0) && (!isBound || ENDS.has(last)) ? 'inside' : undefined;
    }
    // `cat ~/*` is about the files that a person sees.
    if ((at === 0 && /^[*?]+$/.test(step)) || !segmentsMeet(step, wanted)) return undefined;
  }
  return 'inside';
}
