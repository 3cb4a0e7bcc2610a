import type { MarkdownRenderer } from 'vitepress';

/** Puts each table in a frame that scrolls by itself, by keyboard too; the table stays one for a screen reader. */
export function scrollingTables(md: MarkdownRenderer): void {
  md.renderer.rules['table_open'] = (tokens, index, options, _env, self) =>
    `<div class="table-frame" tabindex="0">${self.renderToken(tokens, index, options)}`;
  md.renderer.rules['table_close'] = (tokens, index, options, _env, self) =>
    `${self.renderToken(tokens, index, options)}</div>`;
}
