import { modelText } from '../json/hidden-characters.ts';

/** Texts come from documents of unknown origin and go into a system prompt: each becomes one line of this length. */
const MAX_LENGTH = 200;

/** A text of a document as one short line of a prompt, as a person sees it; empty for any value but a text. */
export function documentLine(given: unknown): string {
  const text =
    typeof given === 'string'
      ? modelText(given)
          .replaceAll(/[\s\p{Cf}]+/gu, ' ')
          .trim()
      : '';
  const short = [...text].slice(0, MAX_LENGTH).join('');
  return short.length < text.length ? `${short}…` : short;
}
