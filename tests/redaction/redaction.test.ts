import { createResultFilter } from '@atip/core';
import { expect, test } from 'vitest';
import { ENCODINGS } from './encodings.ts';
import { FILES } from './files.ts';
import { isCovered } from './form.ts';
import { HELD_OUT_FORMS } from './held-out.ts';
import { ORDINARY } from './ordinary.ts';
import { SPEC_NEGATIVE, SPEC_POSITIVE } from './spec-patterns.ts';
import { VENDOR_KEYS } from './vendor-keys.ts';

const filter = createResultFilter([], { maxLength: 1e9 });

/** What no rule finds: random characters with nothing that tells, and what a terminal broke in two. */
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
  expect([VENDOR_KEYS, ENCODINGS, FILES, ORDINARY, HELD_OUT_FORMS].map(({ length }) => length)).toStrictEqual([
    61, 34, 45, 39, 60,
  ]);
});

test('every form of a secret is found, but for those that nothing tells', () => {
  const forms = [...VENDOR_KEYS, ...ENCODINGS, ...FILES, ...HELD_OUT_FORMS];
  expect(forms.filter(({ secrets }) => secrets.length === 0)).toStrictEqual([]);
  const missed = forms.filter((form) => !isCovered(form, filter.filter(form.text, 'tool')));
  expect(missed.map(({ kind }) => kind)).toStrictEqual(MISSED);
});

test.each(ORDINARY)('an ordinary output is left alone: %s', (_kind, text) => {
  expect(filter.filter(text, 'tool')).toBe(text);
});

test.each(SPEC_POSITIVE)("what the specification's patterns redact is redacted: %s", (text) => {
  const secret = text.split(/[ :=]/).at(-1) ?? text;
  expect(filter.filter(text, 'tool')).not.toContain(secret);
});

test.each(SPEC_NEGATIVE)('and the same word in prose is left alone: %s', (text) => {
  expect(filter.filter(text, 'tool')).toBe(text);
});
