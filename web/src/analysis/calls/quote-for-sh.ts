import { LONE_SURROGATE, type Quoted, runsOf } from './quoted.ts';

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
 * Shape: `["git", "commit", "-m", "it's"]` → `git commit -m 'it'\''s'`. What cannot be seen is written as its bytes in
 * octal, `"$(printf '\033')"`, so that what is shown is what runs and nothing acts on a terminal while it is pasted.
 * @see POSIX.1-2017, Shell Command Language, 2.2
 */
export function quoteForSh(argv: readonly string[]): Quoted {
  if (argv.some((element) => LONE_SURROGATE.test(element)))
    return { ok: false, reason: 'An argument holds half of a character, which no process can be given.' };
  const text = argv.map(word).join(' ');
  return { ok: true, text: OWN_NAME.test(argv[0] ?? '') ? `env ${text}` : text };
}

function word(element: string, index: number): string {
  if (index === 0 ? PLAIN.test(element) && !RESERVED.test(element) : PLAIN_ARGUMENT.test(element)) return element;
  if (element === '') return "''";
  return runsOf(element)
    .map(({ unseen, text }) => (unseen ? `"$(printf '${octal(text)}')"` : `'${text.replaceAll("'", "'\\''")}'`))
    .join('');
}

function octal(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
