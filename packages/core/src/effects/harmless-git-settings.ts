/**
 * Keys of git's configuration whose value cannot name a program, a file that git obeys, or a place that data or code goes to or comes
 * from: a glob in lower case, because git compares sections and names without case. Any other key is asked about. No star takes
 * an equals sign, which ends the key in `-c KEY=VALUE`.
 */
export const HARMLESS_GIT_KEYS: string = `@(${[
  '@(user|author|committer).@(name|email)|user.useconfigonly',
  '@(advice|color|column|feature|grep|i18n|index|pack|pretty|stash|status).*',
  'apply.@(whitespace|ignorewhitespace)|blame.@(coloring|date|showemail|showroot|blankboundary|ignorerevsfile|mark*lines)',
  'branch.@(sort|autosetupmerge|autosetuprebase)|branch.*.@(description|rebase)|checkout.@(guess|workers)',
  'commit.@(gpgsign|verbose|status|cleanup|template)|fetch.@(prune|prunetags|parallel|output|showforcedupdates|writecommitgraph)',
  'core.@(abbrev|autocrlf|safecrlf|eol|ignorecase|filemode|quotepath|longpaths|symlinks|whitespace|precomposeunicode|compression)',
  'core.@(loosecompression|bigfilethreshold|commentchar|commentstring|trustctime|checkstat|untrackedcache|preloadindex|fscache)',
  'core.@(splitindex|multipackindex|commitgraph|logallrefupdates|sparsecheckout|sparsecheckoutcone|packedgit*|deltabasecachelimit)',
  'diff.@(renames|renamelimit|algorithm|context|interhunkcontext|mnemonicprefix|noprefix|submodule|wserrorhighlight|colormoved)',
  'diff.@(colormovedws|indentheuristic|relative|statgraphwidth|suppressblankempty|wordregex|ignoresubmodules|dirstat)',
  'format.@(pretty|signoff|numbered|thread|signature)|gc.@(auto|autodetach|autopacklimit)|maintenance.auto|init.defaultbranch',
  'http.@(postbuffer|lowspeedlimit|lowspeedtime|version)|log.@(date|decorate|abbrevcommit|follow|mailmap|showroot|diffmerges)',
  'merge.@(conflictstyle|ff|renames|renamelimit|directoryrenames|log|stat|autostash|verbosity)|protocol.version',
  'pull.@(rebase|ff)|push.@(default|autosetupremote|followtags|gpgsign)|remote.*.@(prune|prunetags)|rerere.@(enabled|autoupdate)',
  'rebase.@(autosquash|autostash|stat|updaterefs|missingcommitscheck|forkpoint|abbreviatecommands|rebasemerges)',
  'submodule.@(recurse|fetchjobs)|submodule.*.ignore|tag.@(gpgsign|sort)|versionsort.suffix',
]
  .join('|')
  .replaceAll('*', '*([!=])')})`;

/** Settings that are harmless with these values only: they turn a program off. */
export const HARMLESS_GIT_VALUES: string =
  '@(core.pager=@(cat|)|pager.*([!=])=@(cat|false|)|core.fsmonitor=@(false|no|off|0|)|@(core|sequence).editor=@(true|:|cat))';
