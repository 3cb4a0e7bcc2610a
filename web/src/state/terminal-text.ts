import type { OutputPiece } from './call-run.ts';
import { visibleOutput } from './visible-text.ts';

/** The only sequences that ever reach the terminal; `visibleOutput` leaves none of a program's own. */
const STRIPE = '\u001b[33m▌\u001b[0m ';
const BREAK = '⏎\n';

/**
 * A process's output as the page's terminal is given it: text, line feeds and tabs alone, and before each line of stderr a
 * stripe. Whatever could steer a terminal stands there to be read: `\u{1b}]52;…`.
 *
 * Where stderr follows stdout within a line, or the other way round, `⏎` marks the line break that is ours.
 */
export function terminalText(output: readonly OutputPiece[]): string {
  let text = '';
  for (const { stream, text: piece } of output) {
    if (piece === '') continue;
    if (text !== '' && !text.endsWith('\n')) text += BREAK;
    const shown = visibleOutput(piece);
    text += stream === 'stdout' ? shown : shown.replace(/^(?=[\s\S])/gm, STRIPE);
  }
  return text;
}
