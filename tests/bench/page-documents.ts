import { existsSync, readFileSync } from 'node:fs';
import { largeDocument } from '../e2e/documents.ts';

/** A document that somebody types into. */
export interface TypedDocument {
  /** For example `"gh.json"`. */
  readonly name: string;
  readonly text: string;
  /** Commands that the page counts in it. */
  readonly commands: number;
}

const FOREIGN = '../shared/data/atip/gh.json';

/** Somebody else's document of 167 commands where it lies beside the checkout, else one of ours, as long. */
export function longDocument(): TypedDocument {
  const [name, text] = existsSync(FOREIGN)
    ? ['gh.json', readFileSync(FOREIGN, 'utf8')]
    : ['a document of ours', largeDocument()];
  return describe(name, JSON.parse(text));
}

/** The same commands again and again, each time under another group, until the text has a million characters. */
export function hugeDocument(): TypedDocument {
  return repeated(1_000_000, 'a document of 1 MB');
}

/** A document of about so many characters: fewer of the same commands, or the same again and again. */
export function documentOfSize(characters: number): TypedDocument {
  const { text } = longDocument();
  if (characters >= text.length) return repeated(characters, `${characters} characters`);
  const tool: unknown = JSON.parse(text);
  if (!hasCommands(tool)) throw new Error('The document has no commands.');
  const all = Object.entries(tool.commands);
  const kept: [string, unknown][] = [];
  for (const entry of all) {
    if (JSON.stringify({ ...tool, commands: Object.fromEntries([...kept, entry]) }, null, 2).length > characters)
      continue;
    kept.push(entry);
  }
  return describe(`${characters} characters`, { ...tool, commands: Object.fromEntries(kept) });
}

function repeated(characters: number, name: string): TypedDocument {
  const { text } = longDocument();
  const tool: unknown = JSON.parse(text);
  if (!hasCommands(tool)) throw new Error('The document has no commands.');
  const group = { description: 'The same commands once more', commands: tool.commands };
  const size = JSON.stringify(group, null, 2).length + 4 * text.split('\n').length;
  const names = Array.from({ length: Math.ceil(characters / size) }, (_, index) => `copy-${index + 1}`);
  return describe(name, { ...tool, commands: Object.fromEntries(names.map((copy) => [copy, group])) });
}

function describe(name: string, tool: unknown): TypedDocument {
  return { name, text: JSON.stringify(tool, null, 2), commands: countCommands(tool) };
}

/** Commands that have none of their own below. */
function countCommands(value: unknown): number {
  if (!hasCommands(value)) return 1;
  return Object.values(value.commands).reduce((sum: number, command) => sum + countCommands(command), 0);
}

function hasCommands(value: unknown): value is { readonly commands: Readonly<Record<string, unknown>> } {
  return typeof value === 'object' && value !== null && 'commands' in value && typeof value.commands === 'object';
}
