import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { sourceOf } from './site-links.ts';

/** Shows `x-dark.png` in the dark where it stands beside `x.png`. Our pages name the light one only. */
export function darkPictures(md: MarkdownRenderer, root: string): void {
  const image = md.renderer.rules['image'];
  if (image === undefined) throw new Error('The Markdown renderer has no rule for images.');
  md.renderer.rules['image'] = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const src = token?.attrGet('src') ?? '';
    const dark = src.replace(/\.png$/, '-dark.png');
    const file = join(root, posix.dirname(sourceOf(env, root)), dark);
    if (token === undefined || dark === src || !existsSync(file)) return image(tokens, index, options, env, self);
    token.attrSet('class', 'in-light');
    const light = image(tokens, index, options, env, self);
    token.attrSet('src', dark);
    token.attrSet('class', 'in-dark');
    return light + image(tokens, index, options, env, self);
  };
}
