import { visibleJson } from '../json/hidden-characters.ts';
import { fold, nearestName } from '../json/near-names.ts';

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
  return visibleJson(JSON.stringify(shown));
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
export function meantValue(received: string, allowed: readonly string[]): string | undefined {
  const wanted = fold(received);
  const meant = allowed.find((one) => Object.hasOwn(MISTAKES, one) && MISTAKES[one]?.split(' ').includes(wanted));
  return meant ?? nearestName(received, allowed);
}
