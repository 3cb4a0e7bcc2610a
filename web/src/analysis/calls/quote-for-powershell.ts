import { type Quoted, runsOf } from './quoted.ts';

/** Words that PowerShell hands on as they are: no number, no operator, no parameter that it would take apart. */
const PLAIN = /^-{0,2}[A-Za-z][A-Za-z0-9_-]*$/;
/** A command's name may be a keyword; quoted, and called with `&`, it is none. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const KEYWORD =
  /^(?:begin|break|catch|class|continue|data|define|do|dynamicparam|else|elseif|end|enum|exit|filter|finally|for|foreach|from|function|hidden|if|in|param|process|return|static|switch|throw|trap|try|until|using|var|while|clean|parallel|sequence|workflow|configuration|inlinescript)$/i;
/** All of these end a text in single quotes, so each is doubled: ' ‘ ’ ‚ ‛ */
const SINGLE_QUOTES = /['\u2018-\u201b]/g;

const NEWER =
  'Needs PowerShell 7.3 or later: older ones lose double quotes and empty arguments on the way to a program.';

/**
 * Writes an argv as a command line for PowerShell.
 *
 * Shape: `["git", "commit", "-m", "it's"]` → `git commit -m 'it''s'`. What cannot be seen is written by its number,
 * `('a' + [char]0x1b)`. Limits: where PowerShell has an alias of the program's name, such as `curl` in Windows
 * PowerShell 5.1, that alias is called; programs that are `.cmd` or `.bat` files take their arguments apart once more.
 * @see about_Quoting_Rules and about_Parsing of PowerShell
 */
export function quoteForPowerShell(argv: readonly string[]): Quoted {
  const text = argv.map(word).join(' ');
  return argv.some((element) => element === '' || element.includes('"'))
    ? { ok: true, text, note: NEWER }
    : { ok: true, text };
}

function word(element: string, index: number): string {
  if (index > 0) return PLAIN.test(element) ? element : value(element);
  return PLAIN_NAME.test(element) && !KEYWORD.test(element) ? element : `& ${value(element)}`;
}

function value(element: string): string {
  const runs = runsOf(element);
  if (runs.every(({ unseen }) => !unseen)) return quote(element);
  // The first operand decides that all of it is text.
  const start = runs[0]?.unseen === true ? ["''"] : [];
  return `(${[...start, ...runs.map(({ unseen, text }) => (unseen ? numbers(text) : quote(text)))].join(' + ')})`;
}

function quote(text: string): string {
  return `'${text.replace(SINGLE_QUOTES, '$&$&')}'`;
}

/** By UTF-16 units, which is what PowerShell's texts are made of. */
function numbers(text: string): string {
  return Array.from({ length: text.length }, (_, index) => `[char]0x${text.charCodeAt(index).toString(16)}`).join(
    ' + ',
  );
}
