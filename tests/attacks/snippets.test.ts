import { readFileSync } from 'node:fs';
import { loadSnippetReader } from '@atip/shell/small-code';
import { expect, test } from 'vitest';

const LANGUAGES = ['python', 'javascript', 'perl', 'ruby', 'php'] as const;

/** Code that hides what it does, and code of everyday work. */
function tableOf(language: (typeof LANGUAGES)[number]): Record<'harmful' | 'harmless', readonly string[]> {
  return JSON.parse(readFileSync(new URL(`snippets/${language}.json`, import.meta.url), 'utf8'));
}

test.each(LANGUAGES)('no code in %s that may do harm is read as harmless', async (language) => {
  const read = await loadSnippetReader([language]);
  const passed = tableOf(language).harmful.filter((text) => read({ language, text, args: [] })?.isHarmless !== false);
  expect(passed).toStrictEqual([]);
});

test.each(LANGUAGES)('code of everyday work in %s is read', async (language) => {
  const read = await loadSnippetReader([language]);
  const stopped = tableOf(language).harmless.filter(
    (text) => read({ language, text, args: [{ text: 'data.csv' }] })?.isHarmless !== true,
  );
  expect(stopped).toStrictEqual([]);
});
