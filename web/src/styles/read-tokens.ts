/** Reads `tokens.css` for its test: which value each token has in each theme. No CSS beyond what that file uses. */

/** Custom properties by name, for example `--bg`, as written. */
export type Table = ReadonlyMap<string, string>;

/** `[red, green, blue, alpha]`: linear light for the three, all 0 to 1. */
export type Colour = readonly [number, number, number, number];

/** The declarations of the one rule whose line is this selector, indentation included. @throws when the stylesheet has none or several */
export function readTable(css: string, selector: string): Table {
  const parts = css.replaceAll(/\/\*.*?\*\//gs, '').split(`\n${selector} {`);
  if (parts.length !== 2) throw new Error(`${parts.length - 1} rules have the selector ${selector}.`);
  const body = parts[1]?.split('}')[0] ?? '';
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

/** The colour of a token. @throws for a token that is not there, and for notations other than `oklch` */
export function colourOf(table: Table, token: string, scheme: 'light' | 'dark'): Colour {
  const value = table.get(token);
  if (value === undefined) throw new Error(`There is no token ${token}.`);
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (other !== undefined) return colourOf(table, other, scheme);
  const [, light, dark] = /^light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)$/.exec(value) ?? [];
  return fromOklch((scheme === 'light' ? light : dark) ?? value);
}

/** After Björn Ottosson; what sRGB cannot show is clipped, as browsers do. */
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
