import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The panel that the page opens with. */
const FIRST_PANEL = '/features/output/Output.tsx';

/**
 * Has the browser fetch the first panel's files together with the script that will ask for them.
 *
 * The panel is a part of its own all the same: who leaves it never runs it, and the start does not wait for it.
 */
export function preloadFirstPanel(): Plugin {
  return {
    name: 'atip-preload-first-panel',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const panel = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(FIRST_PANEL));
        if (panel === undefined) throw new Error(`No chunk of the page is made of ${FIRST_PANEL}.`);
        const names = [...importedBy(panel, chunks)].filter((name) => !html.includes(`/${name}"`));
        return names.map(preload);
      },
    },
  };
}

/** A chunk's own file name and those of all that it imports statically. */
function importedBy(panel: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const names = new Set([panel.fileName]);
  for (const name of names) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported);
  }
  return names;
}

function preload(name: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` }, injectTo: 'head' };
}
