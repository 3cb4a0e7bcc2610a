#!@HOME@/bash -p
# Stands for every program of the sandbox: writes down its path and its words, then does as little as it can.
# `-p`: whatever the line puts into the environment, this script itself obeys neither BASH_ENV nor exported functions.
read -r run status < @HOME@/log/line
printf '%s\0' "$#" "$0" "$@" > "@HOME@/log/$run.$EPOCHREALTIME.$BASHPID"
name=${0##*/}

case $name in
  # Shells are bash, which starts recorders again. `-p` lost these two: the kernel still has them.
  bash | sh | dash)
    kept=()
    while IFS= read -r -d '' one; do
      case $one in SHELLOPTS=* | BASHOPTS=*) kept+=("$one") ;; esac
    done < /proc/$$/environ
    exec @HOME@/real/env "${kept[@]}" "@HOME@/$name" "$@"
    ;;
  sudo | doas)
    while (($# > 0)); do
      case $1 in
        -[ugphCRTUD]) shift 2 || exit 1 ;;
        -[is]) shift && exec @HOME@/bash -c "$*" ;;
        --) shift && break ;;
        -*) shift ;;
        [A-Za-z_]*=*) export "${1?}" && shift ;;
        *) break ;;
      esac
    done
    (($# > 0)) && exec -- "$@"
    ;;
  *) [[ -f @HOME@/real/$name ]] && exec "@HOME@/real/$name" "$@" ;;
esac

if ((status == 0)); then printf 'a.txt b.log\n'; else printf '3\n-rf  x\n'; fi
exit "$status"
