import { textWidth } from '../terminal/text.ts';
import type { Completions } from './complete-words.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The script that each shell sources. It asks `atip` for every word, assigns the answer, and never evaluates it. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of atip for bash, 4.4 or newer
_atip() {
  local output kind
  COMPREPLY=()
  output=$(command atip completion words bash -- "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null) || return
  mapfile -t COMPREPLY <<<"$output"
  kind=\${COMPREPLY[0]}
  COMPREPLY=("\${COMPREPLY[@]:1}")
  case $kind in
    files) compopt -o default ;;
    directories) compopt -o dirnames ;;
  esac
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o nosort -F _atip atip
`,
  zsh: `#compdef atip
# Completion of atip for zsh
_atip() {
  local output line
  local -a lines values shown plain
  output=$(command atip completion words zsh -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null) || return 1
  lines=("\${(@f)output}")
  local kind=$lines[1] before=$lines[2]
  for line in "\${(@)lines[3,-1]}"; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line#*$'\\t'}")
  done
  if [[ $values[1] == *= ]]; then plain=(-S ''); fi
  if (( $#values )); then compadd -V atip "\${plain[@]}" -l -d shown -a values; fi
  if [[ $kind != none ]]; then compset -p $#before; fi
  case $kind in
    files) _files ;;
    directories) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _atip ]]; then _atip "$@"; else compdef _atip atip; fi
`,
  fish: `# Completion of atip for fish
function __atip_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l typed (commandline -ct)
    set -l current (string unescape -- "$typed"; or printf '%s\\n' "$typed")
    set -l lines (command atip completion words fish -- $words "$current" 2>/dev/null </dev/null)
    or return 1
    if test (count $lines) -gt 2
        printf '%s\\n' $lines[3..-1]
    end
    set -l before "$lines[2]"
    set -l rest (string sub -s (math (string length -- "$before") + 1) -- "$current")
    set -l paths
    switch $lines[1]
        case files
            set paths (__fish_complete_path "$rest")
        case directories
            set paths (__fish_complete_directories "$rest")
    end
    if test (count $paths) -gt 0
        printf '%s\\n' $before$paths
    end
end
complete -c atip -f -k -a '(__atip_complete)'
`,
};

/**
 * Answers a script. The first line is the kind of paths that the shell may add; for bash it is the text before such a path. Then
 * each value has a line: for bash the rest of the value, quoted; for fish a tab and the description; for zsh a tab and the line to show.
 * @param words for bash its COMP_WORDBREAKS and the line up to the cursor; for others the words up to the cursor
 */
export async function answerShell(
  shell: Shell,
  words: readonly string[],
  complete: (words: readonly string[]) => Promise<Completions>,
): Promise<string> {
  if (shell === 'bash') {
    const [breaks = '', text = ''] = words;
    const { words: all, kept, quote } = splitBashLine(text, breaks);
    const { values, paths } = await complete(all.slice(1));
    return lines([paths, ...values.flatMap(({ value }) => quoteForBash(value.slice(kept.length), quote) ?? [])]);
  }
  const { values, paths, beforePath } = await complete(words);
  const width = Math.max(0, ...values.map(({ value }) => textWidth(value)));
  const rows = values.map(({ value, description }) => {
    if (shell === 'fish') return description === '' ? value : `${value}\t${description}`;
    const gap = ' '.repeat(width - textWidth(value));
    return `${value}\t${description === '' ? value : `${value}${gap}  -- ${description}`}`;
  });
  return lines([paths, beforePath, ...rows]);
}

function lines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join('');
}

/** A command line up to the cursor, as bash and readline see it. */
interface BashLine {
  /** Unquoted; the last is the one at the cursor, and may be empty. */
  readonly words: readonly string[];
  /** Unquoted part of the last word that bash keeps when it replaces the rest. */
  readonly kept: string;
  /** The quote that is still open at the cursor. */
  readonly quote: '' | '"' | "'";
}

/**
 * Splits a line into words without expanding anything. It reads the line itself, because bash splits words at each of
 * `COMP_WORDBREAKS`, `=` and `:` among them, and replaces only the text after the last one.
 */
function splitBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let quote: BashLine['quote'] = '';
  let [word, kept, isInWord] = ['', '', false];
  const characters = [...line];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const next = characters[at + 1];
    if (next !== undefined && isEscape(character, next, quote)) {
      [word, isInWord] = [word + next, true];
      at += 1;
    } else if (quote === '' ? character === '"' || character === "'" : character === quote) {
      quote = quote === '' && (character === '"' || character === "'") ? character : '';
      [kept, isInWord] = [word, true];
    } else if (quote === '' && /\s/.test(character)) {
      if (isInWord) words.push(word);
      [word, kept, isInWord] = ['', '', false];
    } else {
      const isBreak = quote === '' && breaks.includes(character);
      // Readline takes `@` as the beginning of what it replaces, and the others as the end of the text before.
      if (isBreak) kept = character === '@' ? word : word + character;
      [word, isInWord] = [word + character, true];
    }
  }
  return { words: [...words, word], kept, quote };
}

function isEscape(character: string, next: string, quote: BashLine['quote']): boolean {
  if (character !== '\\' || quote === "'") return false;
  return quote === '' || '$`"\\'.includes(next);
}

/** Characters that bash takes literally anywhere in a word; `~` and `{` are not among them. */
const SPECIAL = /[^\p{L}\p{N}_@%+=:,./-]/gu;

/**
 * Quotes text so that bash takes it literally after the text at the cursor.
 * @returns `undefined` where an open quote leaves no way to write it
 */
function quoteForBash(text: string, quote: BashLine['quote']): string | undefined {
  if (quote === '') return text.replace(SPECIAL, '\\$&');
  const isInert = quote === "'" ? !text.includes("'") : !/[$`"\\!]/.test(text);
  return isInert ? text : undefined;
}
