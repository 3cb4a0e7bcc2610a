// What the build of the site refuses: each kind of mistake in a small site made for it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkSite } from './check-site.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Shape: `{ 'a/b.html': '<a …>' }`, plus a front page with one heading. */
async function problemsOf(files: Readonly<Record<string, string>>, base = '/'): Promise<readonly string[]> {
  const site = mkdtempSync(join(tmpdir(), 'atip-site-'));
  made.push(site);
  for (const [name, content] of Object.entries({ 'index.html': '<h1 id="top">x</h1>', ...files })) {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), content);
  }
  return (await checkSite(site, base)).problems;
}

test('links to pages and headings that are there are fine, relative and from the root', async () => {
  const page =
    '<a href="/">a</a><a href="../#top">b</a><a href="#here" id="here">c</a><a href="https://example.org/">d</a>';
  expect(await problemsOf({ 'a/b.html': page })).toStrictEqual([]);
});

test('a link to a page that is not there', async () => {
  const page = '<a href="gone.html">x</a>';
  expect(await problemsOf({ 'a/b.html': page, 'a/c.html': page })).toStrictEqual([
    'a/b.html and 1 more: links to gone.html, which is not there.',
  ]);
});

test('a link to a heading that is not there', async () => {
  expect(await problemsOf({ 'b.html': '<a href="/#gone">x</a>' })).toStrictEqual([
    'b.html: links to /#gone, where nothing has that name.',
  ]);
});

test('a link out of the path that the site was built for', async () => {
  expect(await problemsOf({ 'b.html': '<a href="/">x</a><a href="/atip/">y</a>' }, '/atip/')).toStrictEqual([
    'b.html: links to /, which is not there.',
  ]);
});

test.each([
  ['a script', 'b.html', '<script type="module" src="https://cdn.example/x.js"></script>', 'https://cdn.example/x.js'],
  ['a style', 'b.html', '<link rel="stylesheet" href="//cdn.example/x.css">', '//cdn.example/x.css'],
  ['a picture', 'b.html', '<img alt="" src="https://cdn.example/x.png">', 'https://cdn.example/x.png'],
  ['a font', 'b.css', '@font-face { src: url("https://cdn.example/x.woff2") }', 'https://cdn.example/x.woff2'],
  ['a style of a style', 'b.css', '@import "https://cdn.example/x.css";', 'https://cdn.example/x.css'],
])('%s of another host', async (_, file, content, url) => {
  expect(await problemsOf({ [file]: content })).toStrictEqual([`${file}: loads ${url} from another host.`]);
});
