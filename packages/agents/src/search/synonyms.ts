import { stem } from './terms.ts';

/** Words that people and programs use for the same thing, one set in each row. A word may be in several. */
const ROWS = `
show display print view see dump
show list display ls enumerate get
show describe inspect info information detail status examine
delete remove rm erase destroy drop uninstall
clean prune purge clear empty remove discard
remove discard delete throw drop wipe
create new add make init initialize generate
create open
install add setup
update upgrade refresh bump
start run launch begin up
run execute exec invoke
stop halt kill terminate end shutdown down
copy cp duplicate clone
move mv rename
find search locate lookup query
change edit modify set alter
config configuration configure setting preference
undo revert reset restore rollback unstage amend
download fetch pull get retrieve
upload push publish send
compare diff difference change delta
directory folder dir
repository repo
dependency dep package module library requirement
package formula crate cask
environment env
virtual venv virtualenv
variable var
log message history journal
login authenticate auth signin credential
logout signout
user account member collaborator
author authorship blame annotate
contribution contributor author wrote
stage add index
compress archive zip pack
extract decompress unzip unpack uncompress
convert transform translate
resize scale
image picture photo
recent last latest newest
count number total
usage consumption resource stats top
process pid
permission access right
owner own ownership
connect attach
check verify validate lint analyze
check ci status
format fmt
compile build
hash checksum digest sha revision rev
certificate cert x509
merge combine integrate
deploy rollout
enable boot startup
help usage manual documentation doc
host server machine
unique duplicate
first beginning head
end last tail
regex regexp pattern match
pause suspend freeze
resume unpause continue
ignore exclude skip
shell terminal console session interactive
organization org
database db
namespace ns
service unit daemon
browser web
outdated upgradable stale old
symlink symbolic link
template boilerplate
vulnerability security audit
watch follow tail monitor live
running active alive run
postgres postgresql psql
kubernetes k8s kubectl
mac macos homebrew
javascript js node
go golang
jpg jpeg`;

export const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = /* @__PURE__ */ readRows(ROWS);

function readRows(rows: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const row of rows.trim().split('\n')) {
    const terms = row.split(' ').map(stem);
    for (const term of terms) {
      const others = found.get(term) ?? new Set<string>();
      for (const other of terms) if (other !== term) others.add(other);
      found.set(term, others);
    }
  }
  return found;
}

/** Joins verbs that are written as two words: `log in`, `logging into` and `sign in` become `login`. */
export function joinWords(text: string): string {
  if (!text.includes(' in') && !text.includes('-in') && !text.includes(' out') && !text.includes('-out')) return text;
  return text
    .replaceAll(/\b(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -](?:in|into)\b/gi, 'login')
    .replaceAll(/\b(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]out\b/gi, 'logout');
}

/** Programs, each before the one that most people prefer if both are installed: `podman` does the same as `docker`. */
const STAND_INS = `podman docker, docker-compose docker, flyctl fly, hg git, svn git, yarn npm, pnpm npm, bun npm, deno node, pipenv pip,
  poetry pip, conda pip, dnf apt, yum apt, apk apt, pacman apt, flatpak apt, snap apt, apt-get apt, bzcat cat, xzcat cat, zstdcat cat,
  zcat cat, bat cat, egrep grep, fgrep grep, rg grep, ag grep, ack grep, doas sudo, mariadb mysql, bunzip2 gunzip, unxz gunzip,
  unzstd gunzip, eza ls, vdir ls, dir ls, fd find, clang gcc, fish bash, zsh bash, dash sh, busybox sh, unlink rm, pkill kill,
  killall kill, http curl, service systemctl`;

/** Programs that most people know, by our judgement: with equal scores these are preferred. */
export const COMMON: ReadonlySet<string> = /* @__PURE__ */ new Set(
  `git gh docker kubectl helm terraform npm pip uv cargo go brew apt systemctl journalctl ssh scp rsync curl wget openssl gpg make node
  python3 psql aws az gcloud ls cat cp mv rm ln mkdir find grep sed awk sort uniq head tail less wc cut tr tar zip unzip gzip df du date
  kill ps top chmod chown stat file diff echo man sudo jq ping dig ss lsof ip free uptime uname which whoami env touch rmdir mount xargs
  crontab tmux ffmpeg magick pandoc sqlite3 mysql redis-cli passwd pkill`.split(/\s+/),
);

/** Maps a program to the one that it can replace. */
export const STANDS_IN_FOR: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  STAND_INS.split(',').map((pair): [string, string] => {
    const [program = '', usual = ''] = pair.trim().split(' ');
    return [program, usual];
  }),
);
