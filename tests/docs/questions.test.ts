// The questions with which people came to the documentation of the first edition: a page answers each, and the index leads to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The question, its page below `docs`, and a text that only an answer has. */
const QUESTIONS: readonly (readonly [question: string, page: string, answer: string])[] = [
  ['only the compiler in a browser', 'guides/embed-the-page.md', 'type="module"'],
  ['where [NOT REVERSIBLE] comes from', 'concepts/effects-and-policy.md', 'NOT REVERSIBLE'],
  ['git push without --force', 'guides/push-without-force.md', '--force'],
  ['the tokens of my company', 'guides/company-tokens.md', '"redact"'],
  ['add a provider', 'guides/add-a-provider.md', 'providers/list.ts'],
  ['write a policy file', 'guides/write-a-policy.md', '"$schema"'],
  ['two companions', 'guides/two-companions.md', '--port'],
  ['without bubblewrap', 'guides/without-bubblewrap.md', '--sandbox'],
  ['macOS and Windows', 'guides/macos-and-windows.md', 'Windows'],
  ['upgrade', 'guides/upgrade.md', 'npm pack'],
  ['what a version number promises', 'guides/upgrade.md', 'major'],
  ['host the page', 'guides/host-the-page.md', 'web/dist'],
  ['embed the page', 'guides/embed-the-page.md', '?embed'],
  ['Claude Code', 'guides/claude-code.md', 'atip setup claude-code'],
  ['Codex', 'guides/codex.md', 'atip setup codex'],
  ['Cursor', 'guides/cursor.md', 'atip setup cursor'],
  ['VS Code', 'guides/vscode.md', 'atip setup vscode'],
  ['Claude Desktop', 'guides/claude-desktop.md', 'atip setup claude-desktop'],
  ['a message that I do not understand', 'guides/troubleshooting.md', 'is or holds the home directory'],
  ['frequent questions', 'guides/faq.md', '?'],
];

test.each(QUESTIONS)('a page answers, and the index leads to it: %s', (_question, page, answer) => {
  expect(read(`docs/${page}`)).toContain(answer);
  expect(read('docs/index.md')).toMatch(new RegExp(`\\]\\(${page.replaceAll('.', '\\.')}(#[\\w-]+)?\\)`));
});

test('the README is read in a minute, and says status, platforms and logins', () => {
  const readme = read('README.md');
  const lines = readme.split('\n');
  expect(lines.length).toBeLessThanOrEqual(121);
  expect(lines.filter((line) => line.length > 140)).toStrictEqual([]);
  for (const word of ['npm pack', 'macOS', 'Windows', 'guides/credentials.md']) expect(readme).toContain(word);
});
