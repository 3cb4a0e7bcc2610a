// The documentation's site: every Markdown page that a person wrote, and the API that TypeDoc reads from the sources.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig, type MarkdownEnv, type MarkdownRenderer } from 'vitepress';

/** The repository: guides of packages are shown from where they are, with no copy of them. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** ATIP_DOCS_BASE=/some/path/ builds the site for that path of a host. */
const BASE = process.env['ATIP_DOCS_BASE'] ?? '/';

/** Title in the sidebar, address on the site, and the Markdown from the root; absent: `docs/ADDRESS.md`. */
type Page = readonly [title: string, address: string, source?: string];

/** Every page that a person wrote, in the order of the sidebar. */
const PAGES: Readonly<Record<string, readonly Page[]>> = {
  Tutorials: [
    ['Tool author', 'tutorials/tool-author'],
    ['Agent developer', 'tutorials/agent-developer'],
    ['Security reviewer', 'tutorials/security-reviewer'],
    ['Operator', 'tutorials/operator'],
    ['Coding agent', 'tutorials/coding-agent'],
  ],
  Concepts: [
    ['Effects and policy', 'concepts/effects-and-policy'],
    ['Configuration', 'concepts/configuration'],
    ['Trust', 'concepts/trust'],
    ['Thousands of commands', 'concepts/search'],
    ['Threat model', 'concepts/threat-model'],
  ],
  'With your agent': [
    ['Claude Code', 'guides/claude-code'],
    ['Codex', 'guides/codex'],
    ['Cursor', 'guides/cursor'],
    ['VS Code', 'guides/vscode'],
    ['Gemini CLI', 'guides/gemini-cli'],
    ['Copilot', 'guides/copilot'],
    ['opencode', 'guides/opencode'],
    ['Claude Desktop', 'guides/claude-desktop'],
    ['MCP over HTTP', 'guides/mcp-over-http'],
  ],
  'What may run': [
    ['Push without force', 'guides/push-without-force'],
    ['Write a policy', 'guides/write-a-policy'],
    ['Credentials', 'guides/credentials'],
    ['Company tokens', 'guides/company-tokens'],
  ],
  'On your machines': [
    ['Without bubblewrap', 'guides/without-bubblewrap'],
    ['macOS and Windows', 'guides/macos-and-windows'],
    ['The record', 'guides/ship-the-record'],
    ['Two companions', 'guides/two-companions'],
    ['A registry for a team', 'guides/team-registry'],
    ['Registries in detail', 'registry'],
    ['Upgrade and API stability', 'guides/upgrade'],
  ],
  'The page': [
    ['The playground', 'playground'],
    ['Host the page', 'guides/host-the-page'],
    ['Embed the page', 'guides/embed-the-page'],
    ['The Worker', 'edge'],
    ['Migration', 'migration'],
  ],
  'Extend it': [
    ['Make your tool speak ATIP', 'guides/speak-atip'],
    ['Speak ATIP from Python, Go, Rust', 'guides/speak-atip-other-languages'],
    ['Add a provider', 'guides/add-a-provider'],
    ['Add an importer', 'guides/add-an-importer'],
    ['Add a shim', 'guides/add-a-shim'],
    ['Examples', 'examples', 'examples/README.md'],
  ],
  'When something fails': [
    ['Troubleshooting', 'guides/troubleshooting'],
    ['Frequent questions', 'guides/faq'],
  ],
  Packages: [
    ...['core', 'node', 'agents', 'emit', 'mcp', 'importers', 'share', 'shims', 'registry'].map(
      (name): Page => [`@atip/${name}`, `packages/${name}`, `packages/${name}/README.md`],
    ),
    ['atip', 'packages/cli', 'packages/cli/README.md'],
    ['@atip/companion', 'packages/companion', 'server/README.md'],
    ['@atip/playground', 'packages/playground', 'web/README.md'],
  ],
  Reference: [
    ['Command line', 'reference/cli'],
    ['HTTP', 'reference/http'],
    ['Providers', 'reference/providers'],
    ['API', 'api/'],
  ],
  Project: [
    ['Glossary', 'glossary'],
    ['Benchmarks', 'benchmarks'],
    ['Architecture', 'architecture'],
    ['Faults', 'faults'],
    ['Releasing', 'releasing'],
    ['Findings: attacks', 'findings/attacks-and-specification'],
    ['Findings: use', 'findings/use-and-house'],
    ['README', 'readme', 'README.md'],
    ['Security', 'security', 'SECURITY.md'],
    ['Contributing', 'contributing', 'CONTRIBUTING.md'],
    ['Changes', 'changes', 'CHANGELOG.md'],
  ],
};
const ADDRESSES = new Map(
  Object.values(PAGES)
    .flat()
    .map(([, address, source = `docs/${address}.md`]) => [source, address]),
);

export default defineConfig({
  title: 'ATIP workbench',
  description: 'Compile, check, share and safely run command-line tools for AI agents.',
  base: BASE,
  srcDir: ROOT,
  outDir: join(ROOT, 'docs/.vitepress/dist'),
  cacheDir: join(ROOT, 'docs/.vitepress/cache'),
  srcExclude: ['tests/**', 'test-results/**', 'examples/*/**', '**/node_modules/**'],
  rewrites: {
    ...Object.fromEntries([...ADDRESSES].map(([source, address]) => [source, `${address}.md`])),
    'docs/:rest*': ':rest*',
  },
  markdown: {
    languageAlias: { console: 'shellsession' },
    // Braces in a doc comment are text.
    attrs: { disable: true },
    config: (md) => {
      siteLinks(md);
      plainText(md);
      fileNames(md);
    },
  },
  vite: {
    // The one at the repository's root is the playground's.
    configFile: false,
    publicDir: join(ROOT, 'web/public'),
    plugins: [
      {
        // Pages that stand outside `docs` are rendered by the Vue of the site: from where they are none would be found.
        name: 'atip-vue-from-site',
        enforce: 'pre',
        resolveId: (source, _importer, { ssr }) =>
          ssr === true && /^vue(\/|$)/.test(source) ? { id: source, external: true } : null,
      },
    ],
  },
  themeConfig: {
    nav: [
      { text: 'Tutorials', link: '/tutorials/tool-author' },
      { text: 'Guides', link: '/guides/claude-code' },
      { text: 'Packages', link: '/packages/core' },
      { text: 'Reference', link: '/reference/cli' },
      { text: 'API', link: '/api/' },
    ],
    logo: '/favicon.svg',
    sidebar: { '/': sidebar(), '/api/': apiSidebar() },
    outline: [2, 3],
    search: { provider: 'local' },
  },
});

function sidebar(): DefaultTheme.SidebarItem[] {
  return Object.entries(PAGES).map(([text, pages]) => ({
    text,
    items: pages.map(([title, address]) => ({ text: title, link: `/${address}` })),
  }));
}

/** What TypeDoc wrote beside its pages: each package with what it exports. */
function apiSidebar(): DefaultTheme.SidebarItem[] {
  const file = join(ROOT, 'docs/api/typedoc-sidebar.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/**
 * Pages link to each other as files, so that they work on a forge and in a clone; on the site these become addresses.
 * Files that are no page become text.
 *
 * @throws Error when the file that is named is not there
 */
function siteLinks(md: MarkdownRenderer): void {
  // Before VitePress' own rule, which adds the base and looks for dead links.
  md.core.ruler.push('site-links', ({ tokens, env }: { tokens: ReturnType<typeof md.parse>; env: MarkdownEnv }) => {
    const source = posix.relative(ROOT, env.realPath ?? env.path);
    let isText = false;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_close' && isText) token.tag = 'span';
      if (token.type === 'link_open') isText = false;
      const href = token.type === 'link_open' ? String(token.attrGet('href')) : '#';
      if (/^([a-z][a-z+.-]*:|\/\/|#)/i.test(href)) continue;
      const address = addressOf(href, source);
      isText = address === undefined;
      if (address === undefined) Object.assign(token, { type: 'file_open', tag: 'span', attrs: [] });
      else token.attrSet('href', address);
    }
  });
}

/** @returns undefined for a file that is no page */
function addressOf(href: string, source: string): string | undefined {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  const target = posix.join(posix.dirname(source), decodeURI(path)).replace(/\/$/, '');
  if (target.startsWith('docs/api/')) return `/${target.slice('docs/'.length)}${rest}`;
  const page = ADDRESSES.get(target) ?? ADDRESSES.get(`${target}/README.md`);
  if (page !== undefined) return `/${page}.md${rest}`;
  if (!existsSync(join(ROOT, target))) throw new Error(`${source} links to ${href}, but there is no ${target}.`);
  return undefined;
}

/** Nothing in a page is a template of Vue. */
function plainText(md: MarkdownRenderer): void {
  const html = (content: string): string => {
    const kept = content.replace(/<!--[\s\S]*?-->/g, '');
    return /^\s*(<br\s*\/?>|<a id="[\w-]+">|<\/a>|<a id="[\w-]+"><\/a>|&\w+;)?\s*$/.test(kept)
      ? kept
      : asText(md, kept);
  };
  md.renderer.rules['html_block'] = (tokens, index) => html(tokens[index]?.content ?? '');
  md.renderer.rules['html_inline'] = (tokens, index) => html(tokens[index]?.content ?? '');
  md.renderer.rules['text'] = (tokens, index) => asText(md, tokens[index]?.content ?? '');
}

function asText(md: MarkdownRenderer, text: string): string {
  return md.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
}

/** The file that a block is, above it: VitePress shows titles in groups only. */
function fileNames(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    // Read first: the rule takes it out.
    const title = /\[(.+)\]/.exec(tokens[index]?.info ?? '')?.[1];
    const block = fence?.(tokens, index, options, env, self) ?? '';
    return title === undefined ? block : `<p><code>${md.utils.escapeHtml(title)}</code></p>${block}`;
  };
}
