import type { Environment } from '@atip/node';
import type { CliOutput } from '../cli-host.ts';

/** Styles a text; gives it as it is where colours are not wanted. */
export type Paint = (style: keyof typeof STYLES, text: string) => string;

const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

/** Makes what styles texts for one output: only on a terminal that is not dumb, and without `NO_COLOR`. */
export function createPaint(output: CliOutput, env: Environment): Paint {
  // https://no-color.org: present and not empty, whatever its value.
  const isColoured = output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return (style, text) => {
    const [on, off] = STYLES[style];
    return isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
}
