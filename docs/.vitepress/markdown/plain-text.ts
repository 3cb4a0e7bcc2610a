import type { MarkdownRenderer } from 'vitepress';

/**
 * Shows HTML and `{{ }}` of our pages as the text that they are on the page.
 *
 * Pages are compiled as Vue templates, where `<name>` would be an element and `{{ }}` would be run. Comments, which
 * generators put around their parts, are left out; line breaks, the anchors of TypeDoc and what VitePress itself puts into
 * headings stay.
 */
export function plainText(md: MarkdownRenderer): void {
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
