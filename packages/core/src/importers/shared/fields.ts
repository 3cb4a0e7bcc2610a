import { isRecord } from '../../json/is-record.ts';
import type { Fields } from './read-foreign.ts';

/** Longest text that is kept, in UTF-16 units: more is no description of anything. */
const MAX_TEXT = 4000;

/** What sources write as one thing or a list of things. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The objects among them. */
export function recordsOf(value: unknown): Fields[] {
  return listOf(value).filter(isRecord);
}

/** The texts among them, trimmed, each once and none empty or longer than 4,000 characters. */
export function textsOf(value: unknown): string[] {
  const texts = listOf(value).filter((text) => typeof text === 'string');
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '' && text.length <= MAX_TEXT);
}

/** The text without white space around it and cut after 4,000 characters; empty when there is none. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 2).replace(/[\uD800-\uDBFF]$/, '')} …`;
}

/** The value, when it is one that can stand in one word of a command line. */
export function scalarOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'string') return value.length <= MAX_TEXT ? value : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
