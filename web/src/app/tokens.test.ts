import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CSS = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const PLAIN = readTable(CSS, ':root');
const CHANGES = readTable(CSS, ':root[data-theme="contrast"]');
const CONTRAST: Table = new Map([...PLAIN, ...CHANGES]);

const GROUNDS = ['--bg', '--panel', '--sunken'];
const TEXTS = [...PLAIN.keys()].filter((name) => /^--(ink|muted|accent|red|amber|green|syntax-.*)$/.test(name));

/** Every pair of text and background. */
const TEXT_PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...['--ink', '--accent'].map((text) => [text, '--accent-wash'] as const),
  ...['--ink', '--syntax-key', '--syntax-string', '--syntax-number'].map((text) => [text, '--select'] as const),
  ['--on-accent', '--accent-fill'],
  ['--on-accent', '--accent-fill-hover'],
] as const;

/** Marks that carry meaning by themselves: edges of fields, focus rings, active states. */
const MARK_PAIRS = ['--line-control', '--accent', '--accent-fill'].flatMap((mark) =>
  GROUNDS.map((ground) => [mark, ground] as const),
);

/** Pairs below the limit, as `"text on ground 4.43"`. */
function below(
  limit: number,
  pairs: readonly (readonly [string, string])[],
  table: Table,
  scheme: 'light' | 'dark',
): string[] {
  return pairs.flatMap(([colour, ground]) => {
    const [one, other, page] = [colour, ground, '--bg'].map((token) => colourOf(table, token, scheme));
    if (one === undefined || other === undefined || page === undefined) throw new Error('Three tokens, three colours.');
    const contrast = wcagContrast(one, other, page);
    return contrast < limit ? [`${colour} on ${ground} ${contrast.toFixed(2)}`] : [];
  });
}

test.each(['light', 'dark'] as const)('%s: text 4.5 : 1, marks 3 : 1', (scheme) => {
  expect(TEXTS.length).toBe(10);
  expect(below(4.5, TEXT_PAIRS, PLAIN, scheme)).toStrictEqual([]);
  expect(below(3, MARK_PAIRS, PLAIN, scheme)).toStrictEqual([]);
});

test.each(['light', 'dark'] as const)('high contrast, %s: text 7 : 1, marks 4.5 : 1, lines seen', (scheme) => {
  expect(below(7, TEXT_PAIRS, CONTRAST, scheme)).toStrictEqual([]);
  expect(below(4.5, MARK_PAIRS, CONTRAST, scheme)).toStrictEqual([]);
  expect(below(3, [['--line', '--bg']], CONTRAST, scheme)).toStrictEqual([]);
});

test('every colour of high contrast is one of the table', () => {
  expect([...CHANGES.keys()].filter((name) => !PLAIN.has(name))).toStrictEqual([]);
});

/** Custom properties by name, for example `--bg`, as written. */
type Table = ReadonlyMap<string, string>;

/** `[red, green, blue, alpha]`: linear light for the three, all 0 to 1. */
type Colour = readonly [number, number, number, number];

/** The declarations of the one rule whose line is this selector, indentation included. @throws when the stylesheet has none or several */
function readTable(css: string, selector: string): Table {
  const parts = css.replaceAll(/\/\*.*?\*\//gs, '').split(`\n${selector} {`);
  if (parts.length !== 2) throw new Error(`${parts.length - 1} rules have the selector ${selector}.`);
  const body = parts[1]?.split('}')[0] ?? '';
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

/** The colour of a token. @throws for a token that is not there, and for notations other than `oklch` */
function colourOf(table: Table, token: string, scheme: 'light' | 'dark'): Colour {
  const value = table.get(token);
  if (value === undefined) throw new Error(`There is no token ${token}.`);
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (other !== undefined) return colourOf(table, other, scheme);
  const [, light, dark] = /^light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)$/.exec(value) ?? [];
  return fromOklch((scheme === 'light' ? light : dark) ?? value);
}

/** After Björn Ottosson; colours outside of sRGB are clipped, as browsers do. */
function fromOklch(text: string): Colour {
  const [, ...numbers] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(text) ?? [];
  if (numbers.length === 0) throw new Error(`Not an oklch colour: ${text}`);
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = numbers.map((part) =>
    part === undefined ? 1 : Number(part),
  );
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
    alpha,
  ];
}

/** WCAG 2 contrast, 1 to 21, of a colour on a ground; either may be see-through, and lies on `below`. */
function wcagContrast(colour: Colour, ground: Colour, below: Colour): number {
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
