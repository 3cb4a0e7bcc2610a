import type { Environment } from '@atip/node';
import type { CliOutput } from '../cli-host.ts';
import { cutText } from './text.ts';

/** Characters of a line; undefined when unknown, as at a terminal that reports 0 (those of containers often do). */
export function columnsOf({ columns = 0 }: CliOutput): number | undefined {
  return columns > 0 ? columns : undefined;
}

/** Characters to which a table is cut: the terminal's width. Files and pipes get whole lines. */
export function tableWidth(output: CliOutput): number | undefined {
  return output.isTTY === true ? columnsOf(output) : undefined;
}

/** Styles a text, or returns it unchanged without colours. */
export type Paint = (style: keyof typeof STYLES, text: string) => string;

const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

/** Makes the painter of one output: it styles only on a terminal that is not dumb, and without `NO_COLOR`. */
export function createPaint(output: CliOutput, env: Environment): Paint {
  // https://no-color.org: present and not empty, whatever its value.
  const isColoured = output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return (style, text) => {
    const [on, off] = STYLES[style];
    return isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
}

const ERASE = '\r\u001b[2K';

/** Makes the progress line of an output; without a terminal it shows nothing. */
export function createProgressLine(output: CliOutput): { show(text: string): void; clear(): void } {
  let shown = '';
  const draw = (text: string): void => {
    if (output.isTTY !== true || text === shown) return;
    shown = text;
    output.write(ERASE + text);
  };
  return {
    // One column stays free: some terminals wrap as soon as a line is full.
    show: (text) => draw(cutText(text, (columnsOf(output) ?? 80) - 1)),
    clear: () => draw(''),
  };
}
