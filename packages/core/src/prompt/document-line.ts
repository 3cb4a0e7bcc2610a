import { hidden } from '../commands/assert-document.ts';
import { hiddenCharactersIn } from '../json/hidden-characters.ts';

/** Texts come from documents of unknown origin and go into a system prompt: each becomes one line of this length. */
const MAX_LENGTH = 200;

/**
 * A text of a document as one short line of a prompt; empty for any value but a text.
 * @param pointer of the text's subject, for the error
 * @throws AtipValidationError when it has hidden characters
 */
export function documentLine(given: unknown, pointer: string): string {
  const found = typeof given === 'string' ? hiddenCharactersIn(given) : '';
  if (found !== '') throw hidden(pointer, found);
  const text = typeof given === 'string' ? given.replaceAll(/[\s\p{Cf}]+/gu, ' ').trim() : '';
  const short = [...text].slice(0, MAX_LENGTH).join('');
  return short.length < text.length ? `${short}…` : short;
}
