import { getOwn, isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import { quote } from './describe-value.ts';
import type { Finding } from './finding.ts';
import { addField, type Place, placeOf, type SourceDocument } from './source-document.ts';

/** One deviation with what is known about its place. */
export interface Deviation {
  readonly document: SourceDocument;
  readonly pointer: string;
  readonly tokens: readonly string[];
  readonly value: unknown;
  readonly place: Place;
  /** The missing or unknown field; `''` where a value is wrong. */
  readonly field: string;
}

/**
 * A required field that is not there.
 *
 * Below the root a missing `description` is a warning: the RFC's own examples (§12.2, §13.1) leave it out. It is read as empty.
 */
export function missingField({ document: { text }, pointer, tokens, value, field }: Deviation): Finding {
  const path = joinPointer(pointer, field);
  const tolerated = field === 'description' && tokens.length > 0;
  const consequence = tolerated ? ' models choose by it, so write one.' : ' add it.';
  const initial = initialValue(field, value, tokens);
  const where = field === 'atip' ? 'first' : 'last';
  return {
    code: 'missing-field',
    severity: tolerated ? 'warning' : 'error',
    message: () => `${quote(field)} is missing in ${nameSubject(tokens, value)};${consequence}`,
    path,
    mark: 'key',
    ...(tolerated && { repair: { action: 'set', pointer: path, value: '' } as const }),
    fix: text && initial !== undefined ? () => addField(text, pointer, field, initial, where) : undefined,
  };
}

/** The initial value of a field that is added; `undefined` where a guess would be worse than nothing. */
function initialValue(field: string, owner: unknown, tokens: readonly string[]): unknown {
  if (field === 'atip') return { version: '0.4' };
  if (field === 'version') return tokens.length === 0 ? '0.0.0' : '0.4';
  if (field === 'description') return '';
  if (!isRecord(owner)) return undefined;
  if (field === 'name') return nameFromFlags(getOwn(owner, 'flags'));
  if (field === 'flags') {
    const name = getOwn(owner, 'name');
    if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) return undefined;
    return [name.length === 1 ? `-${name}` : `--${name}`];
  }
  if (field !== 'type') return undefined;
  if (tokens.includes('methods')) return 'token';
  return Array.isArray(getOwn(owner, 'enum')) ? 'enum' : 'string';
}

function nameFromFlags(flags: unknown): string | undefined {
  const names = Array.isArray(flags)
    ? flags.filter((flag) => !isRecord(flag)).map((flag) => String(flag).replace(/^-{1,2}/, ''))
    : [];
  return names.filter((name) => /^\w[\w-]{0,63}$/.test(name)).sort((a, b) => b.length - a.length)[0];
}

/** Names what a pointer leads to for a person: `the tool`, `the command "pr create"`, `the option "title"`, `"effects"`. */
export function nameSubject(tokens: readonly string[], value: unknown): string {
  if (tokens.length === 0) return 'the tool';
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
  if (last === undefined) return 'the document';
  const isItem = /^\d+$/.test(last) && placeOf(tokens.slice(0, -1)).fields === undefined && tokens.length > 1;
  return isItem ? `item ${Number(last) + 1} of ${quote(tokens.at(-2) ?? '')}` : quote(last);
}
