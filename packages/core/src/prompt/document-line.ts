import { hidden } from '../commands/assert-document.ts';
import { hiddenCharactersIn } from '../json/hidden-characters.ts';

/** Texts come from documents of unknown origin and end up in a system prompt: one line each, of this length. */
const MAX_LENGTH = 200;

/**
 * A text of a document as one short line of a prompt; empty for what is no text.
 * @param pointer of what the text is about, for the error
 * @throws AtipValidationError when characters hide in it
 */
export function documentLine(given: unknown, pointer: string): string {
  const found = typeof given === 'string' ? hiddenCharactersIn(given) : '';
  if (found !== '') throw hidden(pointer, found);
  const text = typeof given === 'string' ? given.replaceAll(/[\s\p{Cf}]+/gu, ' ').trim() : '';
  const short = [...text].slice(0, MAX_LENGTH).join('');
  return short.length < text.length ? `${short}…` : short;
}
