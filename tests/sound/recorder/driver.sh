# Runs lines one after another inside the sandbox: each in a fresh home, each until no process of it is left.
# Reads nothing: standard input is a pipe that stays silent, so that `read -t` is a pause.
# `kill -1` ends everything that it can see: never outside a PID namespace of its own.
(($$ <= 3)) || exit 9
set +m
shopt -s nullglob
seconds=$1 processes=$2
shift 2

clean() {
  @HOME@/tools/rm -rf /home/u /tmp/* /tmp/.[!.]*
  @HOME@/tools/cp -r @HOME@/skeleton /home/u
}

alone() {
  local processes=(/proc/[1-9]*)
  count=${#processes[@]}
  ((count <= 2))
}

run_line() {
  local file=@HOME@/lines/$1 text
  cd /home/u/project || exit 1
  ulimit -c 0 -f 8192 -t "$seconds" -v 2000000 -u "$processes"
  # One argument holds 128 KiB, none a NUL: such a line is a script.
  if [[ -e $file.script ]]; then exec -a bash @HOME@/bash --norc --noprofile "$file.script"; fi
  IFS= read -r -d '' text < "$file"
  exec -a bash @HOME@/bash --norc --noprofile -c -- "$text"
}

for run; do
  clean
  cd /
  echo "$run ${run##*-}" > @HOME@/log/line
  end=$((${EPOCHREALTIME/./} + seconds * 1000000))
  (run_line "${run%-*}") < @HOME@/input > /dev/null 2> "@HOME@/log/$run.error" &
  # More than eighty processes: a line that starts itself.
  until alone; do
    ((count > 80 || ${EPOCHREALTIME/./} > end)) && break
    read -r -t 0.003
  done
  until alone; do
    kill -KILL -1
    read -r -t 0.002
  done
  wait
  echo "$run"
done
