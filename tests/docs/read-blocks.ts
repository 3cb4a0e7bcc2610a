import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

/** A fenced block of a Markdown page. */
export interface Block {
  /** First word after the fence, such as `ts`; empty without one. */
  readonly language: string;
  /** The text in brackets after the language: ` ```ts [agent.ts] `. */
  readonly title?: string;
  /** Ends with a newline unless it is empty. */
  readonly text: string;
  /** 1-based, of the first line after the opening fence. */
  readonly line: number;
}

/** The fenced blocks of a page, from top to bottom. */
export function readBlocks(page: string): Block[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8');
  return [...markdown.matchAll(/^( *)(`{3,})([^`\n]*)\n([\s\S]*?)^\1\2$/gm)].map(
    ([all, indent = '', , info = '', text = ''], at) => {
      const before = markdown.slice(0, markdown.indexOf(all, at === 0 ? 0 : undefined));
      const title = /\[([^\]]+)\]\s*$/.exec(info)?.[1];
      return {
        language: /^[^\s{:[]*/.exec(info.trim())?.[0] ?? '',
        ...(title !== undefined && { title }),
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
        line: before.split('\n').length + 1,
      };
    },
  );
}

/** Every Markdown page of the repository that people read, from its root; docs/reference is made by the build. */
export function listPages(): string[] {
  const within = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return path.endsWith('.md') ? [path] : [];
      return /^(?:node_modules|dist|reference|src|\..*)$/.test(entry.name) ? [] : within(path);
    });
  return [
    ...within('docs'),
    ...within('packages'),
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'server/README.md',
    'web/README.md',
  ];
}
