import { expect, test } from 'vitest';
import { readDraft, readSharedEdits, writeSharedEdits } from './draft.ts';
import type { WorkingCopy } from './working-copy.ts';

const COPY: WorkingCopy = {
  documents: [
    { id: 'd1', name: 'gh.json', text: '{ "ä": 1 }', filter: { commands: ['pr'], depth: 2 } },
    { id: 'd4', name: 'git.json', text: '', filter: undefined },
  ],
  active: 'd4',
  provider: 'gemini',
  strict: true,
  tab: 'diff',
  policy: { allowNetwork: false },
  response: '{}',
  output: 'text',
  line: 'ls | wc -l',
  way: 'line',
  call: { name: 'git_log', arguments: { n: 1 } },
};
const PLAIN = {
  provider: 'openai',
  strict: false,
  tab: 'output',
  policy: undefined,
  response: undefined,
  output: undefined,
  line: undefined,
  way: undefined,
  call: undefined,
} as const;

test('a draft comes back as it was', () => {
  expect(readDraft(JSON.stringify(COPY))).toStrictEqual(COPY);
});

test.each([
  ['nothing', null],
  ['a cut-off entry', '{"text": "a'],
  ['no text', '{"name": "gh.json"}'],
])('%s is no draft', (_name, stored) => {
  expect(readDraft(stored)).toBeUndefined();
});

test('the text survives settings from another version', () => {
  const stored =
    '{"documents": [{"text": "t", "name": ""}], "provider": "__proto__", "strict": "yes", "tab": "graph", "policy": 3, "way": "up", "call": {}}';
  expect(readDraft(stored)).toStrictEqual({
    documents: [{ id: 'd1', name: 'untitled.json', text: 't', filter: undefined }],
    active: 'd1',
    ...PLAIN,
  });
});

test('documents that are none are left out, and two of one id become two', () => {
  const stored =
    '{"documents":[3,{"id":"d2","text":"a"},{"text":5},{"id":"d2","name":"b","text":"b","filter":{"depth":0}}],"active":"x"}';
  expect(readDraft(stored)).toStrictEqual({
    documents: [
      { id: 'd1', name: 'untitled.json', text: 'a', filter: undefined },
      { id: 'd2', name: 'b', text: 'b', filter: undefined },
    ],
    active: 'd1',
    ...PLAIN,
  });
  expect(readDraft('{"documents":[]}')).toBeUndefined();
});

test('edits belong to exactly one link', () => {
  const stored = writeSharedEdits('#v2.a', COPY);
  expect(readSharedEdits(stored, '#v2.a')).toStrictEqual(COPY);
  expect(readSharedEdits(stored, '#v2.b')).toBeUndefined();
});
