import type { ShareState } from '@atip/share';
import { expect, test } from 'vitest';
import { refuseSecrets } from './share-fragment.ts';

const SECRET = `ghp_${'Zk3'.repeat(12)}`;
const LINE = `curl -H "Authorization: Bearer ${SECRET}" https://x`;

const EMPTY: ShareState = { documents: [], provider: 'openai', strict: false };

/** One of every field; a new one has to be added here before this compiles. */
const FIELDS: Readonly<Record<keyof ShareState, unknown>> = {
  documents: [{ name: 'a.json', text: LINE }],
  provider: LINE,
  beside: LINE,
  panel: LINE,
  filter: { query: LINE },
  policy: { preset: LINE },
  strict: LINE,
};

test.each(Object.entries(FIELDS))('a secret in %s is found before a share is stored', (field, value) => {
  expect(() => refuseSecrets({ ...EMPTY, [field]: value })).toThrow(`in ${field}`);
});

test('so is one in the name of a document, and in a field that nobody knows yet', () => {
  expect(() => refuseSecrets({ ...EMPTY, documents: [{ name: SECRET, text: '' }] })).toThrow(
    'in documents[0].name, line 1',
  );
  const later: ShareState = Object.assign({ ...EMPTY }, { later: LINE });
  expect(() => refuseSecrets(later)).toThrow('in later');
});
