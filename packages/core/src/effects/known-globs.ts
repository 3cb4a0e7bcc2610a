/**
 * Keys of git's configuration whose value cannot name a program, a file that git obeys, or a place that data or code
 * goes to or comes from: a glob in lower case, because git compares sections and names without case. Any other key is
 * asked about. No star takes an equals sign, which ends the key in `-c KEY=VALUE`.
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

/**
 * A glob for addresses of programs that control a machine or a cluster: Docker, etcd, Nomad, WinRM, Kubernetes and its
 * proxy, Vault, Consul, debuggers of Node and Chromium, kubelet.
 */
export const CONTROL_ADDRESSES =
  '(#i)?(*://)+([!/]):@(@(2375|2376|2379|4646|5985|5986|6443|9222|9229|1025[0579])?([/?]*)|8001/api@(s|/v1/@(namespaces|secrets|configmaps|nodes|pods))*|@(8200|8500)/v1*)';

/**
 * Ports of this machine at which data may run code, change who may do what, or delete what is kept: those above, our
 * companion, other debuggers, Jupyter, drivers of browsers, administration of servers, and databases that speak HTTP or
 * plain lines.
 */
export const CONTROL_PORTS: ReadonlySet<number> = new Set([
  ...[
    2375, 2376, 2379, 2380, 4646, 5985, 5986, 6443, 8001, 8200, 8500, 9222, 9223, 9229, 9230, 10250, 10255, 10257,
    10259,
  ],
  ...[4170, 4444, 4445, 5005, 5678, 5858, 6006, 8787, 8888, 8889, 2019, 15672],
  ...[5984, 6333, 7474, 8086, 8123, 8529, 8983, 9200, 9300, 9515, 6379, 6380, 11211, 27017, 22, 25, 111, 631, 2049],
]);
