import { segmentsMeet } from './path-pattern.ts';

const SHELLS = 'a shell reads it when it starts';
const EDITOR = 'an editor takes its settings from it when the folder is opened';
const AGENT = 'a coding agent takes its settings from it when it starts here';
const PACKAGES = 'a package manager takes its settings from it';
const HOOKS = 'git runs it as a hook';
const VERSIONS = 'a version manager does what it says when a shell comes here';
const CONSOLE = 'an interactive console runs it when it starts here';

function named(runs: string, names: string): [string, string][] {
  return names.split(' ').map((name) => [name, runs]);
}

/**
 * Names of files and directories that other programs run or obey automatically, anywhere in a tree, in lower case.
 * Files that a person reads as source and runs by name are left out (`package.json`, `Makefile`, `.github/workflows`,
 * `.gitattributes`, `CLAUDE.md`).
 */
const GUARDED: ReadonlyMap<string, string> = new Map([
  ...named(SHELLS, '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc .kshrc .mkshrc'),
  ...named(SHELLS, '.zshrc .zshenv .zprofile .zlogin .zlogout .cshrc .tcshrc .login .logout .xprofile .xinitrc'),
  ...named(SHELLS, '.xsession .xsessionrc .envrc .autoenv .autoenv.zsh .direnv'),
  ...named(EDITOR, '.vscode .idea .fleet .zed .vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .vim .nvim .emacs'),
  ...named(
    EDITOR,
    '.run .emacs.d .dir-locals.el .dir-locals-2.el .projectile .nanorc .devcontainer .devcontainer.json',
  ),
  ...named(AGENT, '.cursor .windsurf .kiro .roo .codex .gemini .opencode .continue .cline .amazonq .augment .junie'),
  ...named('atip takes its settings from it', '.atip'),
  ...named(AGENT, '.trae .qwen .factory .goose .mcp.json .aider.conf.yml .crush.json opencode.json opencode.jsonc'),
  ...named(PACKAGES, '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnp.cjs .pnp.loader.mjs .mvn .bazelrc'),
  ...named(PACKAGES, '.pip.conf .pydistutils.cfg .condarc .terraformrc .gemrc'),
  ...named(
    HOOKS,
    '.husky .githooks .git-hooks .huskyrc .pre-commit-config.yaml .pre-commit-config.yml .overcommit.yml',
  ),
  ...named(HOOKS, 'lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml .lefthook-local.yml'),
  ...named(HOOKS, '.lefthook .lefthook-local .simple-git-hooks.cjs .simple-git-hooks.json .simple-git-hooks.js .trunk'),
  ...named('git takes its settings from it where a configuration includes it', '.gitconfig'),
  ...named(VERSIONS, 'mise.toml .mise.toml mise.local.toml .mise.local.toml .rtx.toml .tool-versions .mise .asdfrc'),
  ...named(CONSOLE, '.gdbinit .lldbinit .pdbrc .pdbrc.py .pythonrc .pythonrc.py .pryrc .irbrc .rprofile .renviron'),
  ...named(CONSOLE, '.ghci .ocamlinit .iex.exs .perldb .octaverc .guile .sbclrc .psqlrc .sqliterc .mysqlrc .radare2rc'),
  ...named('a program takes its settings from it when it starts', '.screenrc .tmux.conf .curlrc .wgetrc .ackrc .hgrc'),
  ...named('jj runs what it names', '.jj'),
  ...named('every Python started here runs it', 'sitecustomize.py usercustomize.py'),
]);

/** The same, but for what the programs themselves write in a project: a sandbox leaves these to them. */
const MADE_BY_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ...named('a person or a script runs it by name', 'gradlew gradlew.bat mvnw mvnw.cmd'),
  ...named('Ansible takes its settings from it when it starts here', 'ansible.cfg .ansible.cfg'),
  ...named('git takes submodules from it', '.gitmodules'),
]);

const GUARDED_ENDINGS: readonly (readonly [ending: string, runs: string])[] = [['.code-workspace', EDITOR]];

/** Guarded children of directories that are otherwise not guarded. */
export const GUARDED_INSIDE: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    '.claude',
    new Map(named(AGENT, 'settings.json settings.local.json hooks commands agents skills plugins output-styles')),
  ],
  ['.cargo', new Map(named('cargo takes its settings from it', 'config config.toml bin'))],
  ['.yarn', new Map(named('yarn runs it', 'releases plugins sdks'))],
  ['.bundle', new Map(named(PACKAGES, 'config plugin'))],
  ['.hg', new Map(named('Mercurial runs what it names', 'hgrc hgrc-not-shared'))],
  ['.config', new Map(named('programs take their settings from it', 'fish nvim mise git direnv'))],
  ['node_modules', new Map([['.bin', 'scripts of the project run what lies in it by name']])],
]);

export const VIRTUAL_ENVIRONMENT: ReadonlyMap<string, string> = new Map(
  named('a person or a script runs what lies in it by name', 'bin scripts pyvenv.cfg'),
);

const LOGIN = 'a login does what it says';
const SESSION = 'it is started when a person logs in';
const PATH = 'what lies in it comes before the programs of the system';
const SECURE_SHELL = 'ssh takes its keys and settings from it';
const CREDENTIAL = 'a program takes credentials from it, or runs what it names for them';
const MAIL = 'mail to this person runs it';

/** Guarded places in a home directory, by the beginning of the path below it. */
const IN_HOME: ReadonlyMap<string, string> = new Map([
  ...named(SECURE_SHELL, '.ssh'),
  ...named(
    PATH,
    'bin .local/bin .cargo/bin go/bin .bun/bin .deno/bin .npm-global/bin .yarn/bin .poetry/bin .pyenv/shims',
  ),
  ...named(
    PATH,
    '.pyenv/bin .rbenv/shims .asdf/shims .local/share/mise/shims .krew/bin .dotnet/tools .composer/vendor/bin',
  ),
  ...named(
    SESSION,
    '.config/systemd .local/share/systemd .config/autostart .config/autostart-scripts .config/plasma-workspace',
  ),
  ...named(SESSION, '.config/environment.d .config/upstart Library/LaunchAgents .config/i3 .config/sway .config/hypr'),
  ...named(SESSION, '.local/share/applications .local/share/dbus-1 .crontab'),
  ...named(LOGIN, '.pam_environment .config/bash .config/zsh .config/powershell .hushlogin .rhosts .shosts .k5login'),
  ...named(MAIL, '.forward .procmailrc .qmail .mailcap'),
  ...named(CREDENTIAL, '.aws .kube .docker .azure .config/gcloud .netrc .git-credentials .pgpass .my.cnf .oci'),
  ...named('gpg takes its keys and settings from it', '.gnupg'),
  ...named(
    PACKAGES,
    '.config/pip .pip .config/uv .config/pypoetry .config/npm .config/yarn .m2 .gradle .ivy2 .sbt .config/go',
  ),
  ...named(PACKAGES, '.gem .bundle .config/composer .composer .nuget .conan .condarc .config/containers'),
  ...named('gh takes its settings from it', '.config/gh'),
  ...named('git takes its settings from it', '.config/git .git-templates'),
  ...named(
    SHELLS,
    '.config/fish .oh-my-zsh .bashrc.d .bash_completion .local/share/bash-completion .config/starship.toml',
  ),
  ...named(EDITOR, '.config/nvim .config/helix .config/Code .config/zed .local/share/nvim .config/emacs'),
  ...named(AGENT, '.claude.json .config/opencode .config/goose .config/amp .config/github-copilot .copilot'),
  ...named(
    'a terminal takes its settings from it',
    '.config/tmux .config/kitty .config/alacritty .config/wezterm .config/ghostty .wezterm.lua',
  ),
  ...named(
    'atip takes its settings from it',
    '.config/agent-tools .local/share/agent-tools .local/state/agent-tools .cache/agent-tools',
  ),
]);

/** Guarded places of the system, for a machine on which they happen to be writable. */
const OF_SYSTEM: ReadonlyMap<string, string> = new Map(
  named(
    'the system takes its programs or settings from there',
    '/etc /boot /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /bin /sbin /lib/systemd /usr/lib/systemd /var/spool/cron /opt/bin',
  ),
);

/** Directories of installed Python programs, wherever they are. */
const VIRTUAL_ENVIRONMENTS: readonly string[] = ['.venv', 'venv', '.virtualenv'];

export function whatRuns(name: string): string | undefined {
  const lower = name.toLowerCase();
  const known = GUARDED.get(lower);
  if (known !== undefined || !/[*?[]/.test(lower)) return known ?? endingOf(lower);
  // A glob such as `.vsc*` may fit; one that begins openly, such as `*.toml`, is about files that a person sees.
  if (!/^(?:\.|[^*?[]{3})/.test(lower)) return undefined;
  return [...GUARDED].find(([one]) => segmentsMeet(lower, one))?.[1];
}

function endingOf(lower: string): string | undefined {
  return GUARDED_ENDINGS.find(([ending]) => lower.endsWith(ending))?.[1];
}

interface GuardedPlace {
  readonly place: string;
  /** The end of a sentence about it: `git runs it as a hook`. */
  readonly runs: string;
}

/** Files that people write in a repository's own directory by hand, and git only shows. */
const HARMLESS_IN_GIT: readonly string[] = ['info/exclude', 'description', 'COMMIT_EDITMSG', 'MERGE_MSG', 'SQUASH_MSG'];

const RUN_BY_GIT = 'git runs what lies there or is named there';

function isGit(name: string): boolean {
  return name.startsWith('.') && segmentsMeet(name, '.git');
}

/** Why git obeys a path: it is in its directory, or says where that is. */
function whatGitReads(names: readonly string[], index: number): string | undefined {
  if (!isGit(names[index] ?? '')) return undefined;
  const below = names.slice(index + 1).join('/');
  if (below === '') return 'git looks for the repository there';
  return HARMLESS_IN_GIT.includes(below) ? undefined : RUN_BY_GIT;
}

/**
 * Finds the guarded place of a project that contains a path. Work trees in the directories of agents are not guarded,
 * and of git's directory only its hooks and settings: git itself changes the rest.
 */
export function guardAround(path: string): GuardedPlace | undefined {
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const parent = names[index - 1]?.toLowerCase() ?? '';
    const lower = name.toLowerCase();
    const runs =
      (names[index + 1] === 'worktrees' ? undefined : whatRuns(name)) ??
      GUARDED_INSIDE.get(parent)?.get(lower) ??
      (VIRTUAL_ENVIRONMENTS.includes(parent) ? VIRTUAL_ENVIRONMENT.get(lower) : undefined) ??
      (parent === '.git' && (lower === 'hooks' || lower === 'config') ? RUN_BY_GIT : undefined);
    if (runs !== undefined) return { place: names.slice(0, index + 1).join('/'), runs };
  }
  return undefined;
}

/** Finds the place in a repository's own directory that contains a path, unless git only shows what lies there. */
function guardInGit(path: string): GuardedPlace | undefined {
  const names = path.split('/');
  for (const index of names.keys()) {
    const runs = whatGitReads(names, index);
    if (runs !== undefined) return { place: names.slice(0, index + 2).join('/'), runs };
  }
  return undefined;
}

/**
 * Finds the guarded place that contains a path: of a project, of a home, or of the system.
 * @param path absolute, or from `~`, with its steps folded
 * @param home the person's, absolute. Absent: only the usual places of homes
 */
export function guardedPlace(path: string, home?: string): GuardedPlace | undefined {
  const below = belowHome(path, home);
  return (
    (below === undefined ? undefined : beginning(IN_HOME, below, '~/')) ??
    guardAround(path) ??
    guardInGit(path) ??
    madeByPrograms(path) ??
    beginning(OF_SYSTEM, path, '')
  );
}

/**
 * Installed packages of Python and Node, also those under hidden names (`.pnpm`, `.prisma`), but not the cache beside
 * them.
 */
const INSTALLED = /\/(?:site-packages|dist-packages|node_modules)\/(?!\.cache(?:\/|$))[^/]*[^./]/;

function madeByPrograms(path: string): GuardedPlace | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const runs =
    MADE_BY_PROGRAMS.get(name.toLowerCase()) ??
    (INSTALLED.test(path) ? 'programs run it when they import it' : undefined);
  return runs === undefined ? undefined : { place: path, runs };
}

/** The path below a home directory: the person's own, or one in a usual place. */
function belowHome(path: string, home: string | undefined): string | undefined {
  const root = home === undefined || home === '' ? undefined : `${home.replace(/\/+$/, '')}/`;
  if (root !== undefined && path.startsWith(root)) return path.slice(root.length);
  return /^(?:~[^/]*|\/root|\/(?:home|Users)\/[^/]+)\/(.*)$/s.exec(path)?.[1];
}

function beginning(places: ReadonlyMap<string, string>, path: string, shown: string): GuardedPlace | undefined {
  for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
    const start = end < 0 ? path : path.slice(0, end);
    const runs = places.get(start);
    if (runs !== undefined) return { place: `${shown}${start}`, runs };
    if (end < 0) return undefined;
  }
}
