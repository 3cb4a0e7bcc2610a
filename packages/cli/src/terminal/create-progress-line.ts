import type { CliOutput } from '../cli-host.ts';
import { columnsOf } from './columns-of.ts';
import { cutText } from './text-width.ts';

/** A line that is written over until it goes away. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const ERASE = '\r\u001b[2K';

/** Makes the progress line of an output; where that is no terminal nothing is ever shown. */
export function createProgressLine(output: CliOutput): ProgressLine {
  let shown = '';
  const draw = (text: string): void => {
    if (output.isTTY !== true || text === shown) return;
    shown = text;
    output.write(ERASE + text);
  };
  return {
    // One column stays free: some terminals go on to the next line once a line is full.
    show: (text) => draw(cutText(text, (columnsOf(output) ?? 80) - 1)),
    clear: () => draw(''),
  };
}
