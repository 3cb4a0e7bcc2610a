import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { syntaxTheme } from './markdown/syntax-theme.ts';
import { darkPictures } from './markdown/dark-pictures.ts';
import { fileNames } from './markdown/file-names.ts';
import { plainText } from './markdown/plain-text.ts';
import { scrollingTables } from './markdown/scrolling-tables.ts';
import { shortCode } from './markdown/short-code.ts';
import { siteLinks } from './markdown/site-links.ts';
import { ALL_PAGES, API } from './pages.ts';
import { sidebar } from './sidebar.ts';
import { vueFromSite } from './vue-from-site.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** The repository: guides of packages are shown from where they are, with no copy of them. */
const ROOT: string = at('../..').replace(/\/$/, '');
/** A path with a slash at both ends: `/atip/`. */
const BASE: string = process.env['ATIP_DOCS_BASE'] ?? '/';
if (!/^\/(.*\/)?$/.test(BASE)) throw new Error(`ATIP_DOCS_BASE is "${BASE}", where "/" or "/some/path/" is expected.`);

export default defineConfig({
  title: 'ATIP workbench',
  titleTemplate: ':title · ATIP',
  description: 'Compile, check, share and safely run command-line tools for AI agents.',
  lang: 'en-GB',
  base: BASE,
  srcDir: ROOT,
  outDir: at('dist'),
  cacheDir: at('cache'),
  // Read by people of the forge, or of the tests.
  srcExclude: ['tests/**', 'test-results/**', 'examples/*/**'],
  rewrites: {
    ...Object.fromEntries(ALL_PAGES.map(({ source, address }) => [source, `${address}.md`])),
    'docs/:rest*': ':rest*',
  },
  cleanUrls: false,
  ignoreDeadLinks: false,
  lastUpdated: false,
  // Else what all pages share would be written into each of them.
  metaChunk: true,
  // In parallel, the order of the search index would be that in which files happened to be read.
  buildConcurrency: 1,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}favicon.svg` }]],
  markdown: {
    theme: syntaxTheme,
    languageAlias: { console: 'shellsession' },
    image: { lazyLoading: true },
    // Braces in a doc comment are text.
    attrs: { disable: true },
    config: (md) => {
      siteLinks(md, ROOT, readRepository());
      plainText(md);
      scrollingTables(md);
      fileNames(md);
      shortCode(md);
      darkPictures(md, ROOT);
    },
  },
  transformPageData: ({ filePath, frontmatter }) =>
    filePath.startsWith(`${API.folder}/`) ? { frontmatter: { ...frontmatter, pageClass: 'api' } } : undefined,
  vite: {
    // The one at the repository's root is the playground's.
    configFile: false,
    plugins: [vueFromSite],
    publicDir: at('../../web/public'),
    build: { target: ['chrome123', 'firefox120', 'safari17.5'], chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    nav: [
      { text: 'Tutorials', link: '/tutorials/tool-author', activeMatch: '/tutorials/' },
      { text: 'Packages', link: '/packages/core', activeMatch: '/packages/' },
      { text: 'Reference', link: '/reference/cli', activeMatch: '/reference/' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
    ],
    logo: '/favicon.svg',
    siteTitle: 'ATIP',
    sidebar: sidebar(ROOT),
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: true } },
    docFooter: { prev: 'Before', next: 'Next' },
    externalLinkIcon: false,
  },
});

/** Where files that are no page are linked to; `undefined` until package.json says where the repository is. */
function readRepository(): string | undefined {
  const manifest: unknown = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('repository' in manifest)) return undefined;
  const { repository } = manifest;
  const url =
    typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : repository;
  return typeof url === 'string' ? url.replace(/^git\+/, '').replace(/\.git$/, '') : undefined;
}
