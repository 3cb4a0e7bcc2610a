import { extname } from 'node:path';
import { readJson, type AtipEffects } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import { setField } from './edit-json.ts';

/** The text around the table, by the ending of its file. */
const FRAMES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  '.json': ['', '\n'],
  '.cjs': ['module.exports.effects = ', ';\n'],
  '.py': ['EFFECTS = ', '\n'],
};
const MODULE = ['export const effects = ', ';\n'] as const;
const NOTE = 'Effects of each command, by its words. `atip effects` asks for those that are missing.';

/** An empty table for a file of this name. */
export function newTable(file: string): string {
  const [before, after] = FRAMES[extname(file)] ?? MODULE;
  const note = before === '' ? '' : `${extname(file) === '.py' ? '#' : '//'} ${NOTE}\n`;
  return `${note}${before}{}${after}`;
}

/**
 * Sets the effects of one command in the text of a table, and leaves the rest as it is.
 * @returns undefined when we cannot read the table, for example because it has comments
 */
export function setInTable(text: string, file: string, words: string, effects: AtipEffects): string | undefined {
  const isPython = extname(file) === '.py';
  const [start, end] = [tableStart(text, file), text.lastIndexOf('}') + 1];
  if (start < 0 || end <= start) return undefined;
  const body = text.slice(start, end);
  const json = isPython ? fromPython(body) : body;
  if (!isRecord(readJson(json).root?.value) || readJson(json).issues.some(({ severity }) => severity === 'error'))
    return undefined;
  // The first command gives an empty table the lines that later commands follow.
  const open = /^\{\s*\}$/.test(json) ? `{\n  ${JSON.stringify(words)}: {}\n}` : json;
  const changed = setField(open, '', words, effects);
  if (changed === undefined) return undefined;
  return text.slice(0, start) + (isPython ? toPython(changed) : changed) + text.slice(end);
}

/** The brace that opens the table: after the last assignment that comes before any brace. */
function tableStart(text: string, file: string): number {
  if (extname(file) === '.json') return text.indexOf('{');
  const assigned = /=\s*(?=\{)/.exec(text);
  return assigned === null ? -1 : assigned.index + assigned[0].length;
}

/** Outside of texts only. */
function fromPython(text: string): string {
  return outside(text, { True: 'true', False: 'false', None: 'null' });
}

function toPython(text: string): string {
  return outside(text, { true: 'True', false: 'False', null: 'None' });
}

function outside(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Za-z]+\b/g, (part) => words[part] ?? part);
}
