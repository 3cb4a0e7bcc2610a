import { createResultFilter } from '@atip/core';
import { expect, test } from 'vitest';
import { ENCODINGS, FILES, HELD_OUT_FORMS, isCovered, textsOf, VENDOR_KEYS } from './forms.ts';

const filter = createResultFilter([], { maxLength: 1e9 });

/** Secrets that no rule finds: random characters with nothing that tells, and what a terminal broke in two. */
const MISSED = [
  'mistral (no form)',
  'datadog (no form)',
  'cohere (no form)',
  'deepgram (no form)',
  'assemblyai (no form)',
  'fastly (no form)',
  'token wrapped at 80 columns',
  'JWT wrapped at 80 columns',
  'value wrapped at 80 columns',
  'azure key',
];

test('the lists are as long as they say', () => {
  const lists = [VENDOR_KEYS, ENCODINGS, FILES, HELD_OUT_FORMS];
  expect(lists.map(({ length }) => length)).toStrictEqual([61, 34, 45, 60]);
  const texts = (['ordinary', 'specification', 'prose'] as const).map(textsOf);
  expect(texts.map(({ length }) => length)).toStrictEqual([39, 20, 26]);
});

test('every form of a secret is found, but for those that nothing tells', () => {
  const forms = [...VENDOR_KEYS, ...ENCODINGS, ...FILES, ...HELD_OUT_FORMS];
  expect(forms.filter(({ secrets }) => secrets.length === 0)).toStrictEqual([]);
  const missed = forms.filter((form) => !isCovered(form, filter.filter(form.text, 'tool')));
  expect(missed.map(({ kind }) => kind)).toStrictEqual(MISSED);
});

test.each(textsOf('ordinary'))('an ordinary output is left alone: %s', (text) => {
  expect(filter.filter(text, 'tool')).toBe(text);
});

// ATIP bridge API, `DEFAULT_REDACT_PATTERNS`, as an output would have it. The secret is the last word.
test.each(textsOf('specification'))("what the specification's patterns redact is redacted: %s", (text) => {
  const secret = text.split(/[ :=]/).at(-1) ?? text;
  expect(filter.filter(text, 'tool')).not.toContain(secret);
});

test.each(textsOf('prose'))('and the same word in prose is left alone: %s', (text) => {
  expect(filter.filter(text, 'tool')).toBe(text);
});
