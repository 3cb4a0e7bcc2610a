const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Drawn over two columns: what East Asian scripts use, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

/** Columns that a line takes; what combines with the character before takes none. */
export function textWidth(text: string): number {
  return graphemes(text).reduce((sum, { width }) => sum + width, 0);
}

/** Shortens a line to a number of columns, ≥ 1, with an ellipsis at the end if anything goes. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment, width } of graphemes(text)) {
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return `${kept}…`;
}

function graphemes(text: string): { readonly segment: string; readonly width: number }[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => ({ segment, width: WIDE.test(segment) ? 2 : 1 }));
}
