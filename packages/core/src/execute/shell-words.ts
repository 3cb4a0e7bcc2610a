/** A stretch of a word: text as it stands, or the name of a variable. */
export type WordPart = { readonly text: string } | { readonly variable: string };

/** The words of a command line, or why only a shell could take it apart; completes "The step …". */
export type ShellWords = { readonly words: readonly (readonly WordPart[])[] } | { readonly problem: string };

/** White space, '…', "…", an escaped character, {variable}, or text that no shell looks at; nothing else is taken. */
const TOKEN =
  /([ \t]+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|\{([A-Za-z_][\w.-]*)\}|(\{\d*\}|[^\s'"\\{|&;<>()$`*?[]+)/gy;
const VARIABLE = /\{([A-Za-z_][\w.-]*)\}/;
/** Between double quotes: what a backslash takes back, and what a shell would replace. */
const QUOTED = /\\([$`"\\\n])|([$`])/g;
/** Special at the start of a word, and the tilde also behind the signs that separate paths. */
const AT_START = /^[~#!]|[=:]~/;

/**
 * Takes a command line apart as a POSIX shell would, and refuses what only a shell can do.
 *
 * Shape: `git commit -m "Add {what}"` → words of `git`, `commit`, `-m`, and `Add ` followed by the variable `what`.
 * Quotes and backslashes are undone. `{name}` is a variable, in quotes too; outside them `\{name}` is text. Operators,
 * redirections, substitutions, expansions, globs, comments and line breaks are refused outside quotes, `$` and backticks
 * also in double ones. Costs as much as the text is long.
 *
 * @see POSIX.1-2017, Shell Command Language, 2.2
 */
export function shellWords(command: string): ShellWords {
  const words: WordPart[][] = [];
  let word: WordPart[] | undefined;
  let end = 0;
  for (const [token, space, single, double, escaped, variable, plain = ''] of command.matchAll(TOKEN)) {
    end += token.length;
    if (space !== undefined) word = undefined;
    // A backslash before a line break joins the lines.
    if (space !== undefined || escaped === '\n') continue;
    const special = AT_START.exec(word ? `-${plain}` : plain)?.[0];
    if (special) return needsShell(special);
    const replaced = [...(double ?? '').matchAll(QUOTED)].find(([, , alive]) => alive !== undefined);
    if (replaced) return needsShell(replaced[0]);
    if (!word) {
      word = [];
      words.push(word);
    }
    const quoted = single ?? double?.replaceAll(QUOTED, (_, kept: string) => (kept === '\n' ? '' : kept));
    if (variable !== undefined) word.push({ variable });
    else if (escaped !== undefined) word.push({ text: escaped });
    else word.push(...withVariables(quoted ?? plain));
  }
  return end < command.length ? problemAt(command.charAt(end)) : { words };
}

/** The pieces at odd places are the names. */
function withVariables(text: string): WordPart[] {
  return text.split(VARIABLE).map((piece, index) => (index % 2 === 1 ? { variable: piece } : { text: piece }));
}

function problemAt(character: string): ShellWords {
  if (character === "'" || character === '"') return { problem: `has a quote (${character}) that is not closed` };
  return character === '\\' ? { problem: 'ends in a backslash' } : needsShell(character);
}

function needsShell(special: string): ShellWords {
  return { problem: `needs a shell for ${JSON.stringify(special)}, and none is used; quote it if it is meant as text` };
}
