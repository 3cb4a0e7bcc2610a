/**
 * Places that other programs run or obey, written as a tool would plant them in a project. The first list is guarded;
 * the second is source, which a person reads, commits and runs by name, and which tools are there to write.
 */
export const GUARDED_PLACES: readonly string[] = `
.git/config .git/config.worktree .git/commondir .git/hooks/pre-commit .git/hooks/post-checkout .git/info/attributes
.git/modules/sub/config .git/modules/sub/hooks/post-checkout .git/modules/sub/commondir .git/modules/a/b/config
.git/worktrees/w/config.worktree .git/worktrees/w/commondir .git/worktrees/w/gitdir .git/remotes/origin
.git/branches/origin .git/rebase-merge/git-rebase-todo .git/rebase-apply/patch .git/sequencer/todo
sub/.git deep/er/nested/.git/config deep/er/nested/.git/hooks/pre-commit deep/er/nested/.git/commondir
bare/config bare/hooks/update vendor/x/bare.git/config .husky/pre-commit .husky/_/h packages/a/.husky/pre-push
.githooks/pre-commit .git-hooks/pre-commit tools/hooks/pre-commit tools/clean.sh .gitinclude .gitconfig
.pre-commit-config.yaml lefthook.yml .lefthook.yml lefthook-local.yml .lefthook/pre-commit/x.sh .overcommit.yml
.simple-git-hooks.json .trunk/trunk.yaml
.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout
.kshrc .cshrc .tcshrc .inputrc .xprofile .xinitrc .config/fish/config.fish
.envrc packages/a/.envrc .direnv/bin/x .autoenv mise.toml .mise.toml .mise/tasks/x .tool-versions
.vscode/tasks.json .vscode/settings.json packages/a/.vscode/tasks.json x.code-workspace .idea/workspace.xml
.fleet/run.json .zed/tasks.json .devcontainer/devcontainer.json .devcontainer.json .vimrc .exrc .nvim.lua .nvimrc
.lvimrc .vim/plugin/x.vim .emacs.d/init.el .dir-locals.el sub2/.dir-locals.el .nanorc
.mcp.json .cursor/mcp.json .cursor/rules/x.mdc .windsurf/hooks.json .kiro/hooks/x .roo/mcp.json .codex/config.toml
.gemini/settings.json .opencode/plugin/x.js opencode.json .continue/config.yaml .amazonq/mcp.json .aider.conf.yml
.claude/settings.json .claude/settings.local.json .claude/hooks/x.sh .claude/commands/x.md .claude/agents/x.md
.claude/skills/x/SKILL.md packages/a/.claude/settings.json
.npmrc packages/a/.npmrc .yarnrc .yarnrc.yml .yarn/releases/yarn.cjs .yarn/plugins/x.cjs .yarn/sdks/x .pnpmfile.cjs
.pnp.cjs .pnp.loader.mjs node_modules/.bin/tsc packages/a/node_modules/.bin/eslint .cargo/config.toml .cargo/config
.mvn/jvm.config .bundle/config .bazelrc .venv/bin/python .venv/pyvenv.cfg env2/bin/pip sitecustomize.py
.gdbinit .lldbinit .pdbrc .pryrc .irbrc .Rprofile .Renviron .ghci .ocamlinit .iex.exs .psqlrc .sqliterc
.screenrc .tmux.conf .curlrc .wgetrc .hgrc .hg/hgrc
`
  .trim()
  .split(/\s+/);

export const ORDINARY_SOURCE: readonly string[] = `
package.json Makefile justfile Rakefile setup.py pyproject.toml conftest.py build.rs build.gradle gradlew CMakeLists.txt
Dockerfile docker-compose.yml .github/workflows/ci.yml .gitlab-ci.yml .circleci/config.yml Jenkinsfile .gitattributes
.gitmodules .gitignore .editorconfig .env .eslintrc.js vite.config.ts CLAUDE.md AGENTS.md node_modules/x/index.js
.venv/lib/python3/site-packages/x.py .husky-notes/x tox.ini
`
  .trim()
  .split(/\s+/);

/** What lies around the places, so that each is what it seems. */
export const SURROUNDINGS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['deep/er/nested/.git', 'bare', 'vendor/x/bare.git', '.git/modules/sub', '.git/modules/a/b'].flatMap((name) => [
      [`${name}/HEAD`, 'ref: refs/heads/main\n'],
      [`${name}/objects/`, ''],
      [`${name}/refs/`, ''],
    ]),
    ['.git/worktrees/w/HEAD', 'ref: refs/heads/w\n'],
    ['.git/worktrees/w/commondir', '../..\n'],
    ['.git/worktrees/w/gitdir', '/nowhere/.git\n'],
    ['.venv/pyvenv.cfg', ''],
    ['env2/pyvenv.cfg', ''],
  ].map(([name = '', content = '']) => [name, content]),
);
