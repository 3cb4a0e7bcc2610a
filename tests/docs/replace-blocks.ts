import type { Block } from './read-blocks.ts';

/** A page with other text in some of its blocks; nothing else changes. */
export function replaceBlocks(markdown: string, texts: ReadonlyMap<Block, string>): string {
  const lines = markdown.split('\n');
  for (const [block, text] of [...texts].sort(([a], [b]) => b.line - a.line)) {
    const own = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    const indented = own.map((line) => (line === '' ? '' : `${block.indent}${line}`));
    lines.splice(block.line - 1, block.end - block.line, ...indented);
  }
  return lines.join('\n');
}
