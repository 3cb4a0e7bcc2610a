import { escapeUnseen } from '../json/hidden-characters.ts';

const SHOWN_LENGTH = 40;

/** Names a value's kind, and shows short ones: `the number 5`, `the text "yes"`, `a list`, `an object`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

/** A text in quotes, cut after 40 characters, with everything invisible escaped. */
export function quote(text: string): string {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  const asJson = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return escapeUnseen(JSON.stringify(shown), (character) => character.split('').map(asJson).join(''));
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Names JSON Schema types in words: `['integer', 'null']` → `a whole number or null`. */
export function describeTypes(types: readonly string[]): string {
  return types.map((type) => TYPE_NAMES[type] ?? type).join(' or ');
}

/** Usual mistakes from other schema and programming languages, and the ATIP values that they mean. */
const MISTAKES: Readonly<Record<string, string>> = {
  integer: 'int long',
  string: 'str text',
  boolean: 'bool flag switch',
  number: 'float double',
  file: 'path filename',
  directory: 'dir folder',
  url: 'uri',
  array: 'list',
  enum: 'choice choices values',
  description: 'desc help',
  arguments: 'args params',
  options: 'opts',
  commands: 'subcommands',
  envVar: 'env',
  'api-key': 'apikey',
};

/** The most likely intended value, or `undefined` when that is unclear. Case and dashes do not matter. */
export function nearestValue(received: string, allowed: readonly string[]): string | undefined {
  const wanted = fold(received);
  const meant = allowed.find((one) => Object.hasOwn(MISTAKES, one) && MISTAKES[one]?.split(' ').includes(wanted));
  if (meant !== undefined) return meant;
  let nearest: string | undefined;
  let smallest = Math.min(2, Math.floor((wanted.length - 1) / 2)) + 1;
  for (const candidate of allowed) {
    const distance = editDistance(wanted, fold(candidate));
    if (distance < smallest) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest;
}

function fold(text: string): string {
  return text
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, '');
}

/** The number of insertions, deletions, replacements and swaps of neighbours between two texts. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
