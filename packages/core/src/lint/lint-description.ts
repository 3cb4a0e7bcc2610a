import { nodeAt } from '../metadata/source-document.ts';
import type { Lint } from './lint.ts';

/** Stands where a description should have been written. */
const PLACEHOLDER = /^\W*(?:TODO|FIXME|TBD|XXX|N\/A)\W*(?:$|:)/i;

/**
 * Checks whether a description lets a model choose.
 *
 * @param name of the command or tool; absent for parameters, whose names say enough
 * @param limit in UTF-16 units; absent: none
 * @see ATIP 0.3 §3.2, §3.3
 */
export function lintDescription(
  lint: Lint,
  at: string,
  text: string,
  name?: string,
  limit: number = Number.POSITIVE_INFINITY,
): void {
  const path = `${at}/description`;
  const source = lint.document.text;
  if (text.trim() === '') {
    // One that the text does not have at all has been reported by parseTool.
    const code = name === undefined ? 'weak-description' : 'missing-description';
    if (!source || nodeAt(source, path)) lint.report(code, path);
  } else if (text.length > limit) {
    lint.report('long-description', path, String(limit));
  } else if (
    PLACEHOLDER.test(text) ||
    // Scripts without an alphabet say as much in two characters.
    (name !== undefined && (/^[ -~]{0,7}$/.test(text) || fold(text) === fold(name)))
  ) {
    lint.report('weak-description', path);
  }
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
