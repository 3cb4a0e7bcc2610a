import type { UserConfig } from 'vitepress';

type VitePlugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { readonly name: string }>;

/**
 * Lets pages that stand outside `docs` be rendered by the Vue of the site: from where they are none would be found, and
 * the one that the rest of the site is rendered by must be the same. For browsers VitePress sees to it by itself.
 */
export const vueFromSite: VitePlugin = {
  name: 'atip-vue-from-site',
  enforce: 'pre',
  resolveId: (source, _importer, { ssr }) =>
    ssr === true && /^vue(\/|$)/.test(source) ? { id: source, external: true } : null,
};
