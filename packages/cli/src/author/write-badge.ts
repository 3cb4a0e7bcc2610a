import type { EffectCounts } from './check-release.ts';
import { effectsOf } from './write-comment.ts';

/** Width of a character in units of the picture, taken from the widest common sans-serif font, so that no text is cut off. */
const CHARACTER = 6.6;
const PADDING = 7;
const HEIGHT = 20;

/**
 * Draws the badge of a README. It uses no font, script or address of a third party.
 * Shape: `ATIP | 14 commands, effects complete`.
 */
export function writeBadge(counts: EffectCounts, isValid: boolean): string {
  const text = isValid ? effectsOf(counts) : 'not valid';
  const colour = !isValid ? '#b42318' : counts.complete === counts.commands ? '#1a7f37' : '#9a6700';
  const [left, right] = [widthOf('ATIP'), widthOf(text)];
  const label = (word: string, from: number, width: number): string =>
    `<text x="${from + width / 2}" y="14" text-anchor="middle" textLength="${width - 2 * PADDING}">${word}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="ATIP: ${text}">
<title>ATIP: ${text}</title>
<rect width="${left + right}" height="${HEIGHT}" rx="3" fill="${colour}"/>
<path d="M3 0h${left - 3}v${HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#24292f"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${label('ATIP', 0, left)}${label(text, left, right)}</g>
</svg>
`;
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER) + 2 * PADDING;
}
