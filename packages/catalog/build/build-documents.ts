import type { ShimTool } from '../src/shim-tool.ts';
import { type CloudGroup, withOmitted } from './build-clouds.ts';
import { buildShim } from './build-shim.ts';
import { readRequests, readRows, readSource, readStructures, readWords } from './read-files.ts';
import type { AtipArgument, AtipCommand, AtipOption } from '@atip/core';
import type { Fail, WordsRow } from './sources.ts';

/**
 * Builds the documents of all programs from the rows and sources in the package's folder; nothing is executed.
 *
 * @param folder absolute path of `packages/catalog`
 * @param clouds the groups of documents that leave out commands, as of `buildClouds`
 * @throws Error with all contradictions
 */
export function buildDocuments(
  folder: string,
  clouds: ReadonlyMap<string, ReadonlyMap<string, CloudGroup>>,
): Map<string, ShimTool> {
  const rows = readRows(folder);
  const structures = readStructures(folder);
  const strangers = rows.filter(({ command }) => !structures.has(toolOf(command)));
  const words = readWords(folder);
  const requests = readRequests(folder);
  const rowsOf = byTool(rows);
  const wordsOf = byTool(words);
  const problems = strangers.map(({ at, command }) => `${at}: no structure for ${command}`);
  for (const { at, command } of words)
    if (!structures.has(toolOf(command))) problems.push(`${at}: no structure for ${command}`);
  const documents = new Map<string, ShimTool>();
  for (const [name, structure] of [...structures].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const sources = (structure.sources ?? []).map((kind) => readSource(folder, kind, name));
    const fail = (message: string): number => problems.push(message);
    const host = structure['x-plugin-of'];
    // Rows about every command of a host are also about those of its plug-ins.
    const shared = (rowsOf.get(host ?? '') ?? []).filter(({ everywhere }) => everywhere);
    const own = [...shared, ...(rowsOf.get(name) ?? [])];
    const built = buildShim(name, structure, sources, own, fail);
    const groups = clouds.get(name);
    const worded = applyWords(groups ? withOmitted(built, groups) : built, wordsOf.get(name) ?? [], requests, fail);
    documents.set(name, withEveryday(worded, structure.everyday ?? [], fail));
  }
  for (const command of requests.keys()) problems.push(`words/requests.tsv: no command ${command}`);
  if (problems.length > 0) throw new Error(`\n${problems.join('\n')}`);
  return documents;
}

function byTool<Row extends { readonly command: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const name = toolOf(row.command);
    const known = found.get(name);
    if (known) known.push(row);
    else found.set(name, [row]);
  }
  return found;
}

/** A tool's name has no space. */
function toolOf(command: string): string {
  return command.split(' ')[0] ?? '';
}

/**
 * Gives a tool the words that models read, and marks what they are offered: the parameters with a row. One without a row keeps its
 * old description, for people, and is known only for reading command lines and for its effects. For those who search a command
 * has `x-keywords`: the words of requests for it, or else those of its old description.
 *
 * @param rows of this tool @param requests by command; those of this tool's commands are taken out @param fail called for each row that says nothing or names nothing, each command without a row, and each
 * required parameter without one
 */
export function applyWords(
  tool: ShimTool,
  rows: readonly WordsRow[],
  requests: Map<string, string>,
  fail: Fail,
): ShimTool {
  const own = structuredClone(tool);
  const byPlace = new Map<string, WordsRow>();
  const used = new Set<WordsRow>();
  for (const row of rows) {
    const problem = problemOf(row);
    if (problem !== undefined) fail(`${row.at}: ${problem}: ${row.words}`);
    for (const parameter of row.parameters.length === 0 ? [''] : row.parameters) {
      const place = `${row.command}\t${parameter}`;
      if (byPlace.has(place)) fail(`${row.at}: a second row for ${JSON.stringify(place)}`);
      byPlace.set(place, row);
    }
  }
  const rowOf = (command: string, names: readonly string[]): WordsRow | undefined => {
    const words = command.split(' ');
    const above = words.map((_word, at) => `${words.slice(0, words.length - at).join(' ')} *`);
    for (const place of [command, ...above])
      for (const name of names) {
        const row = byPlace.get(`${place}\t${name}`);
        if (row !== undefined) {
          used.add(row);
          return row;
        }
      }
    return undefined;
  };
  for (const option of own.globalOptions ?? []) {
    const row = rowOf([own.name, option['x-behind'] ?? ''].join(' ').trim(), option.flags);
    if (row !== undefined) Object.assign(option, { description: row.words, 'x-offered': true });
  }
  for (const { command, name } of commandsOf(own.commands, own.name)) {
    const row = byPlace.get(`${name}\t`);
    if (row === undefined) fail(`words: "${name}" has no row`);
    else {
      used.add(row);
      const keywords = requests.get(name) ?? keywordsOf(command.description, row.words);
      requests.delete(name);
      if (keywords !== '') command['x-keywords'] = keywords;
      command.description = row.words;
    }
    for (const parameter of [...(command.arguments ?? []), ...(command.options ?? [])]) {
      const found = rowOf(name, namesOf(parameter));
      if (found !== undefined) parameter.description = found.words;
      else if (isRequired(parameter)) fail(`words: the required ${parameter.name} of "${name}" has no row`);
      else parameter['x-offered'] = false;
    }
  }
  for (const row of new Set(byPlace.values()))
    if (!used.has(row)) fail(`${row.at}: nothing has ${row.command} ${row.parameters.join(' ')}`);
  return own;
}

/** The words of an older description that the new one has not: people who look for the command may use them. */
function keywordsOf(before: string, after: string): string {
  const has = new Set(after.toLowerCase().match(/[a-z]+/g));
  return [...new Set(before.toLowerCase().match(/[a-z]{3,}/g))].filter((word) => !has.has(word)).join(' ');
}

function namesOf(parameter: AtipOption | AtipArgument): readonly string[] {
  return 'flags' in parameter ? parameter.flags : [parameter.name];
}

function isRequired(parameter: AtipOption | AtipArgument): boolean {
  return 'flags' in parameter ? parameter.required === true : parameter.required !== false;
}

function commandsOf(
  commands: Readonly<Record<string, AtipCommand>> = {},
  above: string,
): { readonly command: AtipCommand; readonly name: string }[] {
  return Object.entries(commands).flatMap(([key, command]) => {
    const name = key === '' ? above : `${above} ${key}`;
    return command.commands === undefined ? [{ command, name }] : commandsOf(command.commands, name);
  });
}

/** The longest description of a parameter, and of a command, in UTF-16 units: a model reads all of them with every request. */
const MAX_WORDS = 240;
const MAX_COMMAND_WORDS = 300;

/** The fault of a row's words; `undefined` without one. */
function problemOf({ parameters, words }: WordsRow): string | undefined {
  const least = parameters.length === 0 ? 3 : 4;
  if (words.split(' ').length < least) return 'says too little';
  if (words.length > (parameters.length === 0 ? MAX_COMMAND_WORDS : MAX_WORDS)) return 'is too long';
  if (parameters.some((name) => plain(name) === plain(words))) return 'only repeats the name';
  if (!/^[\p{Lu}\d"'`(]/u.test(words)) return 'does not begin with a capital letter';
  return /\.$|…$|\s\s/.test(words) ? 'ends with a full stop, is cut, or has a double blank' : undefined;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/**
 * A tool whose everyday commands come first, in this order, and are marked.
 *
 * @param everyday the words behind the tool's name; a group stands where its first such command stands
 */
export function withEveryday(tool: ShimTool, everyday: readonly string[], fail: Fail): ShimTool {
  const own = structuredClone(tool);
  const unseen = new Set(everyday.map((words) => `${own.name} ${words}`.trim()));
  for (const { command, name } of commandsOf(own.commands, own.name))
    if (unseen.delete(name)) command['x-everyday'] = true;
  for (const name of unseen) fail(`${name} is in "everyday" and is not a command`);
  const rank = (key: string, words: string): number => {
    const found = everyday.findIndex((one) => one === words || one.startsWith(`${words} `));
    return key === '' ? -1 : found < 0 ? everyday.length : found;
  };
  const sorted = (commands: Readonly<Record<string, AtipCommand>>, above: string): Record<string, AtipCommand> => {
    const entries = Object.entries(commands).map(([key, command]) => {
      const words = `${above} ${key}`.trim();
      const node = command.commands === undefined ? command : { ...command, commands: sorted(command.commands, words) };
      return { key, node, rank: rank(key, words) };
    });
    return Object.fromEntries(entries.sort((a, b) => a.rank - b.rank).map(({ key, node }) => [key, node]));
  };
  return own.commands === undefined ? own : { ...own, commands: sorted(own.commands, '') };
}
