import type { Source, SourceKind, TableRow, ToolStructure, WordsRow } from './sources.ts';
import type { AtipTool } from '@atip/core';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All rows of `effects/*.tsv`, file after file. @param folder of the package */
export function readRows(folder: string): TableRow[] {
  return filesOf(folder, 'effects', '.tsv').flatMap((file) =>
    readTable(readFileSync(join(folder, file), 'utf8'), file),
  );
}

/** All rows of `words/*.tsv`. @throws Error for a line without three cells */
export function readWords(folder: string): WordsRow[] {
  const files = filesOf(folder, 'words', '.tsv').filter((file) => file !== REQUESTS);
  return files.flatMap((file) => {
    const [head, ...lines] = readFileSync(join(folder, file), 'utf8').split('\n');
    if (head !== WORDS_HEAD) throw new Error(`${file}: the first line is not ${JSON.stringify(WORDS_HEAD)}`);
    return lines.flatMap((line, index) => {
      if (line === '' || line.startsWith('#')) return [];
      const at = `${file}:${index + 2}`;
      const [command = '', parameter = '', words = '', ...more] = line.split('\t');
      if (command === '' || words === '' || more.length > 0) throw new Error(`${at}: not "command, parameter, words"`);
      return [{ command, parameters: split(parameter), words, at }];
    });
  });
}

const WORDS_HEAD = 'command\tparameter\twords';
const REQUESTS = 'words/requests.tsv';

/** By command the words with which people ask for it. @throws Error for a line without two cells, or a second one of a command */
export function readRequests(folder: string): Map<string, string> {
  const [, ...lines] = readFileSync(join(folder, REQUESTS), 'utf8').trimEnd().split('\n');
  const requests = new Map<string, string>();
  for (const line of lines) {
    const [command = '', words = '', ...more] = line.split('\t');
    const isSound = words !== '' && more.length === 0 && !requests.has(command);
    if (!isSound) throw new Error(`${REQUESTS}: not one "command, words" for a command: ${line}`);
    requests.set(command, words);
  }
  return requests;
}

/** Facts written by people in `structure/*.json`, by tool. @throws Error for a tool in two files */
export function readStructures(folder: string): ReadonlyMap<string, ToolStructure> {
  const structures = new Map<string, ToolStructure>();
  for (const file of filesOf(folder, 'structure', '.json')) {
    const tools: Record<string, ToolStructure> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [name, structure] of Object.entries(tools)) {
      if (structures.has(name)) throw new Error(`${file}: a second ${name}`);
      structures.set(name, structure);
    }
  }
  return structures;
}

/**
 * A source of a tool's structure, from `sources`: the help of an installed program, which `build/snapshot.mjs` asked, or
 * its specification in `@withfig/autocomplete`, whose structure was extracted once.
 */
export function readSource(folder: string, kind: SourceKind, name: string): Source {
  const path = join(folder, 'sources', kind, `${name}.json`);
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const tool: AtipTool & { 'x-source'?: string } = JSON.parse(readFileSync(path, 'utf8'));
  return { label: tool['x-source'] ?? `help of ${name} ${tool.version}`, tool };
}

function filesOf(folder: string, below: string, ending: string): string[] {
  const names = readdirSync(join(folder, below)).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => `${below}/${name}`);
}

const HEAD = 'command\toption\teffects\treason';

/**
 * Reads one file of the table of effects.
 *
 * Shape: `"git push\t--force -f\tdestructive\treplaces what others pushed"` → one row. Empty lines and those that start
 * with `#` are skipped. `git *` is every command of git that has the option, so that a new command has its harm as
 * well.
 *
 * @param name of the file, for messages
 * @throws Error for a line without four cells or a reason: a misread table would be trusted
 */
export function readTable(text: string, name: string): TableRow[] {
  const [head, ...lines] = text.split('\n');
  if (head !== HEAD) throw new Error(`${name}: the first line is not ${JSON.stringify(HEAD)}`);
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const at = `${name}:${index + 2}`;
    const [subject = '', option = '', effects = '', reason = '', ...more] = line.split('\t');
    const everywhere = subject.endsWith(' *');
    const command = everywhere ? subject.slice(0, -2) : subject;
    const isWhole = command !== '' && effects !== '' && reason.length > 3 && more.length === 0;
    if (!isWhole || (everywhere && option === '')) throw new Error(`${at}: not "command, option, effects, reason"`);
    return [{ command, everywhere, parameters: split(option), words: split(effects), reason, at }];
  });
}

function split(cell: string): string[] {
  return cell.split(' ').filter((word) => word !== '');
}
