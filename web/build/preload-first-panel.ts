import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The panel that a first visit opens with. */
const FIRST_PANEL = '/features/start/Start.tsx';

/** The face of the interface; code is set in a system's font until ours is there. */
const FIRST_FONT = /\/inter-latin-[\w-]+\.woff2$/;

/**
 * Has the browser fetch the first panel's files and its font together with the script that will ask for them.
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
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const panel = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(FIRST_PANEL));
        const font = files.find(({ fileName }) => FIRST_FONT.test(`/${fileName}`));
        if (panel === undefined || font === undefined) throw new Error('The page has no start panel, or no font.');
        const scripts = importedBy(panel, chunks);
        const styles = chunks.filter(({ fileName }) => scripts.has(fileName)).flatMap(stylesOf);
        const isNew = (name: string): boolean => !html.includes(`/${name}"`);
        return [
          link({ rel: 'preload', as: 'font', type: 'font/woff2' }, font.fileName),
          ...[...scripts].filter(isNew).map((name) => link({ rel: 'modulepreload' }, name)),
          ...styles.filter(isNew).map((name) => link({ rel: 'preload', as: 'style' }, name)),
        ];
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

function stylesOf({ viteMetadata }: Rolldown.OutputChunk): readonly string[] {
  return [...(viteMetadata?.importedCss ?? [])];
}

function link(attrs: Readonly<Record<string, string>>, name: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${name}` }, injectTo: 'head' };
}
