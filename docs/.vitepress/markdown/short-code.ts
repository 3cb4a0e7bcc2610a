import type { MarkdownRenderer } from 'vitepress';

/** Characters of code that still fit into a line of a phone beside some words. */
const SHORT = 24;

/** Keeps short code on one line: a browser would break `--agent` after its hyphens. */
export function shortCode(md: MarkdownRenderer): void {
  const inline = md.renderer.rules['code_inline'];
  if (inline === undefined) throw new Error('The Markdown renderer has no rule for code.');
  md.renderer.rules['code_inline'] = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token !== undefined && token.content.length <= SHORT) token.attrJoin('class', 'short');
    return inline(tokens, index, options, env, self);
  };
}
