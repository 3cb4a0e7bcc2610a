import { readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';
import { API, PAGES } from './pages.ts';

/**
 * One sidebar for what people wrote, and one for each package that TypeDoc read: a sidebar is part of every page beside it,
 * and with all exported things in each, the site would be ten times as large.
 */
export function sidebar(root: string): DefaultTheme.SidebarMulti {
  const groups = PAGES.map(({ title, pages }) => ({
    text: title,
    items: pages.map(({ title: text, address }) => ({ text, link: `/${address}` })),
  }));
  const api = { text: 'API', link: `/${API.address}/` };
  const packages = readApiSidebar(root);
  const names = packages.map(({ text, link }) => ({ text, link }));
  return {
    '/': groups.map((group) => (group.text === 'Reference' ? { ...group, items: [...group.items, api] } : group)),
    [api.link]: [{ ...api, items: names }],
    ...Object.fromEntries(
      packages.map(({ text, link, items = [] }) => [
        link,
        [
          { text, link, items },
          { ...api, items: names },
        ],
      ]),
    ),
  };
}

type ApiItem = DefaultTheme.SidebarItem & { readonly text: string; readonly link: string };

/** What TypeDoc wrote beside its pages: each package with what it exports. */
function readApiSidebar(root: string): ApiItem[] {
  const items: unknown = JSON.parse(readFileSync(`${root}/${API.folder}/typedoc-sidebar.json`, 'utf8'));
  if (!Array.isArray(items)) throw new Error('The sidebar of TypeDoc is no list.');
  return items.map(toItem);
}

function toItem(value: unknown): ApiItem {
  if (typeof value !== 'object' || value === null) throw new Error('The sidebar of TypeDoc has an entry that is none.');
  const { text, link, items } = value as Readonly<Record<string, unknown>>;
  const address = typeof link === 'string' ? link.replace(/\.md$/, '') : '';
  if (!Array.isArray(items)) return { text: String(text), link: address };
  return {
    text: String(text),
    link: address,
    items: items.map(toItem).map((item) => group(item, address)),
    collapsed: true,
  };
}

/** A group of a package leads to the heading on its page: one that leads nowhere is a button within a button. */
function group(item: ApiItem, page: string): ApiItem {
  return item.link === '' ? { ...item, link: `${page}#${item.text.toLowerCase().replaceAll(' ', '-')}` } : item;
}
