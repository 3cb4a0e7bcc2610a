/** One program of a shell line with its words, redirections aside. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Some output of it goes into a file. */
  readonly writesFile: boolean;
}

type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'write' }
  | { readonly kind: 'skip' };

/**
 * Takes a shell line apart into the programs that it runs, as far as the labelled lines need it: quotes, `&&`, `|`, `;`, line
 * ends, `>` into files, here-documents, and what stands in `$(…)`, `` `…` `` and `<(…)`, which runs as well.
 */
export function readShellLine(line: string): ShellCommand[] {
  const { text, inner } = takeSubstitutions(dropHereDocuments(line));
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let writesFile = false;
  let target: 'write' | 'skip' | undefined;
  const end = (): void => {
    if (words.length > 0 || writesFile) commands.push({ words, writesFile });
    words = [];
    writesFile = false;
  };
  for (const token of tokensOf(text)) {
    if (token.kind === 'end') end();
    else if (token.kind !== 'word') target = token.kind;
    else if (target !== undefined) {
      if (target === 'write' && !/^(?:\/dev\/null|\/dev\/std\w+|&?\d|&-)$/.test(token.text)) writesFile = true;
      target = undefined;
    } else words.push(token.text);
  }
  end();
  return [...commands, ...inner.flatMap(readShellLine)];
}

/** What follows `<<EOF` is data. */
function dropHereDocuments(line: string): string {
  const mark = /<<-?\s*(['"]?)(\w+)\1/.exec(line);
  if (!mark || line[mark.index + 2] === '<') return line;
  const rest = line.slice(mark.index + mark[0].length);
  const newline = rest.indexOf('\n');
  const after = newline < 0 ? rest : rest.slice(0, newline);
  const body = newline < 0 ? '' : rest.slice(newline + 1);
  const stop = body.split('\n').findIndex((one) => one.trim() === mark[2]);
  const tail =
    stop < 0
      ? ''
      : body
          .split('\n')
          .slice(stop + 1)
          .join('\n');
  return `${line.slice(0, mark.index)}${after}\n${tail}`;
}

/** Cuts out what runs in substitutions; not what stands in single quotes. */
function takeSubstitutions(line: string): { text: string; inner: string[] } {
  const inner: string[] = [];
  let text = '';
  let quoted = false;
  for (let index = 0; index < line.length; index++) {
    const char = line[index] ?? '';
    if (char === "'") quoted = !quoted;
    const opens = !quoted && (line.startsWith('$(', index) || line.startsWith('<(', index));
    const closing = opens ? matching(line, index + 1) : !quoted && char === '`' ? line.indexOf('`', index + 1) : -1;
    if (closing < 0) text += char;
    else {
      inner.push(line.slice(index + (opens ? 2 : 1), closing));
      text += 'SUBSTITUTED';
      index = closing;
    }
  }
  return { text, inner };
}

function matching(line: string, open: number): number {
  let depth = 0;
  for (let index = open; index < line.length; index++) {
    if (line[index] === '(') depth++;
    if (line[index] === ')' && --depth === 0) return index;
  }
  return -1;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /(\n|\r|;|&&|\|\||\||&(?!>))|(\d?>>?\|?|&>>?)(&?)|(<{1,3})|((?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s;&|<>'"\\])+)|\S/gs;
  for (const [, separator, output, , input, word] of text.matchAll(pattern)) {
    if (separator !== undefined) tokens.push({ kind: 'end' });
    else if (output !== undefined) tokens.push({ kind: 'write' });
    else if (input !== undefined) tokens.push({ kind: 'skip' });
    else if (word !== undefined) tokens.push({ kind: 'word', text: unquote(word) });
  }
  return tokens;
}

function unquote(word: string): string {
  return word.replaceAll(
    /\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/gs,
    (_, escaped, single, double) => escaped ?? single ?? double ?? '',
  );
}
