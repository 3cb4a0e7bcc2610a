import { type Loss, OPENAI_DESCRIPTION_MAX_LENGTH, SAFETY_FLAGS } from '@atip/core';
import { childAt, type JsonPlace } from '../json-place.ts';
import { shortenText } from './shorten-text.ts';
import { exactPlace, type Fix, replaceValue, type SourceText } from './text-edits.ts';

/** What the longest suffix of safety flags takes of a description. */
const FLAGS_LENGTH = ` [${Object.values(SAFETY_FLAGS).join(' | ')}]`.length;

/**
 * The change of a document by which a loss goes away, or less is lost; `undefined` where there is none that is right.
 *
 * What is not sent is not sent whatever the document says, names are the author's, and effects that are assumed are never
 * filled in: only who knows the tool may state them.
 */
export function lossFix(source: SourceText, { code, pointer }: Loss): Fix | undefined {
  if (code === 'truncated') return shortenText(source, pointer, OPENAI_DESCRIPTION_MAX_LENGTH - FLAGS_LENGTH);
  if (code === 'value-dropped') return listOnce(source, pointer);
  return code === 'as-text' ? spellNumbers(source, pointer) : undefined;
}

/** Leaves of equal values the first. */
function listOnce(source: SourceText, pointer: string): Fix | undefined {
  const place = exactPlace(source, pointer);
  const values = listAt(place);
  const once = [...new Set(values)];
  if (place === undefined || once.length === values.length) return undefined;
  return { title: 'List each value once', edits: [replaceValue(source, place, once)] };
}

/**
 * Writes the numbers of a list that has texts too as texts, which is how such a list is sent, and its default with them. A
 * list of numbers alone is sent as numbers elsewhere, so it stays.
 */
function spellNumbers(source: SourceText, pointer: string): Fix | undefined {
  const place = exactPlace(source, pointer);
  const parameter = exactPlace(source, pointer.slice(0, pointer.lastIndexOf('/')));
  const values = listAt(place);
  const isMixed = values.some((value) => typeof value === 'string');
  if (place === undefined || parameter === undefined || !isMixed) return undefined;
  const spelt = [...new Set(values.map((value) => (typeof value === 'number' ? String(value) : value)))];
  const preset = childAt(parameter, 'default');
  const value: unknown = preset?.node.value;
  if (Array.isArray(value)) return undefined;
  const edits = [replaceValue(source, place, spelt)];
  if (preset && typeof value === 'number') edits.push(replaceValue(source, preset, String(value)));
  return { title: 'Write the numbers as texts', edits };
}

function listAt(place: JsonPlace | undefined): readonly unknown[] {
  return place?.node.items?.map(({ value }) => value) ?? [];
}
