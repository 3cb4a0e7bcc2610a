import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { redirectPage, writeRedirectFile } from './show-link.ts';

const LINK = 'http://127.0.0.1:4170/#k=abc_DEF-123';

test('the file is for its owner alone, leads to the link, and goes with its directory', () => {
  const file = writeRedirectFile(LINK);
  onTestFinished(file.remove);
  const path = fileURLToPath(file.url);
  const folder = fileURLToPath(new URL('.', file.url));
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toStrictEqual([0o600, 0o700]);
  expect(readFileSync(path, 'utf8')).toContain(`content="0; url=&quot;${LINK}&quot;"`);
  file.remove();
  expect(existsSync(folder)).toBe(false);
  file.remove();
});

test('a link adds no markup', () => {
  const page = redirectPage(`http://127.0.0.1/#"><script>alert(1)</script>'&quot;`);
  expect(page).not.toMatch(/<script/);
  expect(page).toContain('href="http://127.0.0.1/#%22%3E%3Cscript%3Ealert(1)%3C/script%3E%27&amp;quot;"');
});
