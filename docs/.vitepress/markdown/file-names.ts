import type { MarkdownRenderer } from 'vitepress';

/** Puts the title of a fence, the file it is or `output`, above the block: VitePress shows it in groups only. */
export function fileNames(md: MarkdownRenderer): void {
  const fence = md.renderer.rules['fence'];
  if (fence === undefined) throw new Error('The Markdown renderer has no rule for fences.');
  md.renderer.rules['fence'] = (tokens, index, options, env, self) => {
    // Read first: the rule takes it out.
    const title = /\[(.+)\]/.exec(tokens[index]?.info ?? '')?.[1];
    const block = fence(tokens, index, options, env, self);
    if (title === undefined) return block;
    return `<div class="titled-code"><p class="code-title">${md.utils.escapeHtml(title)}</p>${block}</div>`;
  };
}
