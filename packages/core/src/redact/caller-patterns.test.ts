import { expect, test } from 'vitest';
import { createResultFilter } from './create-result-filter.ts';

function createPatternReplacer(redactPatterns: RegExp[]): (text: string) => string {
  const filter = createResultFilter([], { redactPatterns, redactSecrets: false });
  return (text) => filter.filter(text, 'tool');
}

test('finds a match wherever it stands in a long text', () => {
  const replace = createPatternReplacer([/secret-\d{4}-end/]);
  for (let start = 0; start < 20_000; start += 117) {
    const before = 'x'.repeat(start);
    expect(replace(`${before}secret-1234-end${'y'.repeat(9000)}`)).toBe(`${before}[REDACTED]${'y'.repeat(9000)}`);
  }
});

test('many matches, some over several lines, some that touch', () => {
  const text = 'keep <a\nb> and <c><d>\n'.repeat(2000);
  expect(createPatternReplacer([/<[^>]*>/])(text)).toBe('keep [REDACTED] and [REDACTED][REDACTED]\n'.repeat(2000));
});

test('what a pattern looks back at is there at every place', () => {
  const replace = createPatternReplacer([/(?<=xyz)ab/]);
  for (let start = 4000; start < 4200; start += 1) {
    const before = `${'-'.repeat(start)}xyz`;
    expect(replace(`${before}ab${'-'.repeat(9000)}`)).toBe(`${before}[REDACTED]${'-'.repeat(9000)}`);
  }
});

test('a match of nothing changes nothing, and does not stop the next one', () => {
  expect(createPatternReplacer([/x*/])('axxb')).toBe('a[REDACTED]b');
  expect(createPatternReplacer([/(?:)/u])('a😀b')).toBe('a😀b');
  expect(createPatternReplacer([/y|$/])('')).toBe('');
});
