/**
 * For each text that is searched for, words that a line must hold to be printed, as far as they are known: of `^API_KEY=` `API_KEY`.
 * An empty list fits every line.
 */
export function wordsOf(patterns: readonly string[], isFixed: boolean): readonly (readonly string[])[] {
  return patterns
    .flatMap((text) => (isFixed ? [text] : text.split(/\\?\||\n/)))
    .map((text) => {
      // Letters that may be absent, classes of letters, escapes, and the text of such groups are no words.
      if (!isFixed && /\(\?|\)\\?[?*{]|\\[xoNc\d]/.test(text)) return [];
      const plain = isFixed ? text : text.replace(/\[[^\]]*\]|\\[A-Za-z<>]|.(?:\\?[?*]|\\?\{)/g, ' ');
      return plain.match(/\w{2,}/g) ?? [];
    });
}

/** Options that neither take a word behind them nor turn the search round. */
const LONG =
  /^--(?:hidden|no-ignore|(?:dereference-)?recursive|files-with-matches|ignore-case|smart-case|word-regexp|fixed-strings|extended-regexp|null|no-messages|(?:include|exclude|exclude-dir|glob|type|type-not)=.*)$/s;
const SHORT: ReadonlyMap<string, RegExp> = new Map([
  ...['grep', 'egrep', 'fgrep'].map((name) => [name, /^-[rRlinwEFGPIsxZoHhaU]+$/] as const),
  ['rg', /^-[linwFSsuN.0HU]+$/],
]);

/** The words that a file must hold for a search to list it. Undefined: any file may be listed. */
export function searchedWords(name: string, args: readonly string[]): readonly (readonly string[])[] | undefined {
  const short = SHORT.get(name);
  const options = args.filter((text) => text.startsWith('-'));
  const pattern = args.find((text) => !text.startsWith('-'));
  if (!short || pattern === undefined || !options.every((text) => short.test(text) || LONG.test(text)))
    return undefined;
  return wordsOf([pattern], name === 'fgrep' || options.some((text) => /^-\w*F|^--fixed/.test(text)));
}
