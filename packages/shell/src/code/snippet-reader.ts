import type { CodeReading, Snippet } from '../line/types.ts';

/** Reads a snippet. Undefined: no reader of its language is loaded. */
export type ReadSnippet = (snippet: Snippet) => CodeReading | undefined;

/**
 * Loads the readers of these languages, which tell whether a snippet only computes, prints, and reads and writes the files that it
 * names. Each has a parser as large as a third of the rest, and few lines need one.
 *
 * @example
 * import { loadSnippetReader } from '@atip/shell/small-code';
 *
 * const read = await loadSnippetReader(['python']);
 * read({ language: 'python', text: 'print(1 + 2)', args: [] })?.isHarmless; // true
 */
export async function loadSnippetReader(languages: Iterable<Snippet['language']>): Promise<ReadSnippet> {
  const readers = new Map<Snippet['language'], (snippet: Snippet) => CodeReading>();
  for (const language of new Set(languages)) {
    if (language === 'python') readers.set(language, (await import('./python.ts')).readPython);
    else if (language === 'perl') readers.set(language, (await import('./perl.ts')).readPerl);
    else if (language === 'ruby') readers.set(language, (await import('./ruby.ts')).readRuby);
    else if (language === 'php') readers.set(language, (await import('./php.ts')).readPhp);
    else readers.set(language, (await import('./javascript.ts')).readJavaScript);
  }
  return (snippet) => readers.get(snippet.language)?.(snippet);
}
