import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colourOf, readTable, type Table } from './read-tokens.ts';
import { wcagContrast } from './wcag-contrast.ts';

const CSS = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const PLAIN = readTable(CSS, ':root');
const CHANGES = readTable(CSS, ':root[data-theme="contrast"]');
const CONTRAST: Table = new Map([...PLAIN, ...CHANGES]);

const GROUNDS = ['--bg', '--bg-raised', '--bg-sunken'];
const TEXTS = [...PLAIN.keys()].filter((name) =>
  /^--(text.*|accent|risk-(?!edge).*|syntax-.*|error|warning|info|ok)$/.test(name),
);

/** Every pair of text and what it stands on, in the order text, ground. */
const TEXT_PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...['--text', '--accent'].map((text) => [text, '--accent-wash'] as const),
  ...['--text', '--syntax-key', '--syntax-string', '--syntax-number'].map((text) => [text, '--select'] as const),
  ['--on-accent', '--accent-fill'],
  ['--on-accent', '--accent-fill-hover'],
] as const;

/** Marks that say something by themselves: edges of fields, focus rings, what is on. */
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
  expect(TEXTS.length).toBe(20);
  expect(below(4.5, TEXT_PAIRS, PLAIN, scheme)).toStrictEqual([]);
  expect(below(3, MARK_PAIRS, PLAIN, scheme)).toStrictEqual([]);
});

test.each(['light', 'dark'] as const)('high contrast, %s: text 7 : 1, marks 4.5 : 1, lines seen', (scheme) => {
  expect(below(7, TEXT_PAIRS, CONTRAST, scheme)).toStrictEqual([]);
  expect(below(4.5, MARK_PAIRS, CONTRAST, scheme)).toStrictEqual([]);
  expect(below(3, [['--line', '--bg']], CONTRAST, scheme)).toStrictEqual([]);
});

test('what the system asks for and what is chosen are the same table', () => {
  expect(readTable(CSS, '  :root:not([data-theme])')).toStrictEqual(CHANGES);
});

test('every colour of high contrast is one of the table', () => {
  expect([...CHANGES.keys()].filter((name) => !PLAIN.has(name))).toStrictEqual([]);
});

test('contrast is measured as WCAG has it', () => {
  const [black, white, grey] = [0, 1, 0.6].map((lightness) =>
    colourOf(new Map([['--it', `oklch(${lightness} 0 0)`]]), '--it', 'light'),
  );
  if (black === undefined || white === undefined || grey === undefined) throw new Error('Three colours.');
  expect(wcagContrast(black, white, white)).toBeCloseTo(21, 4);
  // #808080 on white is 3.95 by every checker; oklch(0.6 0 0) is #7f7f7f or so.
  expect(wcagContrast(grey, white, white)).toBeCloseTo(3.95, 1);
  expect(wcagContrast([0, 0, 0, 0.5], white, white)).toBeCloseTo(3.95, 1);
});
