import type { Colour } from './read-tokens.ts';

/** WCAG 2 contrast, 1 to 21, of a colour on a ground; either may be see-through, and lies on `below`. */
export function wcagContrast(colour: Colour, ground: Colour, below: Colour): number {
  const floor = over(ground, below);
  const [high, low] = [luminance(over(colour, floor)), luminance(floor)].sort((one, other) => other - one);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Browsers mix in sRGB as it is encoded, not in linear light. */
function over(top: Colour, below: Colour): Colour {
  const mix = (index: 0 | 1 | 2): number => decode(encode(top[index]) * top[3] + encode(below[index]) * (1 - top[3]));
  return [mix(0), mix(1), mix(2), 1];
}

function encode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function decode(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
