import { getOwn } from '../json/own-property.ts';
import { isRecord } from '../json/is-record.ts';
import { quote } from './describe-value.ts';
import { placeOf } from './place-of.ts';

/** Names what a pointer leads to for a person: `the tool`, `the command "pr create"`, `the option "title"`, `"effects"`. */
export function nameSubject(tokens: readonly string[], value: unknown): string {
  if (tokens.length === 0) {
    return 'the tool';
  }
  const { name } = placeOf(tokens);
  if (name === 'command') {
    const words = tokens.filter((_, index) => index % 2 === 1).filter((word) => word !== '');
    return words.length === 0 ? 'the command ""' : `the command ${quote(words.join(' '))}`;
  }
  if (name === 'argument' || name === 'option' || name === 'pattern') {
    const own = isRecord(value) ? getOwn(value, 'name') : undefined;
    return typeof own === 'string' ? `the ${name} ${quote(own)}` : `${name} ${Number(tokens.at(-1)) + 1}`;
  }
  return nameField(tokens);
}

/** Names a field by its key, an item of a list by its number: `"type"`, `item 2 of "flags"`. */
export function nameField(tokens: readonly string[]): string {
  const last = tokens.at(-1);
  if (last === undefined) {
    return 'the document';
  }
  const isItem = /^\d+$/.test(last) && placeOf(tokens.slice(0, -1)).fields === undefined && tokens.length > 1;
  return isItem ? `item ${Number(last) + 1} of ${quote(tokens.at(-2) ?? '')}` : quote(last);
}
