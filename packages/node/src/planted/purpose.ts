/**
 * What kind of place other programs obey: `repository` is a whole Git directory or a `.git` file, `config` what names
 * programs, `links` what leads Git elsewhere, `operations` what is begun and continued later, `fixed` what no command
 * makes; `packages` is what package managers install, `settings` all others.
 */
export type PlaceGroup = 'repository' | 'config' | 'links' | 'operations' | 'fixed' | 'packages' | 'settings';

/** What a command is for, as far as it makes or changes what other programs obey. */
export interface Purpose {
  /** Whether it works in Git directories: objects, references and index are then writable. */
  readonly git: boolean;
  /** What it makes or changes by its nature. */
  readonly makes: ReadonlySet<PlaceGroup>;
}

const NOTHING: Purpose = { git: false, makes: new Set() };

/** By program and the beginning of a command's path. The first that fits counts. */
const PURPOSES: readonly (readonly [commands: string, git: boolean, makes: readonly PlaceGroup[]])[] = [
  ['git clone|git init|gh repo clone|gh repo fork|gh repo create|glab repo clone|hub clone', true, ['repository']],
  ['cargo new|cargo init|uv init', true, ['repository']],
  ['git submodule', true, ['repository', 'config', 'links']],
  ['git worktree', true, ['repository', 'links']],
  ['git config|git remote', true, ['config']],
  ['git rebase|git am|git pull|git cherry-pick|git revert', true, ['operations']],
  ['git', true, []],
  ['npm|pnpm|yarn|bun|pip|pip3|uv|poetry|pipenv|virtualenv|bundle', false, ['packages']],
];

/**
 * Finds what a command is for, in a table of ours: no document can name itself a maker of repositories.
 *
 * @param program name of the executable
 * @param path the command's, such as `["remote", "add"]`
 */
export function purposeOf(program: string, path: readonly string[]): Purpose {
  const words = [program, ...path];
  for (const [commands, git, makes] of PURPOSES) {
    const fits = commands
      .split('|')
      .some((command) => command.split(' ').every((word, index) => word === words[index]));
    if (fits) return { git, makes: new Set(makes) };
  }
  return NOTHING;
}
