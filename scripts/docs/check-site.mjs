import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Attributes by which a page loads something, where a link to another site would be a request there. */
const LOADS =
  /<(?:script|img|source|video|audio|iframe|embed|object|input)\b[^>]*?\b(?:src|srcset|data|poster)="([^"]*)"/g;
const LINKED = /<link\b[^>]*?\bhref="([^"]*)"/g;
const ANCHORS = /<a\b[^>]*?\bhref="([^"]*)"/g;
const IDS = /\bid="([^"]*)"/g;
const FROM_ELSEWHERE = /^([a-z][a-z+.-]*:)?\/\//i;

/**
 * Holds a built site against itself: every link within it leads to a page and a heading that are there, and no page loads
 * anything from another host.
 *
 * @param site the folder that was built
 * @param base the path that it was built for, with a slash at both ends
 * @returns how many pages and links there are, and a line for each problem: what many pages share is said once
 */
export function checkSite(site, base) {
  const files = listFiles(site);
  const known = new Set(files);
  const pages = new Map(files.filter((file) => file.endsWith('.html')).map((file) => [file, readPage(site, file)]));
  const found = new Map();
  const add = (problem, file) => found.set(problem, [...(found.get(problem) ?? []), file]);
  let links = 0;
  for (const [file, page] of pages) {
    for (const url of page.loads) {
      if (FROM_ELSEWHERE.test(url)) add(`loads ${url} from another host`, file);
      else if (!known.has(target(url, file, base).path)) add(`loads ${url}, which is not there`, file);
    }
    for (const url of page.anchors) {
      if (/^[a-z][a-z+.-]*:|^\/\//i.test(url)) continue;
      links += 1;
      const { path, fragment } = target(url, file, base);
      if (!known.has(path)) add(`links to ${url}, which is not there`, file);
      else if (fragment !== '' && !pages.get(path)?.ids.has(fragment))
        add(`links to ${url}, where nothing has that name`, file);
    }
  }
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    for (const [, url] of readFileSync(join(site, file), 'utf8').matchAll(/(?:url\(|@import )["']?([^"')]+)/g))
      if (FROM_ELSEWHERE.test(url)) add(`loads ${url} from another host`, file);
  }
  return { pages: pages.size, links, problems: [...found].map(([problem, by]) => say(problem, by)) };
}

function say(problem, [first, ...others]) {
  return `${first}${others.length === 0 ? '' : ` and ${others.length} more`}: ${problem}.`;
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function readPage(site, file) {
  const html = readFileSync(join(site, file), 'utf8');
  const all = (pattern) => [...new Set([...html.matchAll(pattern)].map(([, value]) => decode(value)))];
  return { loads: [...all(LOADS), ...all(LINKED)], anchors: all(ANCHORS), ids: new Set(all(IDS)) };
}

/** The file of the site that a link of one of its pages names, and what in it. */
function target(url, file, base) {
  const { pathname, hash } = new URL(url, `http://site${base}${file}`);
  const path = decodeURIComponent(pathname).slice(base.length);
  const within = decodeURIComponent(pathname).startsWith(base);
  const page = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  return { path: within ? page : `(outside ${base})`, fragment: decodeURIComponent(hash.slice(1)) };
}

function decode(value) {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
