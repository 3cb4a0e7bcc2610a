import { expect, test } from 'vitest';
import { readDraft, readSharedEdits, writeDraft, writeSharedEdits } from './draft.ts';
import type { WorkingCopy } from './playground.ts';

const COPY: WorkingCopy = { name: 'gh.json', text: '{ "ä": 1 }', provider: 'gemini', strict: true, tab: 'calls' };

test('a draft comes back as it was', () => {
  expect(readDraft(writeDraft(COPY))).toStrictEqual(COPY);
});

test.each([
  ['nothing', null],
  ['a cut-off entry', '{"text": "a'],
  ['another program’s value', '42'],
  ['no text', '{"name": "gh.json"}'],
  ['null', 'null'],
])('%s is no draft', (_name, stored) => {
  expect(readDraft(stored)).toBeUndefined();
});

test('the text survives settings from another version', () => {
  expect(
    readDraft('{"text": "t", "provider": "__proto__", "strict": "yes", "tab": "safety", "name": ""}'),
  ).toStrictEqual({
    name: 'untitled.json',
    text: 't',
    provider: 'openai',
    strict: false,
    tab: 'output',
  });
});

test('edits belong to exactly one link', () => {
  const stored = writeSharedEdits('#v1.a', COPY);
  expect(readSharedEdits(stored, '#v1.a')).toStrictEqual(COPY);
  expect(readSharedEdits(stored, '#v1.b')).toBeUndefined();
});
