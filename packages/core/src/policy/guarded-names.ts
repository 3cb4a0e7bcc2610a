/**
 * Names of files that other programs run or obey automatically, anywhere in a tree, in lower case. Files that a person
 * reads as source and runs by name are left out (`package.json`, `Makefile`, `.github/workflows`, `.gitattributes`,
 * `.env`, `CLAUDE.md`).
 */
const SHELLS = 'a shell reads it when it starts';
const EDITOR = 'an editor obeys it when the folder is opened';
const AGENT = 'a coding agent obeys it when it starts here';
const PACKAGES = 'a package manager obeys it';
const HOOKS = 'git runs it as a hook';
const VERSIONS = 'a version manager obeys it when a shell comes here';
const CONSOLE = 'an interactive console runs it when it starts here';

function named(runs: string, names: string): [string, string][] {
  return names.split(' ').map((name) => [name, runs]);
}

/** Guarded files and directories, with the program that runs them. */
const GUARDED: ReadonlyMap<string, string> = new Map([
  ...named(SHELLS, '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc .kshrc .mkshrc'),
  ...named(SHELLS, '.zshrc .zshenv .zprofile .zlogin .zlogout .cshrc .tcshrc .login .logout .xprofile .xinitrc'),
  ...named(SHELLS, '.xsession .xsessionrc .envrc .autoenv .autoenv.zsh .direnv'),
  ...named(EDITOR, '.vscode .idea .fleet .zed .vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .vim .nvim .emacs'),
  ...named(EDITOR, '.emacs.d .dir-locals.el .dir-locals-2.el .projectile .nanorc .devcontainer .devcontainer.json'),
  ...named(AGENT, '.cursor .windsurf .kiro .roo .codex .gemini .opencode .continue .cline .amazonq .augment .junie'),
  ...named('atip obeys it', '.atip'),
  ...named(AGENT, '.trae .qwen .factory .goose .mcp.json .aider.conf.yml .crush.json opencode.json opencode.jsonc'),
  ...named(PACKAGES, '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnp.cjs .pnp.loader.mjs .mvn .bazelrc'),
  ...named(PACKAGES, '.pip.conf .pydistutils.cfg .condarc .terraformrc .gemrc'),
  ...named(
    HOOKS,
    '.husky .githooks .git-hooks .huskyrc .pre-commit-config.yaml .pre-commit-config.yml .overcommit.yml',
  ),
  ...named(HOOKS, 'lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml .lefthook-local.yml'),
  ...named(HOOKS, '.lefthook .lefthook-local .simple-git-hooks.cjs .simple-git-hooks.json .simple-git-hooks.js .trunk'),
  ...named('git obeys it where a configuration includes it', '.gitconfig'),
  ...named(VERSIONS, 'mise.toml .mise.toml mise.local.toml .mise.local.toml .rtx.toml .tool-versions .mise .asdfrc'),
  ...named(CONSOLE, '.gdbinit .lldbinit .pdbrc .pdbrc.py .pythonrc .pythonrc.py .pryrc .irbrc .rprofile .renviron'),
  ...named(CONSOLE, '.ghci .ocamlinit .iex.exs .perldb .octaverc .guile .sbclrc .psqlrc .sqliterc .mysqlrc .radare2rc'),
  ...named('it obeys it when it starts', '.screenrc .tmux.conf .curlrc .wgetrc .ackrc .hgrc'),
  ...named('every Python started here runs it', 'sitecustomize.py usercustomize.py'),
]);

const GUARDED_ENDINGS: readonly (readonly [ending: string, runs: string])[] = [['.code-workspace', EDITOR]];

/** Guarded children of directories that are otherwise not guarded. */
export const GUARDED_INSIDE: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    '.claude',
    new Map(named(AGENT, 'settings.json settings.local.json hooks commands agents skills plugins output-styles')),
  ],
  ['.cargo', new Map(named('cargo obeys it', 'config config.toml bin'))],
  ['.yarn', new Map(named('yarn runs it', 'releases plugins sdks'))],
  ['.bundle', new Map(named(PACKAGES, 'config plugin'))],
  ['.hg', new Map(named('Mercurial runs what it names', 'hgrc hgrc-not-shared'))],
  ['.config', new Map(named('programs obey it', 'fish nvim mise git direnv'))],
  ['node_modules', new Map([['.bin', 'scripts of the project run what lies in it by name']])],
]);

export const VIRTUAL_ENVIRONMENT: ReadonlyMap<string, string> = new Map(
  named('a person or a script runs what lies in it by name', 'bin scripts pyvenv.cfg'),
);

export function whatRuns(name: string): string | undefined {
  const lower = name.toLowerCase();
  return GUARDED.get(lower) ?? GUARDED_ENDINGS.find(([ending]) => lower.endsWith(ending))?.[1];
}

/** Finds the guarded place that contains a path. Work trees in the directories of agents are not guarded. */
export function guardAround(path: string): { readonly place: string; readonly runs: string } | undefined {
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const parent = names[index - 1]?.toLowerCase() ?? '';
    const runs =
      (names[index + 1] === 'worktrees' ? undefined : whatRuns(name)) ??
      GUARDED_INSIDE.get(parent)?.get(name.toLowerCase()) ??
      (parent === '.git' && (name === 'hooks' || name === 'config') ? 'git runs what it names' : undefined);
    if (runs !== undefined) return { place: names.slice(0, index + 1).join('/'), runs };
  }
  return undefined;
}
