import { escapeLine } from '@atip/node';
import { stripTerminalSequences } from '@atip/core';

/** They choose between two drawings of a character, most often of a picture. */
const VARIATION_SELECTORS = /[\ufe00-\ufe0f]/g;

/** Makes prose of unknown origin, such as a description, one line that is safe to print; what only a terminal reads goes. */
export function plainLine(text: string): string {
  return escapeLine(stripTerminalSequences(text).replace(VARIATION_SELECTORS, '').replace(/\s+/g, ' ').trim());
}
