import { createResultFilter, findSecrets } from '@atip/core';
import { mayHoldSecret } from '@atip/core/internal';
import { expect, test } from 'vitest';
import {
  ENCODINGS,
  FILES,
  HELD_OUT_FORMS,
  isCovered,
  NEW_FORMS,
  ORDINARY_OUTPUTS,
  textsOf,
  VENDOR_KEYS,
} from './forms.ts';

const filter = createResultFilter([], { maxLength: 1e9 });

/** Secrets that no rule finds: random characters with nothing that tells, and a value of no form that a terminal broke in two. */
const MISSED = [
  'mistral (no form)',
  'datadog (no form)',
  'cohere (no form)',
  'deepgram (no form)',
  'assemblyai (no form)',
  'fastly (no form)',
  'value wrapped at 80 columns',
  'azure key',
];

test('the lists are as long as they say', () => {
  const lists = [VENDOR_KEYS, ENCODINGS, FILES, HELD_OUT_FORMS, NEW_FORMS, ORDINARY_OUTPUTS];
  expect(lists.map(({ length }) => length)).toStrictEqual([61, 34, 45, 60, 161, 50]);
  const texts = (['ordinary', 'specification', 'prose'] as const).map(textsOf);
  expect(texts.map(({ length }) => length)).toStrictEqual([39, 20, 26]);
});

test('every form of a secret is found, but for those that nothing tells', () => {
  const forms = [...VENDOR_KEYS, ...ENCODINGS, ...FILES, ...HELD_OUT_FORMS, ...NEW_FORMS];
  expect(forms.filter(({ secrets }) => secrets.length === 0)).toStrictEqual([]);
  const missed = forms.filter((form) => !isCovered(form, filter.filter(form.text, 'tool')));
  expect(missed.map(({ kind }) => kind)).toStrictEqual(MISSED);
});

test('no text with a secret passes the test by which the gate leaves the rules unloaded', () => {
  const texts = [...VENDOR_KEYS, ...ENCODINGS, ...FILES, ...HELD_OUT_FORMS, ...NEW_FORMS].map(({ text }) => text);
  const lines = [...texts, ...texts.flatMap((text) => text.split('\n'))].filter((text) => findSecrets(text).length > 0);
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.filter((text) => !mayHoldSecret(text))).toStrictEqual([]);
});

test('a stream is redacted as the whole text is, wherever it is cut', () => {
  const forms = [...VENDOR_KEYS, ...ENCODINGS, ...FILES, ...HELD_OUT_FORMS, ...NEW_FORMS].map(({ text }) => text);
  const ordinary = [...textsOf('ordinary'), ...ORDINARY_OUTPUTS].map(([text]) => text);
  const differing = [...forms, ...ordinary].filter((text) => {
    const whole = filter.filter(text, 'tool');
    return Array.from({ length: text.length + 1 }, (_, cut) => [text.slice(0, cut), text.slice(cut)])
      .concat([[...text]])
      .some((pieces) => {
        const { push, end } = filter.stream();
        return pieces.map(push).join('') + end() !== whole;
      });
  });
  expect(differing).toStrictEqual([]);
});

test.each([...textsOf('ordinary'), ...ORDINARY_OUTPUTS])('an ordinary output is left alone: %s', (text) => {
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
