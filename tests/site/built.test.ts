// The site as `npm run docs` built it.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_PAGES, HOME } from '../../docs/.vitepress/pages.ts';
import { checkSite } from './check-site.ts';
import { findSite, ROOT } from './find-site.ts';

const site: string = findSite();
const read = (name: string): string => readFileSync(`${site}${name}`, 'utf8');
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\bhref="([^"#]+)/g)].map(([, href = '']) => href);

test('links and headings are there, and nothing is loaded from another host', async () => {
  const { problems, pages } = await checkSite(site, '/');
  expect(problems).toStrictEqual([]);
  expect(pages).toBeGreaterThan(ALL_PAGES.length + 300);
});

test('every page that a person wrote is reached from the sidebar', () => {
  const [sidebar = ''] = /<aside class="VPSidebar[\s\S]*?<\/aside>/.exec(read('architecture.html')) ?? [];
  const expected = ALL_PAGES.filter((page) => page !== HOME).map(({ address }) => `/${address}.html`);
  expect(linksOf(sidebar).sort()).toStrictEqual([...expected, '/api/'].sort());
});

test('every exported thing is reached from the page of its package', () => {
  const apiPages = readdirSync(`${site}api`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  const indexes = apiPages.filter((name) => name.endsWith('index.html'));
  const linked = new Set(
    indexes.flatMap((name) =>
      linksOf(read(`api/${name}`)).map((href) => new URL(href, `http://x/api/${name}`).pathname),
    ),
  );
  const unreached = apiPages.filter((name) => !linked.has(`/api/${name.replace(/index\.html$/, '')}`));
  expect(unreached).toStrictEqual([]);
});

test('the search index is there, for pages and for exported things', () => {
  const [name = '', ...others] = readdirSync(`${site}assets/chunks`).filter((file) =>
    file.startsWith('@localSearchIndex'),
  );
  expect(others).toStrictEqual([]);
  const index = read(`assets/chunks/${name}`);
  const addresses = ALL_PAGES.map((page) => (page === HOME ? '/' : `/${page.address}.html`));
  const wanted = [...addresses, '/api/core/functions/buildCommandArray.html'];
  expect(wanted.filter((address) => !index.includes(`"${address}#`))).toStrictEqual([]);
});

test('nothing of the machine that built it stands in it', () => {
  const texts = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(html|js|json|css)$/.test(name),
  );
  expect(texts.filter((name) => read(name).includes(ROOT))).toStrictEqual([]);
});
