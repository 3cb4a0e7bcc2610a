/** Ways in which a program leaves something behind, as scripts for a shell. */
export const LEFTOVER_KINDS: Readonly<Record<string, string>> = {
  plain: "sh -c 'echo up; sleep 60' & wait; sleep 60",
  'TERM-ignoring': 'sh -c \'trap "" TERM; echo up; while :; do sleep 1; done\' & wait; sleep 60',
  setsid: "setsid sh -c 'echo up; sleep 60' & wait; sleep 60",
  'double-forked': "(setsid sh -c 'echo up; exec sleep 60 >/dev/null 2>&1 </dev/null' &) ; sleep 60",
  orphan: "(sh -c 'echo up; exec sleep 60' &) ; sleep 60",
  'TERM-ignoring parent': 'trap "" TERM; sh -c \'echo up; sleep 60\' & wait; sleep 60',
};
