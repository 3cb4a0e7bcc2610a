import { expect, test } from 'vitest';
import { safeStorage } from '../state/safe-storage.ts';
import type { WorkingCopy } from '../state/working-copy.ts';
import { forgetLastWords, lastWords, localDrafts, sayLastWords } from './last-words.ts';

const copyOf = (text: string): WorkingCopy => ({
  documents: [{ id: 'd1', name: 'a.json', text }],
  active: 'd1',
  provider: 'openai',
  strict: false,
  tab: 'output',
});

/** Keeps everything in memory, as where the browser refuses. */
const storage = () => safeStorage(() => undefined);

test('what pages said last is there again, newest first, whatever else lies beside it', () => {
  const local = storage();
  sayLastWords(local, { id: 'a', savedAt: 1, copy: copyOf('"savedAt":9,"copy":{}') });
  sayLastWords(local, { id: 'b', savedAt: 2, copy: copyOf('b') });
  local.setItem('atip.last-words.v1.broken', '{"savedAt":3,"copy":{"docum');
  local.setItem('atip.theme.v1', 'dark');
  expect(lastWords(local)).toStrictEqual([
    { id: 'b', savedAt: 2, copy: copyOf('b') },
    { id: 'a', savedAt: 1, copy: copyOf('"savedAt":9,"copy":{}') },
  ]);
  forgetLastWords(local, 'b');
  expect(lastWords(local).map(({ id }) => id)).toStrictEqual(['a']);
});

test('without a database they are the drafts', async () => {
  const database = localDrafts(storage());
  await database.put({ id: 'a', savedAt: 1, copy: copyOf('first') });
  await database.put({ id: 'a', savedAt: 2, copy: copyOf('second') });
  await database.put({ id: 'b', savedAt: 3, copy: copyOf('b') });
  await database.remove('b');
  expect(await database.list()).toStrictEqual([{ id: 'a', savedAt: 2, copy: copyOf('second') }]);
});
