/** Means itself in every POSIX shell. The sign `=` is not among them: before a command's name it would set a variable. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-]+$/;
/** An argument may hold `=`, but not begin with it: `=ls` is a path to zsh. */
const PLAIN_ARGUMENT = /^(?!=)[A-Za-z0-9_@%+:,./=-]+$/;
/** Words that are no command where a command begins. */
const RESERVED = /^(?:case|do|done|elif|else|esac|fi|for|function|if|in|select|then|time|until|while)$/;

/**
 * Names that sh, bash or zsh take for something of their own, however they are quoted, and that programs of the name would
 * not do: `eval` runs what its arguments say, `%1` is a job. `env` knows programs alone.
 */
const OWN_NAME =
  /^(?:%.*|[.:]|alias|autoload|bg|bind|bindkey|break|builtin|caller|cd|command|compgen|complete|continue|coproc|declare|dirs|disown|emulate|enable|eval|exec|exit|export|fc|fg|getopts|hash|history|jobs|let|local|logout|mapfile|nocorrect|noglob|popd|pushd|r|read|readarray|readonly|return|sched|set|shift|shopt|source|suspend|times|trap|type|typeset|ulimit|umask|unalias|unset|wait|zmodload)$/;

/**
 * Writes an argv as a command line of a POSIX shell, which takes it apart to exactly these elements.
 *
 * Shape: `["git", "commit", "-m", "it's"]` → `git commit -m 'it'\''s'`. Unseen characters become their bytes in octal,
 * `"$(printf '\033')"`: an escape sequence in a pasted text can end the paste early, and the rest of it is then typed.
 * `undefined` for half of a character, which no process can be given.
 * @see POSIX.1-2017, Shell Command Language, 2.2
 */
export function quoteForSh(argv: readonly string[]): string | undefined {
  if (argv.some((element) => /\p{Cs}/u.test(element))) return undefined;
  const text = argv.map(word).join(' ');
  return OWN_NAME.test(argv[0] ?? '') ? `env ${text}` : text;
}

/** A run of characters that nobody sees, or that a terminal acts on, but for the line feed; or a run of others. */
const RUNS = /(?<unseen>(?:(?!\n)[\p{C}\p{Zl}\p{Zp}])+)|(?:\n|[^\p{C}\p{Zl}\p{Zp}])+/gu;

function word(element: string, index: number): string {
  if (index === 0 ? PLAIN.test(element) && !RESERVED.test(element) : PLAIN_ARGUMENT.test(element)) return element;
  if (element === '') return "''";
  return element.replace(RUNS, (text, unseen?: string) =>
    unseen === undefined ? `'${text.replaceAll("'", "'\\''")}'` : `"$(printf '${octal(unseen)}')"`,
  );
}

function octal(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
