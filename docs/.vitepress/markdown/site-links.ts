import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { ALL_PAGES, API } from '../pages.ts';

/** What a link of the repository is on the site: an address, or text alone where nothing there can be linked to. */
export type SiteLink = { readonly href: string } | 'text';

const PAGE_OF: ReadonlyMap<string, string> = new Map(ALL_PAGES.map(({ source, address }) => [source, address]));

/**
 * The link `href` of the Markdown file `source` as the site has it.
 *
 * Pages link to each other as files, so that they work on a forge and in a clone. Files that are no page are linked at
 * the forge where its address is known (`repository`, without a slash at the end), and are text otherwise.
 *
 * @param source from the repository's root
 * @throws Error when the file that it names is not there
 */
export function siteLink(href: string, source: string, root: string, repository: string | undefined): SiteLink {
  if (/^([a-z][a-z+.-]*:|\/\/|#)/i.test(href)) return { href };
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  const target = posix.normalize(posix.join(posix.dirname(source), decodeURI(path))).replace(/\/$/, '');
  if (target.startsWith(`${API.folder}/`)) return { href: `/${target.slice('docs/'.length)}${rest}` };
  const page = PAGE_OF.get(target) ?? PAGE_OF.get(`${target}/README.md`);
  if (page !== undefined) return { href: `/${page}.md${rest}` };
  if (target.startsWith('..') || !existsSync(join(root, target))) {
    throw new Error(`${source} links to ${href}, but there is no ${target}.`);
  }
  return repository === undefined ? 'text' : { href: `${repository}/blob/main/${target}${rest}` };
}

/** Teaches the renderer {@link siteLink}. Before VitePress' own rule, which adds the base and looks for dead ones. */
export function siteLinks(md: MarkdownRenderer, root: string, repository: string | undefined): void {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const source = sourceOf(env, root);
    for (const { children } of tokens) {
      let open = '';
      for (const token of children ?? []) {
        if (token.type === 'link_close' && open === 'text') token.tag = 'span';
        if (token.type !== 'link_open') continue;
        const link = siteLink(String(token.attrGet('href')), source, root, repository);
        open = link === 'text' ? link : '';
        if (link !== 'text') token.attrSet('href', link.href);
        else Object.assign(token, { type: 'file_open', tag: 'span', attrs: [['class', 'repository-file']] });
      }
    }
  });
}

/** The file that is rendered, from the root. The search index renders without saying what VitePress calls `realPath`. */
export function sourceOf({ realPath, path }: MarkdownEnv, root: string): string {
  return posix.relative(root, realPath ?? path);
}
