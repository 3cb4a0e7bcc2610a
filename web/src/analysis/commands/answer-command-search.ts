import type { AtipCommand, AtipTool } from '@atip/core';
import { readSubject } from '../subject.ts';

export interface CommandSearchQuestion {
  readonly text: string;
  /** Words that all have to be there, letter case aside: of names, descriptions, aliases, arguments, options and flags. */
  readonly query: string;
}

/** For each node of the tree, in its order, 1 where it fits; empty when the document has errors. */
export type CommandSearchAnswer = Uint8Array<ArrayBuffer>;

/** A node's words as they are searched. */
const TEXTS = new WeakMap<AtipTool, readonly string[]>();

/** Which commands and groups of a document have every word of a query. */
export function answerCommandSearch({ text, query }: CommandSearchQuestion): CommandSearchAnswer {
  const read = readSubject({ text });
  if (!read.ok) return new Uint8Array();
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return Uint8Array.from(textsOf(read.whole), (node) => (words.every((word) => node.includes(word)) ? 1 : 0));
}

function textsOf(tool: AtipTool): readonly string[] {
  let texts = TEXTS.get(tool);
  if (texts === undefined) {
    const found: string[] = [`${tool.name} ${tool.description}`.toLowerCase()];
    collect(tool.commands ?? {}, '', found);
    TEXTS.set(tool, found);
    texts = found;
  }
  return texts;
}

/** Depth first and in document order, as the tree is. */
function collect(commands: Readonly<Record<string, AtipCommand>>, above: string, found: string[]): void {
  for (const [key, node] of Object.entries(commands)) {
    const path = `${above} ${key}`;
    const words = [path, node.description, ...(node['x-aliases'] ?? [])];
    for (const { name, description } of node.arguments ?? []) words.push(name, description);
    for (const { name, flags, description } of node.options ?? []) words.push(name, ...flags, description);
    found.push(words.join('\n').toLowerCase());
    collect(node.commands ?? {}, path, found);
  }
}
