// Node, Deno and Bun read the documents as files; elsewhere `documents/modules.js` replaces this module.
import { readFileSync } from 'node:fs';
import { DOCUMENTS } from './documents-place.ts';
import type { ShimSummary, ShimTool } from './shim-tool.ts';

/** The names of all files. */
export interface Index {
  readonly names: readonly string[];
  /** Names of documents by other names of the program. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Documents whose commands are also stored in files of their own. */
  readonly inPieces: readonly string[];
  /** By host, the commands that plug-ins add to it, with the plug-in's document: `{ git: { summary: "git-extras" } }`. */
  readonly plugins: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Names of groups by cloud. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

interface Pieces {
  readonly tool: ShimTool;
  /** The file of a command, by its names. */
  readonly keys: Readonly<Record<string, string>>;
}

let index: Index | undefined;
const loaded = new Map<string, ShimTool>();
const pieces = new Map<string, Pieces>();

/** @throws Error when the documents are not built */
export function readIndex(): Index {
  index ??= read<Index>('index');
  return index;
}

/** The summaries have a file of their own, because a hook reads the index before each line. */
export function readSummaries(): Promise<Readonly<Record<string, ShimSummary>>> {
  return Promise.resolve(read('summaries'));
}

/** The document of a program. Of a large one only the named command is read, with the names of the others. */
export function readDocument(name: string, command?: string): Promise<ShimTool | undefined> {
  if (!readIndex().names.includes(name)) return Promise.resolve(undefined);
  return Promise.resolve(pieceOf(name, command) ?? once(loaded, name, read<ShimTool>));
}

function pieceOf(name: string, command: string | undefined): ShimTool | undefined {
  if (command === undefined || !readIndex().inPieces.includes(name)) return undefined;
  const { tool, keys } = once(pieces, `${name}/index`, read<Pieces>);
  const key = Object.hasOwn(keys, command) ? keys[command] : undefined;
  if (key === undefined) return Object.hasOwn(readIndex().plugins[name] ?? {}, command) ? tool : undefined;
  return once(loaded, `${name}/${key}`, (path) => ({ ...tool, commands: { ...tool.commands, [key]: read(path) } }));
}

/** The commands of a group of `aws`, `az` or `gcloud`, as `readCloudGroup` reads them. */
export function readGroup(cloud: string, group: string): Promise<string | undefined> {
  const has = readIndex().groups[cloud]?.includes(group) === true;
  return Promise.resolve(has ? read<string>(`clouds/${cloud}/${group}`) : undefined);
}

/** Objects are shared, so that core reuses its index of them. */
function once<Value>(known: Map<string, Value>, path: string, make: (path: string) => Value): Value {
  const value = known.get(path) ?? make(path);
  known.set(path, value);
  return value;
}

function read<Value>(path: string): Value {
  return JSON.parse(readFileSync(new URL(`${path}.json`, DOCUMENTS), 'utf8'));
}
