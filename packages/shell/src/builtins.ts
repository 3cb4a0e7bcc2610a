/**
 * Kinds of bash's builtins, by their effect on the shell.
 *
 * `harmless`: reads, prints or answers. `moves`: changes the working directory. `assigns`: sets variables. `code`: runs
 * text as commands. `settings`: changes how the shell reads or runs later commands. `jobs`: waits for or manages its
 * own jobs. `kills`: sends signals. `leaves`: ends the shell, a function or a loop. `starts`: runs the command in its
 * arguments. `history`: reads or writes the history.
 */
export type BuiltinKind =
  | 'harmless'
  | 'moves'
  | 'assigns'
  | 'code'
  | 'settings'
  | 'jobs'
  | 'kills'
  | 'leaves'
  | 'starts'
  | 'history';

const NAMES: Readonly<Record<BuiltinKind, string>> = {
  harmless: ': true false echo printf test [ pwd type help times caller dirs compopt shift',
  moves: 'cd pushd popd',
  assigns: 'export declare typeset local readonly read mapfile readarray getopts let unset',
  code: 'eval source . trap bind complete compgen fc',
  settings: 'set shopt enable hash alias unalias umask ulimit',
  jobs: 'wait jobs fg bg disown',
  kills: 'kill suspend',
  leaves: 'exit return break continue logout',
  starts: 'exec command builtin',
  history: 'history',
};

const KINDS: ReadonlyMap<string, BuiltinKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    // The keys of NAMES are the kinds.
    names.split(' ').map((name): [string, BuiltinKind] => [name, kind as BuiltinKind]),
  ),
);

/** The kind of a builtin of bash; `undefined` for a program. */
export function builtinOf(name: string): BuiltinKind | undefined {
  return KINDS.get(name);
}
