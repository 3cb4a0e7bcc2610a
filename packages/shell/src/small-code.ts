import { readJavaScript } from './small-code/javascript.ts';
import { readPython } from './small-code/python.ts';
import type { CodeReading, Snippet } from './types.ts';

/**
 * Reads a snippet: whether it only computes, prints, and reads and writes the files that it names. A package of its own, because its
 * parsers are as large as the rest and few lines need them.
 *
 * @example
 * import { readSnippet } from '@atip/shell/small-code';
 *
 * readSnippet({ language: 'python', text: 'print(1 + 2)', args: [] }).isHarmless; // true
 */
export function readSnippet(snippet: Snippet): CodeReading {
  return snippet.language === 'python' ? readPython(snippet) : readJavaScript(snippet);
}
