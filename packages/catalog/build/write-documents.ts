import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AtipEffects, checkTool, flattenCommands, parseTool } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { isRaised, isReadOnly } from '@atip/core/internal';
import type { ShimSummary, ShimTool } from '../src/shim-tool.ts';
import { buildClouds } from './build-clouds.ts';
import { buildDocuments } from './build-documents.ts';
import type { Index } from '../src/read-files.ts';

/** Bytes of JSON from which a document can also be read in pieces: an agent waits for the hook before each line. */
const LARGE = 60_000;

/**
 * Builds all documents and writes them to `documents`, as `src/read-files.ts` reads them.
 *
 * @param folder of the package
 * @throws Error with all contradictions, and with every error and warning that our own checker has about a document
 */
export function writeDocuments(folder: string): void {
  const clouds = buildClouds(folder);
  const documents = buildDocuments(folder, clouds);
  const faults = [...documents].flatMap(([name, tool]) =>
    [...parseTool(JSON.stringify(tool)).issues, ...checkTool(tool)]
      .filter(({ severity }) => severity !== 'info')
      .map(({ path, message }) => `${name} ${path}: ${message}`),
  );
  if (faults.length > 0) throw new Error(`\n${faults.join('\n')}`);
  const place = join(folder, 'documents');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const files = new Map<string, unknown>();
  const inPieces: string[] = [];
  for (const [name, tool] of documents) {
    files.set(name, tool);
    if (JSON.stringify(tool).length < LARGE || Object.keys(tool.commands ?? {}).length < 5) continue;
    inPieces.push(name);
    for (const [path, part] of piecesOf(name, tool)) files.set(path, part);
  }
  for (const [cloud, groups] of clouds)
    for (const [group, { lines }] of groups) files.set(`clouds/${cloud}/${group}`, lines.join('\n'));
  const groups = Object.fromEntries([...clouds].map(([cloud, all]) => [cloud, [...all.keys()]]));
  const index: Index = {
    names: [...documents.keys()],
    aliases: aliasesOf(documents),
    inPieces,
    plugins: pluginsOf(documents),
    groups,
  };
  files.set('index', index);
  files.set('summaries', Object.fromEntries([...documents].map(([name, tool]) => [name, summaryOf(tool)])));
  for (const path of files.keys()) mkdirSync(join(place, path, '..'), { recursive: true });
  for (const [path, value] of files) writeFileSync(join(place, `${path}.json`), JSON.stringify(value));
  writeFileSync(join(place, 'modules.js'), modulesText(index));
}

function summaryOf(tool: ShimTool): ShimSummary {
  const { version, description } = tool;
  const commands = flattenCommands(tool);
  const effects = commands.map((command) => command.effects);
  const { creates: _c, modifies: _m, deletes: _d, 'x-why': _w, ...worst } = mergeEffects(...effects);
  const hash = `sha256:${createHash('sha256').update(JSON.stringify(tool)).digest('hex')}` as const;
  const open = effects.some(isOpen) ? [{}] : [];
  return {
    version,
    description,
    hash,
    commands: commands.length,
    destroys: effects.filter(({ destructive }) => destructive === true).length,
    changes: effects.filter(changesSomething).length,
    effects: commands.length === 0 ? [] : [worst, ...open],
    isRaised: effects.every(isReadOnly) && commands.some(({ metadata }) => isRaised(metadata)) ? true : undefined,
  };
}

function changesSomething({ destructive, filesystem, reversible, idempotent }: AtipEffects): boolean {
  const changes = filesystem?.write === true || filesystem?.delete === true;
  return destructive !== true && (changes || reversible === false || idempotent === false);
}

/** True when a harm is left open: what others state must not hide that. */
function isOpen({ destructive, filesystem, network }: AtipEffects): boolean {
  return [destructive, filesystem?.write, filesystem?.delete, network].includes(undefined);
}

/** Other names of programs, such as python. */
function aliasesOf(documents: ReadonlyMap<string, ShimTool>): Record<string, string> {
  const pairs = [...documents].flatMap(([name, { commands }]) =>
    (commands?.['']?.['x-aliases'] ?? []).filter((alias) => !documents.has(alias)).map((alias) => [alias, name]),
  );
  return Object.fromEntries(pairs);
}

/** By host, the words of the commands that plug-ins add, with the plug-in's document. @throws Error for one that the host has, or that two add */
function pluginsOf(documents: ReadonlyMap<string, ShimTool>): Index['plugins'] {
  const plugins: Record<string, Record<string, string>> = {};
  for (const [name, { 'x-plugin-of': host, commands = {} }] of documents) {
    if (host === undefined) continue;
    const own = documents.get(host);
    if (own === undefined) throw new Error(`${name} is a plug-in of ${host}, which has no document`);
    const words = plugins[host] ?? {};
    plugins[host] = words;
    for (const [key, { 'x-aliases': aliases = [] }] of Object.entries(commands))
      for (const word of [key, ...aliases]) {
        if (Object.hasOwn(words, word) || Object.hasOwn(own.commands ?? {}, word))
          throw new Error(`${name}: "${host} ${word}" is a command of ${words[word] ?? host} already`);
        words[word] = name;
      }
  }
  return plugins;
}

/** A document without its commands, marked as incomplete, and each command in a file of its own. */
function piecesOf(name: string, tool: ShimTool): Map<string, unknown> {
  const pieces = new Map<string, unknown>();
  const keys: Record<string, string> = {};
  const commands: Record<string, object> = {};
  for (const [key, command] of Object.entries(tool.commands ?? {})) {
    const { description, 'x-aliases': aliases } = command;
    commands[key] = { description, 'x-aliases': aliases, 'x-omitted-commands': 1 };
    if (!/^[\w.-]+$/.test(key)) continue;
    for (const word of [key, ...(aliases ?? [])]) keys[word] = key;
    pieces.set(`${name}/${key}`, command);
  }
  return pieces.set(`${name}/index`, { tool: { ...tool, commands }, keys });
}

/** Where files cannot be read, each is a module; bundlers make a chunk of each. */
function modulesText(index: Index): string {
  const load = (path: string): string =>
    `  ${JSON.stringify(path)}: () => import('./${path}.json', { with: { type: 'json' } }),\n`;
  const clouds = Object.entries(index.groups).flatMap(([cloud, all]) => all.map((group) => `clouds/${cloud}/${group}`));
  return `const INDEX = ${JSON.stringify({ ...index, inPieces: [] })};
const FILES = {\n${[...index.names, ...clouds].map(load).join('')}};
const read = async (path) => (Object.hasOwn(FILES, path) ? (await FILES[path]()).default : undefined);
export const readIndex = () => INDEX;
export const readSummaries = async () => (await import('./summaries.json', { with: { type: 'json' } })).default;
export const readDocument = (name) => read(name);
export const readGroup = (cloud, group) => read(\`clouds/\${cloud}/\${group}\`);
`;
}
